import type { Field, Fields } from '@carrara/contract/core/fields';
import type { Kind, Reference, StatusValue } from '@carrara/contract/core/kinds';
import { carryTermsFields, carryTermsRows } from '@carrara/contract/performance/carryTerms/carryTerms';
import { carryTermParts } from '@carrara/domain/performance/imports';
import {
  type ImportField,
  type Mapping,
  type NamedRecord,
  readImportValue,
  type ReadRow,
  requiredText,
  type RowRefusal,
  textValue,
} from '@carrara/domain/platform/upload';

type Values = Readonly<Record<string, unknown>>;
type Part = keyof typeof carryTermParts;
type RowName = keyof typeof carryTermsRows;

/** A version of carry terms in a file, as a form would save it. */
export interface TermsInFile {
  readonly vehicle: NamedRecord;
  readonly effectiveDate: string;
  readonly values: Values;
  /** The rows of its terms, by their path. */
  readonly rows: ReadonlyMap<string, number>;
  readonly firstRow: number;
}

/** Finds records by the words of a file. */
export interface TermNames {
  readonly vehicle: (text: string) => NamedRecord | undefined;
  /** By the target of a reference. */
  readonly records: Readonly<Record<string, (text: string) => NamedRecord | undefined>>;
}

const { vehicle: _vehicle, effectiveDate: _effectiveDate, ...ownFields } = carryTermsFields;
const fieldsOf = (part: Part): Fields => (part === 'terms' ? ownFields : carryTermsRows[part as RowName]);
const isSame = (first: string, other: string) => first.trim().toLowerCase() === other.trim().toLowerCase();

const numberUnits: Partial<Record<Kind, ImportField['unit']>> = { percent: 'percentage', multiple: 'multiple' };

/** Returns a term as a column of a file. References and years are read as text. */
function columnOf({ kind, title, options = [] }: Field): ImportField {
  const choices = Object.fromEntries(options.map(({ code, description }) => [code, description]));
  const base = { title, hint: '' };
  if (kind === 'status') return { ...base, kind: 'choice', choices };
  if (kind === 'boolean') return { ...base, kind: 'flag' };
  if (kind === 'date' || kind === 'money') return { ...base, kind };
  const unit = numberUnits[kind];
  return unit === undefined ? { ...base, kind: 'text', max: 4000 } : { ...base, kind: 'number', unit };
}

interface Reading {
  readonly names: TermNames;
  readonly mapping: Mapping;
  readonly refuse: (row: ReadRow, field: string, reason: string) => undefined;
}

/** Returns the value of a term as a form has it. Undefined if it is refused. */
function valueOf(row: ReadRow, field: Field, { names, mapping, refuse }: Reading): unknown {
  const text = requiredText(row, 'value');
  if (field.kind === 'reference') {
    const found = names.records[field.target ?? '']?.(text);
    return found === undefined
      ? refuse(row, 'value', `There is no ${field.title.toLowerCase()} '${text}'.`)
      : { id: found.id, name: found.name };
  }
  const read = readImportValue({ column: 1, type: 'text', text }, columnOf(field), mapping);
  if (read.isErr()) return refuse(row, 'value', `${field.title}: ${read.error}.`);
  if (field.kind === 'status') return { code: read.value.text };
  if (field.kind === 'boolean') return read.value.text === 'true';
  if (field.kind !== 'year') return read.value.text;
  return /^\d{4}$/.test(text) ? Number(text) : refuse(row, 'value', `'${text}' isn’t a year.`);
}

/**
 * Reads the rows of a file of carry terms: one for each term. The rows of a fund and date are a whole version, so terms without a row are blank.
 *
 * Fails: in the refusals, every row with each of its reasons.
 */
