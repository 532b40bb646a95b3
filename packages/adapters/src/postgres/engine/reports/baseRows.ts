import type { Kind } from '@carrara/contract/core/kinds';
import type { ReportColumn, ReportDefinition } from '@carrara/contract/core/report';
import { figuresOf } from '@carrara/contract/core/report';
import { hiddenId, keyed } from '../hiding/index.ts';
import { idShownOf, placeOf } from './shown.ts';

const named = (fields: readonly string[]): string => fields.map((field) => `"${field}"`).join(', ');
const keysOf = ({ columns }: ReportDefinition) => columns.filter(({ adds, countOf }) => !adds && !countOf);

/** One of the figures of a group of rows or facts `b`: a sum with a part that is not determined is not determined; what does not apply is left out. */
export const added = ({ field, countOf, leavesOut }: ReportColumn): string =>
  countOf
    ? `count(DISTINCT b."${countOf}")::int`
    : leavesOut
      ? `sum(b."${field}")`
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
  amounts: 'jsonb',
  percent: 'numeric',
  multiple: 'numeric',
  rate: 'numeric',
  return: 'numeric',
  spanReturn: 'numeric',
  partialReturn: 'numeric',
  partialSpanReturn: 'numeric',
  partialMultiple: 'numeric',
  rolledMoney: 'numeric(38,2)',
  years: 'numeric',
  year: 'integer',
  date: 'date',
  instant: 'timestamptz',
};

const markTypes: Readonly<Record<string, string>> = { notDetermined: 'jsonb', rolledForwardFrom: 'date' };

/** Facts or rows that a function of the domain has answered, as a statement: ordered, paged and added up like those of a query. */
export function givenRows({ columns, marks = [] }: ReportDefinition, are: 'rows' | 'facts'): string {
  const typed = [
    ...(are === 'rows' ? ['id uuid'] : []),
    ...columns
      .filter(({ countOf }) => are === 'rows' || !countOf)
      .map(({ field, kind }) => `"${field}" ${sqlTypes[kind] ?? 'text'}`),
    ...columns.flatMap(({ countOf }) => (countOf ? [`"${countOf}" text`] : [])),
    ...marks.map((mark) => `"${mark}" ${markTypes[mark] ?? 'boolean'}`),
  ];
  return `SELECT current_tenant() AS tenant_id, g.* FROM jsonb_to_recordset(:given::jsonb) AS g(${typed.join(', ')})`;
}

/**
 * The columns that stand for what is hidden: a number for each person, which follows no order of the records, and an id for everything that is
 * referred to, by which nothing can be asked. Without `redactName` the ids are the records' own and nobody has a number.
 */
function standIns({ columns }: ReportDefinition): readonly string[] {
  return columns.flatMap(({ field, kind, redact }) => {
    if (kind !== 'reference') return [];
    const id = `r."${field}"`;
    const place = `CASE WHEN :redactName::boolean AND ${id} IS NOT NULL THEN dense_rank() OVER (ORDER BY ${keyed(`${id}::text`)}) END`;
    return [
      `CASE WHEN :redactName::boolean THEN ${hiddenId(`'${field} ' || ${id}::text`)} ELSE ${id} END AS "${idShownOf(field)}"`,
      ...(redact ? [`${place} AS "${placeOf(field)}"`] : []),
    ];
  });
}

/** Rows or facts with what stands for the hidden. */
export function withStandIns(report: ReportDefinition, rows: string): string {
  return `SELECT ${['r.*', ...standIns(report)].join(', ')} FROM (${rows}) r`;
}

/** The same of rows, with an id that stands for theirs. */
export function rowsWithStandIns(report: ReportDefinition, rows: string): string {
  const own = [...report.columns.map(({ field }) => field), ...(report.marks ?? [])].map((name) => `r."${name}"`);
  const id = `CASE WHEN :redactName::boolean THEN ${hiddenId(`'row ' || r.id::text`)} ELSE r.id END AS id`;
  return `SELECT ${['r.tenant_id', id, ...own, ...standIns(report)].join(', ')} FROM (${rows}) r`;
}
