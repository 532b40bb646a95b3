import { toSentence } from '@carrara/contract/actions';
import { everyLifecycle } from '@carrara/contract/lifecycles';
import { modules } from '@carrara/contract/core/modules';
import { lowerFirst, findRecordType } from '@carrara/contract/core/recordType';
import { fileTypes, isFileType } from '@carrara/contract/core/fileTypes';
import { vintageTypes } from '@carrara/contract/portfolio/vintage';
import { leaverKinds } from '@carrara/domain/compensation/deferred';
import { approvalModes } from '@carrara/domain/platform/approval';
import { formTitle } from './fieldTitles.ts';

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
  WITHHELD: 'Withheld',
  RELEASED: 'Released',
  APPLIED: 'Applied',
};

const targetTypes: Labels = { participant: 'A participant', source: 'A source', all: 'All sources' };

/** Texts of the codes of a field, by the field's name. */
const codes: Readonly<Record<string, (code: string) => string | undefined>> = {
  status: (code) => states[code],
  decision: (code) => states[code],
  approvalDecision: (code) => states[code],
  kind: (code) => kinds[code],
  leaverKind: (code) => leaverKinds[code as keyof typeof leaverKinds],
  mode: (code) => approvalModes[code as keyof typeof approvalModes],
  vintageType: (code) => vintageTypes.find((type) => type.code === code)?.description,
  fileType: (code) => (isFileType(code) ? fileTypes[code].title : undefined),
  application: (code) => (Object.hasOwn(modules, code) ? modules[code as keyof typeof modules].title : undefined),
  targetType: (code) => targetTypes[code],
  objectType: (code) => findRecordType(code)?.title ?? toSentence(code),
};

/** Returns a stored value as text: a code's text, or the value itself. */
export function textOfValue(field: string, value: string): string {
  const name = field.slice(field.lastIndexOf('.') + 1);
  return (Object.hasOwn(codes, name) ? codes[name]?.(value) : undefined) ?? value;
}

/** Labels of fields that no form has, and whose names mean nothing to a reader. */
const fieldLabels: Labels = {
  objectType: 'Kind of record',
  targetType: 'Applies to',
  engineVersion: 'Calculation version',
  stateRegion: 'State or region',
  asOfSequence: 'As of audit log entry',
  figuresHash: 'Checksum of the figures',
  packageHash: 'Checksum of the package',
  passwordSet: 'Password set by an administrator',
  sha256: 'Checksum',
};
const acronyms = /\b(?:dpi|gp|ip|irr|jv|lp|moic|nav|pdf|rvpi|tvpi|url)\b/gi;

/** Returns the label of a field: the title in its form, otherwise its name in words. A reference is named by its record, without 'id'. */
export function fieldLabel(name: string): string {
  const bare = name.replace(/(?<=[a-z0-9])Ids?$/, '');
  const label = formTitle(bare) ?? (Object.hasOwn(fieldLabels, bare) ? fieldLabels[bare] : undefined);
  return label ?? toSentence(bare.replace(/^is(?=[A-Z])/, '')).replace(acronyms, (acronym) => acronym.toUpperCase());
}

/** Returns a label for use within a title. An acronym keeps its capitals. */
export const innerLabel = (label: string): string => (/^[A-Z]{2}/.test(label) ? label : lowerFirst(label));
