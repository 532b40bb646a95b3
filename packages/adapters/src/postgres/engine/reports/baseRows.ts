import { textLiteral } from '../texts/text.ts';
import type { Kind } from '@carrara/contract/core/kinds';
import {
  figureColumns,
  type ReportColumn,
  type ReportDefinition,
  type ReportMark,
} from '@carrara/contract/core/report';
import { hiddenId, keyedHash } from '../hiding/keyedHash.ts';
import { coverageSql, excludedPartSql, maxReportedItems } from '../lists/definition.ts';
import { displayedIdField, keySql, labelSql, orderField } from './displayedField.ts';

const named = (fields: readonly string[]): string => fields.map((field) => `"${field}"`).join(', ');
const keysOf = ({ columns }: ReportDefinition) => columns.filter(({ adds, countOf }) => !adds && !countOf);

/** Returns SQL for a figure of a group of rows or facts `b`: the sum of those that are determined and that `filter` includes. */
export const sumSql = ({ field, countOf }: ReportColumn, filter = ''): string =>
  countOf ? `count(DISTINCT b."${countOf}")::int` : `sum(b."${field}")${filter}`;

/** Returns SQL that filters the rows `b` that sums of a report include, or nothing if they include all. */
export const includedRows = ({ marks = [] }: ReportDefinition): string =>
  marks.includes('excluded') ? ` FILTER (WHERE b."excluded" IS NULL)` : '';

/**
 * Returns SQL for a figure of a row that is made of facts `b`. If one of them is not determined, the row isn't either.
 */
const addedInRow = (column: ReportColumn): string =>
  column.countOf || column.excludesParts
    ? sumSql(column)
    : `CASE WHEN count(b."${column.field}") = count(*) THEN ${sumSql(column)} END`;

/** True if a sum of this column may exclude rows. */
const leavesRowsOut = ({ adds, excludesParts }: ReportColumn): boolean => adds === true && excludesParts !== true;

/** Returns the column whose values are counted in coverages. */
const partColumn = ({ columns, groupBy, partOf }: ReportDefinition): ReportColumn | undefined =>
  columns.find(({ field }) => field === partOf) ??
  columns.find(({ field, kind }) => kind === 'reference' && !groupBy.includes(field)) ??
  columns[0];

const missingSql = ({ marks = [] }: ReportDefinition, { field }: ReportColumn): string =>
  `(b."${field}" IS NULL${marks.includes('excluded') ? ' OR b."excluded" IS NOT NULL' : ''})`;

const partLabel = 'part#label';

/** Returns SQL for rows or facts with the names of their parts, which each sum would otherwise look up for each row. A row that all sums include needs none. */
export function withPartLabels(report: ReportDefinition, rows: string): string {
  const part = partColumn(report);
  const figures = report.columns.filter(leavesRowsOut);
  if (part === undefined || figures.length === 0) return rows;
  const isNamed = [
    ...figures.map((column) => missingSql(report, column)),
    ...(report.marks?.includes('carriedFrom') ? ['b."carriedFrom" IS NOT NULL'] : []),
  ];
  return `SELECT b.*, CASE WHEN ${isNamed.join(' OR ')} THEN ${labelSql(part)} END AS "${partLabel}" FROM (${rows}) b`;
}

/** Returns SQL for the coverage of a sum over a group of rows or facts `b`. Undefined if the sum excludes nothing. */
export function coverageColumn(report: ReportDefinition, column: ReportColumn): string | undefined {
  const part = partColumn(report);
  if (!leavesRowsOut(column) || part === undefined) return undefined;
  const { marks = [] } = report;
  const has = (mark: ReportMark) => marks.includes(mark);
  const isMissing = missingSql(report, column);
  const ownReason = has('notDetermined')
    ? `(SELECT d ->> 'message' FROM jsonb_array_elements(b."notDetermined") d WHERE d ->> 'field' = '${column.field}' LIMIT 1)`
    : textLiteral(column.excludedReason ?? '');
  const reason = has('excluded') ? `coalesce(nullif(b."excluded" ->> 'reason', ''), ${ownReason})` : ownReason;
  const lastDate = has('lastDate') ? 'b."lastDate"' : 'NULL::date';
  const carriedFrom = has('carriedFrom') ? 'b."carriedFrom"' : 'NULL::date';
  return `CASE WHEN bool_or(${isMissing} OR ${carriedFrom} IS NOT NULL) THEN ${coverageSql({
    included: `NOT ${isMissing}`,
    undetermined: isMissing,
    excluded: excludedPartSql({ id: keySql(part), name: `b."${partLabel}"`, reason, lastDate }),
    carriedFrom,
    part: keySql(part),
    most: maxReportedItems,
  })} END`;
}

