import { wordsOf } from '@carrara/contract/actions';
import { everyLifecycle } from '@carrara/contract/lifecycles';
import { modules } from '@carrara/contract/core/modules';
import { fileTypes, isFileType } from '@carrara/contract/core/fileTypes';
import { vintageTypes } from '@carrara/contract/portfolio/vintage';

type Labels = Readonly<Record<string, string>>;

/** Texts of all statuses. A code means the same in all lifecycles. */
const states: Labels = {
  ...Object.fromEntries(everyLifecycle.flatMap(([, lifecycle]) => Object.entries(lifecycle.states))),
  // Statuses of an upload in progress.
  PENDING: 'Waiting for confirmation',
  RUNNING: 'In progress',
  DONE: 'Done',
  // Statuses of a quarter.
  OPEN: 'Open',
  LOCKED: 'Locked',
};

const kinds: Labels = {
  HIRED: 'Hired',
  TERMINATED: 'Terminated',
  REHIRED: 'Rehired',
  REGULAR: 'Regular',
  REVERSAL: 'Reversal',
  ACCRUAL: 'Accrual',
  DISTRIBUTION: 'Distribution',
  CLAWBACK: 'Clawback',
  OPENING: 'Opening',
  HELD: 'Held',
  RELEASED: 'Released',
  APPLIED: 'Applied',
};

/** Texts of the codes of a field, by the field's name. */
const codes: Readonly<Record<string, (code: string) => string | undefined>> = {
  status: (code) => states[code],
  decision: (code) => states[code],
  approvalDecision: (code) => states[code],
  kind: (code) => kinds[code],
  vintageType: (code) => vintageTypes.find((type) => type.code === code)?.description,
  fileType: (code) => (isFileType(code) ? fileTypes[code].title : undefined),
  application: (code) => (Object.hasOwn(modules, code) ? modules[code as keyof typeof modules].title : undefined),
  objectType: wordsOf,
};

/** Returns a stored value as text: a code's text, or the value itself. */
export function textOfValue(field: string, value: string): string {
  const name = field.slice(field.lastIndexOf('.') + 1);
  return (Object.hasOwn(codes, name) ? codes[name]?.(value) : undefined) ?? value;
}

/** Fields whose names mean nothing to a reader. */
const fieldLabels: Labels = { objectType: 'kind of record', engineVersion: 'calculation version' };

/** Returns the name of a field for use in a title. */
export const fieldLabel = (name: string): string =>
  Object.hasOwn(fieldLabels, name) ? (fieldLabels[name] ?? name) : name;
