import { textLiteral } from '../texts/text.ts';
import type { ReportColumn } from '@carrara/contract/core/report';
import type { ListColumn } from '../lists/definition.ts';
import { readSql, referenceSql } from '../records/columns.ts';

const caseless: ReadonlySet<string> = new Set(['text', 'longText', 'email', 'code']);
const at = (field: string): string => `b."${field}"`;

/** Returns the column with the number that replaces a person. Null if nobody is hidden. */
export const orderField = (field: string): string => `${field}#position`;
/** Returns the column with a reference's displayed id, a substitute if people are hidden. */
export const displayedIdField = (field: string): string => `${field}#displayed`;

/** Returns the value of a column in the contract's form, from the row `b` of a base, and its sort key. */
export function listColumn({
  field,
  kind,
  target: type,
  options = [],
  redact,
}: ReportColumn): ListColumn & { readonly sort: string } {
  const column = at(field);
  if (kind === 'status') {
    const texts = options.map(({ code, description }) => `WHEN ${textLiteral(code)} THEN ${textLiteral(description)}`);
    return {
      value: `jsonb_build_object('code', ${column}, 'description', CASE ${column} ${texts.join(' ')} END)`,
      sort: `array_position(ARRAY[${options.map(({ code }) => textLiteral(code)).join(', ')}], ${column})`,
    };
  }
  if (kind === 'reference') {
    const id = `jsonb_build_object('id', ${at(displayedIdField(field))})`;
    const reference = `${referenceSql(column, type)} || ${id}`;
    const text = (value: string) => `lower(coalesce((${value}) ->> 'name', (${value}) ->> 'description'))`;
    if (!redact) return { value: reference, sort: text(reference) };
    const number = at(orderField(field));
    const person = `jsonb_build_object('name', 'Participant ' || ${number}) || ${id}`;
    return {
      value: `CASE WHEN ${number} IS NULL THEN ${reference} ELSE ${person} END`,
      sort: `CASE WHEN ${number} IS NULL THEN ${text(reference)} ELSE lpad(${number}::text, 12, '0') END`,
    };
  }
  return { value: readSql(kind, column), sort: caseless.has(kind) ? `lower(${column})` : column };
}

/** Returns SQL for the key that distinguishes values (`groupKey`). */
export const keySql = ({ field, kind }: ReportColumn): string =>
  `${at(kind === 'reference' ? displayedIdField(field) : field)}::text`;

/** Returns SQL for the value as text. */
export function labelSql(column: ReportColumn): string {
  const { value } = listColumn(column);
  if (column.kind === 'status') return `(${value}) ->> 'description'`;
  if (column.kind !== 'reference') return `(${value})::text`;
  // Reference entries are labeled by their description, and currencies by their code, as next to every amount. The sources
  // of carry are labeled by their name, as in their rows: most of them have no code.
  const isEntry = column.target?.startsWith('reference:') === true && column.target !== 'reference:currency';
  const [first, other] = isEntry
    ? ['description', 'code']
    : column.target === 'container'
      ? ['name', 'code']
      : ['code', 'name'];
  return `coalesce((${value}) ->> '${first}', (${value}) ->> '${other}')`;
}