/**
 * Returns SQL for facts, with figures only where their row is determined, so that sums over facts equal the sums over
 * the displayed rows.
 */
export function determinedFacts(report: ReportDefinition): string {
  const { columns } = report;
  const row = `md5(row(${keysOf(report)
    .map(({ field }) => `b."${field}"`)
    .join(', ')})::text)`;
  const figures = columns.filter(leavesRowsOut).map(({ field }) => field);
  if (figures.length === 0) return 'SELECT * FROM facts';
  const others = [
    ...columns.filter((column) => !leavesRowsOut(column) && !column.countOf).map(({ field }) => field),
    ...columns.flatMap(({ countOf }) => countOf ?? []),
  ];
  const unknown = figures.map(
    (field) => `array_agg(DISTINCT ${row}) FILTER (WHERE b."${field}" IS NULL) AS "${field}"`,
  );
  const determined = figures.map(
    (field) => `CASE WHEN u."${field}" IS NULL OR NOT ${row} = ANY (u."${field}") THEN b."${field}" END AS "${field}"`,
  );
  return `SELECT b.tenant_id, ${[...new Set(others)].map((name) => `b."${name}"`).join(', ')}, ${determined.join(', ')}
    FROM facts b CROSS JOIN (SELECT ${unknown.join(', ')} FROM facts b) u`;
}

/**
 * Returns SQL for the rows of a report made of facts: one for all facts that are equal in everything but their figures.
 */
export function rowsOfFacts(report: ReportDefinition): string {
  const keys = named(keysOf(report).map(({ field }) => field));
  const figures = figureColumns(report).map((column) => `${addedInRow(column)} AS "${column.field}"`);
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
  partialMoney: 'numeric(38,2)',
  rolledMoney: 'numeric(38,2)',
  years: 'numeric',
  year: 'integer',
  date: 'date',
  instant: 'timestamptz',
};

const markTypes: Readonly<Record<string, string>> = {
  notDetermined: 'jsonb',
  rolledForwardFrom: 'date',
  reportedThrough: 'date',
  lastDate: 'date',
  carriedFrom: 'date',
};

/**
 * Returns SQL for facts or rows that a function of the domain has computed. They are then sorted, paged and added up
 * like those of a query.
 */
export function enteredRows({ columns, marks = [] }: ReportDefinition, are: 'rows' | 'facts'): string {
  const typed = [
    ...(are === 'rows' ? ['id uuid'] : []),
    ...columns
      .filter(({ countOf }) => are === 'rows' || !countOf)
      .map(({ field, kind }) => `"${field}" ${sqlTypes[kind] ?? 'text'}`),
    ...columns.flatMap(({ countOf }) => (countOf ? [`"${countOf}" text`] : [])),
    ...marks.map((mark) => `"${mark}" ${markTypes[mark] ?? 'boolean'}`),
  ];
  return `SELECT current_tenant() AS tenant_id, g.* FROM json_to_recordset(:requested::json) AS g(${typed.join(', ')})`;
}

/**
 * Returns the substitute columns for hidden people. They are a number per person that follows no order of the
 * records, and for every reference an id that can't be looked up. Without `redactName`, ids are the records' own and
 * nobody has a number.
 */
function substituteColumns({ columns }: ReportDefinition): readonly string[] {
  return columns.flatMap(({ field, kind, redact }) => {
    if (kind !== 'reference') return [];
    const id = `r."${field}"`;
    // Windows are computed for all rows, also if nobody is hidden.
    const hash = `CASE WHEN :redactName::boolean THEN ${keyedHash(`${id}::text`)} END`;
    const rank = `CASE WHEN :redactName::boolean AND ${id} IS NOT NULL THEN dense_rank() OVER (ORDER BY ${hash}) END`;
    return [
      `CASE WHEN :redactName::boolean THEN ${hiddenId(`'${field} ' || ${id}::text`)} ELSE ${id} END AS "${displayedIdField(field)}"`,
      ...(redact ? [`${rank} AS "${orderField(field)}"`] : []),
    ];
  });
}

/** Returns SQL for rows or facts with their substitute columns. */
export function withSubstitutes(report: ReportDefinition, rows: string): string {
  return `SELECT ${['r.*', ...substituteColumns(report)].join(', ')} FROM (${rows}) r`;
}

/** Returns SQL for rows with substitutes, including one for the row's own id. */
export function rowsWithSubstitutes(report: ReportDefinition, rows: string): string {
  const own = [...report.columns.map(({ field }) => field), ...(report.marks ?? [])].map((name) => `r."${name}"`);
  const id = `CASE WHEN :redactName::boolean THEN ${hiddenId(`'row ' || r.id::text`)} ELSE r.id END AS id`;
  return `SELECT ${['r.tenant_id', id, ...own, ...substituteColumns(report)].join(', ')} FROM (${rows}) r`;
}