export function readCarryTermsRows(
  rows: readonly ReadRow[],
  names: TermNames,
  mapping: Mapping,
): { readonly versions: readonly TermsInFile[]; readonly refusals: readonly RowRefusal[] } {
  const refusals: RowRefusal[] = [];
  const refuse = ({ row }: ReadRow, field: string, reason: string): undefined =>
    void refusals.push({ row, field, reason });
  const versions = new Map<
    string,
    TermsInFile & { readonly terms: Map<string, unknown>; readonly at: Map<string, number> }
  >();
  for (const row of rows) {
    const cellText = requiredText(row, 'vehicle');
    const vehicle =
      names.vehicle(cellText) ?? refuse(row, 'vehicle', `There is no fund or coinvestment '${cellText}'.`);
    const part = requiredText(row, 'part') as Part;
    const number = textValue(row, 'number');
    const isNumbered = number !== null && /^[1-9]\d{0,2}$/.test(number);
    if (part !== 'terms' && !isNumbered) refuse(row, 'number', 'Enter the number of the tier or row, such as 1.');
    const term = requiredText(row, 'term');
    const [name, field] =
      Object.entries(fieldsOf(part)).find(([, { title }]) => isSame(title, term)) ?? ([undefined, undefined] as const);
    if (name === undefined || field === undefined) {
      const titles = Object.values(fieldsOf(part)).map(({ title }) => title);
      refuse(row, 'term', `There is no term '${term}' here. Enter one of these: ${titles.join(', ')}.`);
      continue;
    }
    const value = valueOf(row, field, { names, mapping, refuse });
    if (vehicle === undefined || value === undefined || (part !== 'terms' && !isNumbered)) continue;
    const effectiveDate = requiredText(row, 'date');
    const key = `${vehicle.id} ${effectiveDate}`;
    const [terms, at] = [new Map<string, unknown>(), new Map<string, number>()];
    const version = versions.get(key) ?? { vehicle, effectiveDate, values: {}, rows: at, firstRow: row.row, terms, at };
    versions.set(key, version);
    const path = part === 'terms' ? name : `${part}.${String(number)}.${name}`;
    const twin = version.at.get(path);
    if (twin !== undefined) {
      refuse(row, 'term', `Row ${String(twin)} already has this term.`);
      continue;
    }
    version.terms.set(path, value);
    version.at.set(path, row.row);
  }
  return { versions: [...versions.values()].map(assembled), refusals };
}

/** Puts the terms of a version together. Its rows get the positions that follow from their numbers. */
function assembled({
  terms,
  at,
  ...version
}: TermsInFile & {
  readonly terms: ReadonlyMap<string, unknown>;
  readonly at: ReadonlyMap<string, number>;
}): TermsInFile {
  const values: Record<string, unknown> = {};
  const byPosition = new Map<string, number>();
  for (const name of Object.keys(ownFields)) {
    values[name] = terms.get(name) ?? null;
    const row = at.get(name);
    if (row !== undefined) byPosition.set(name, row);
  }
  for (const [part, fields] of Object.entries(carryTermsRows)) {
    const numbers = new Set(
      [...terms.keys()].flatMap((path) => (path.startsWith(`${part}.`) ? [Number(path.split('.')[1])] : [])),
    );
    values[part] = [...numbers]
      .toSorted((first, other) => first - other)
      .map((number, position) =>
        Object.fromEntries(
          Object.entries(fields as Fields).map(([name, { kind }]) => {
            const path = `${part}.${String(number)}.${name}`;
            const row = at.get(path);
            if (row !== undefined) byPosition.set(`${part}.${String(position)}.${name}`, row);
            return [name, terms.get(path) ?? (kind === 'boolean' ? false : null)];
          }),
        ),
      );
  }
  return { ...version, values, rows: byPosition };
}

/** Returns the name of a term by its path in a version: `Rate per year`, or `Tier 2, Rate per year`. */
export function termTitle([first, position, name]: readonly PropertyKey[]): string {
  const part = (Object.keys(carryTermParts) as Part[]).find((candidate) => candidate === first);
  if (part === undefined) return (ownFields as Fields)[String(first)]?.title ?? String(first);
  const row = `${carryTermParts[part]} ${String(Number(position) + 1)}`;
  const title = fieldsOf(part)[String(name)]?.title;
  return title === undefined ? row : `${row}, ${title}`;
}

/** Returns a stored value as text of a file. Null if it is blank. */
function textOf({ kind, options = [] }: Field, value: unknown): string | null {
  if (value === undefined || value === null || value === '' || value === false) return null;
  if (kind === 'boolean') return 'yes';
  if (kind === 'status') {
    const code = typeof value === 'string' ? value : (value as StatusValue).code;
    return options.find((option) => option.code === code)?.description ?? code;
  }
  if (kind !== 'reference') return String(value);
  const { code, name, description, id } = value as Reference;
  return code ?? name ?? description ?? id;
}

/** Returns the rows of a file from stored versions: the same that `readCarryTermsRows` reads. */
export const carryTermsFileRows = (
  vehicle: string,
  versions: readonly (Values & { readonly effectiveDate: string })[],
): readonly (readonly (string | null)[])[] =>
  versions.flatMap((version) =>
    (Object.keys(carryTermParts) as Part[]).flatMap((part) => {
      const records = part === 'terms' ? [version] : ((version[part] ?? []) as readonly Values[]);
      return records.flatMap((record, at) =>
        Object.entries(fieldsOf(part)).flatMap(([name, field]) => {
          const value = textOf(field, record[name]);
          const number = part === 'terms' ? null : String(at + 1);
          return value === null
            ? []
            : [[vehicle, version.effectiveDate, carryTermParts[part], number, field.title, value]];
        }),
      );
    }),
  );
