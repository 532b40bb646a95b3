import type { Kind } from '@carrara/contract/core/kinds';
import type { ReportColumn, ReportDefinition } from '@carrara/contract/core/report';
import { figuresOf } from '@carrara/contract/core/report';
import { placeOf } from './shown.ts';

const named = (fields: readonly string[]): string => fields.map((field) => `"${field}"`).join(', ');
const keysOf = ({ columns }: ReportDefinition) => columns.filter(({ adds, countOf }) => !adds && !countOf);

/** One of the figures of a group of rows or facts `b`: a sum with a part that is not determined is not determined. */
export const added = ({ field, countOf }: ReportColumn): string =>
  countOf
    ? `count(DISTINCT b."${countOf}")::int`
    : `CASE WHEN count(b."${field}") = count(*) THEN sum(b."${field}") END`;

/** The rows of a report that are made of facts: one for all facts that are alike in everything but their figures. */
export function rowsOfFacts(report: ReportDefinition): string {
  const keys = named(keysOf(report).map(({ field }) => field));
  const figures = figuresOf(report).map((column) => `${added(column)} AS "${column.field}"`);
  return `SELECT b.tenant_id, md5(row(${keys})::text)::uuid AS id, ${[keys, ...figures].join(', ')} FROM facts b GROUP BY b.tenant_id, ${keys}`;
}

const sqlTypes: Partial<Record<Kind, string>> = {
  id: 'uuid',
  reference: 'uuid',
  boolean: 'boolean',
  count: 'integer',
  money: 'numeric(38,2)',
  shares: 'numeric(38,2)',
  percent: 'numeric',
  multiple: 'numeric',
  rate: 'numeric',
  years: 'numeric',
  date: 'date',
  instant: 'timestamptz',
};

/** Facts or rows that a function of the domain has answered, as a statement: ordered, paged and added up like those of a query. */
export function givenRows({ columns }: ReportDefinition, are: 'rows' | 'facts'): string {
  const typed = [
    ...(are === 'rows' ? ['id uuid'] : []),
    ...columns
      .filter(({ countOf }) => are === 'rows' || !countOf)
      .map(({ field, kind }) => `"${field}" ${sqlTypes[kind] ?? 'text'}`),
    ...columns.flatMap(({ countOf }) => (countOf ? [`"${countOf}" text`] : [])),
  ];
  return `SELECT current_tenant() AS tenant_id, g.* FROM jsonb_to_recordset(:given::jsonb) AS g(${typed.join(', ')})`;
}

/** With a number for each person that is to be hidden; the numbers follow no order of the records. */
export function withPlaces({ name, columns }: ReportDefinition, rows: string): string {
  const hidden = columns.filter(({ redact }) => redact);
  if (hidden.length === 0) return rows;
  const places = hidden.map(
    ({ field }) =>
      `CASE WHEN :redactName::boolean THEN dense_rank() OVER (ORDER BY md5(r."${field}"::text || '${name}')) END AS "${placeOf(field)}"`,
  );
  return `SELECT r.*, ${places.join(', ')} FROM (${rows}) r`;
}
