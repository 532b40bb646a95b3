import type { ReportColumn } from '@carrara/contract/core/report';
import type { ListColumn } from '../lists/index.ts';
import { readSql, referenceSql } from '../records/columns.ts';

const caseless: ReadonlySet<string> = new Set(['text', 'longText', 'email', 'code']);
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
export const at = (field: string): string => `b."${field}"`;

/** Where the number stands that hides a person; null while nobody is hidden. */
export const placeOf = (field: string): string => `${field}#place`;
/** An id that stands for a hidden person: it is that of no record. */
const hiddenId = (field: string): string =>
  `('00000000-0000-4000-8000-' || lpad(${at(placeOf(field))}::text, 12, '0'))::uuid`;

/** The value of a column as the contract has it, from the row `b` of a base; and what it is sorted by. */
export function shown({ field, kind, of, options = [], redact }: ReportColumn): ListColumn & { readonly sort: string } {
  const place = at(field);
  if (kind === 'status') {
    const texts = options.map(({ code, description }) => `WHEN ${quoted(code)} THEN ${quoted(description)}`);
    return {
      value: `jsonb_build_object('code', ${place}, 'description', CASE ${place} ${texts.join(' ')} END)`,
      sort: `array_position(ARRAY[${options.map(({ code }) => quoted(code)).join(', ')}], ${place})`,
    };
  }
  if (kind === 'reference') {
    const reference = referenceSql(place, of);
    const hidden = `jsonb_build_object('id', ${hiddenId(field)}, 'name', 'Participant ' || ${at(placeOf(field))})`;
    const value = redact ? `CASE WHEN ${at(placeOf(field))} IS NULL THEN ${reference} ELSE ${hidden} END` : reference;
    return { value, sort: `lower(coalesce((${value}) ->> 'name', (${value}) ->> 'description'))` };
  }
  return { value: readSql(kind, place), sort: caseless.has(kind) ? `lower(${place})` : place };
}

/** What tells the value from others (`groupKey`). */
export const keySql = ({ field, redact }: ReportColumn): string =>
  redact
    ? `CASE WHEN ${at(placeOf(field))} IS NULL THEN ${at(field)} ELSE ${hiddenId(field)} END::text`
    : `${at(field)}::text`;

/** The value in words. */
export function labelSql(column: ReportColumn): string {
  const { value } = shown(column);
  if (column.kind === 'status') return `(${value}) ->> 'description'`;
  return column.kind === 'reference' ? `coalesce((${value}) ->> 'code', (${value}) ->> 'name')` : `(${value})::text`;
}
