import { wordsOf } from '@carrara/contract/deeds';
import { everyLifecycle } from '@carrara/contract/lifecycles';
import { modules } from '@carrara/contract/core/modules';
import { fileTypes } from '@carrara/contract/platform/upload';
import { vintageTypes } from '@carrara/contract/portfolio/vintage';

type Words = Readonly<Record<string, string>>;

/** Every state that a record can be in; a code means the same in all lifecycles. */
const states: Words = {
  ...Object.fromEntries(everyLifecycle.flatMap(([, lifecycle]) => Object.entries(lifecycle.states))),
  // Of an upload while it is under way.
  PENDING: 'Waits for its confirmation',
  RUNNING: 'Under way',
  DONE: 'Done',
  // Of a quarter.
  OPEN: 'Open',
  LOCKED: 'Locked',
};

const kinds: Words = {
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

/** What the codes of a field read as, by the field's own name. */
const codes: Readonly<Record<string, (code: string) => string | undefined>> = {
  status: (code) => states[code],
  decision: (code) => states[code],
  approvalDecision: (code) => states[code],
  kind: (code) => kinds[code],
  vintageType: (code) => vintageTypes.find((type) => type.code === code)?.description,
  fileType: (code) => (fileTypes as Words)[code],
  application: (code) => (Object.hasOwn(modules, code) ? modules[code as keyof typeof modules].title : undefined),
  objectType: wordsOf,
};

/** A stored value as a reader knows it: a code in its words, anything else as it is. */
export function wordOf(field: string, value: string): string {
  const name = field.slice(field.lastIndexOf('.') + 1);
  return (Object.hasOwn(codes, name) ? codes[name]?.(value) : undefined) ?? value;
}

/** Fields whose own name tells a reader nothing. */
const fieldWords: Words = { objectType: 'kind of record', engineVersion: 'version of the calculation' };

/** The name of a field as a part of its title. */
export const fieldWord = (name: string): string =>
  Object.hasOwn(fieldWords, name) ? (fieldWords[name] ?? name) : name;
