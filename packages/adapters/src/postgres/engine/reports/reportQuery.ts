import type { StatedCoverage } from '@carrara/contract/core/coverage';
import {
  addedAt,
  type ChartSum,
  figureColumns,
  groupKey,
  linkFields,
  type ReportColumn,
  type ReportDefinition,
  type Subtotal,
} from '@carrara/contract/core/report';
import type { Failures } from '@carrara/domain/kernel';
import { sql } from 'kysely';
import { defineListQuery, type ListQuery } from '../lists/listQuery.ts';
import { withParameters } from '../lists/listRows.ts';
import { readSql, referenceSql } from '../records/columns.ts';
import { baseCurrency } from '../texts/amounts.ts';
import { compile } from '../unitOfWork/compile.ts';
import type { Transaction } from '../unitOfWork/transaction.ts';
import { withHidingKeys } from '../hiding/keyedHash.ts';
import {
  sumSql,
  coverageColumn,
  includedRows,
  determinedFacts,
  enteredRows,
  rowsOfFacts,
  rowsWithSubstitutes,
  withPartLabels,
  withSubstitutes,
} from './baseRows.ts';
import { checkRedaction } from './checkRedaction.ts';
import { displayedIdField, keySql, labelSql, orderField, listColumn } from './displayedField.ts';

export type Values = Readonly<Record<string, unknown>>;

/**
 * Source of a report's figures. In its SQL, `:name` is the parameter of that name or null, and `:today` is the firm's
 * local date. It returns a column per report column, under its name, and `tenant_id`. A reference is returned as its
 * id, a status as its code.
 */
export interface ReportBase {
  /**
   * `rows` are the report's rows, each with an `id`. `facts` are added up to rows: those that are equal in everything
   * but their figures form one row, and a count needs `countOf`.
   */
  readonly source: 'rows' | 'facts';
  /**
   * A statement, or a function that computes the rows from one read. Its rows are then sorted, paged and added up in
   * the same way.
   */
  readonly from: string | ((tx: Transaction, values: Values) => Promise<readonly Values[]>);
  /** Returns reasons why the report can't run with these parameters, such as a missing rate. */
  readonly refuses?: (tx: Transaction, values: Values) => Promise<Failures>;
}

export interface ReportQuery extends Omit<ListQuery, 'definition' | 'columns'> {
  readonly report: ReportDefinition;
  readonly refuses?: ReportBase['refuses'];
  /** Returns default parameters, such as the last quarter end. The head of a page or file displays them. */
  readonly usual?: (tx: Transaction, values: Values) => Promise<Values>;
  /** Returns the sums of all groups, those of the whole report (`keys` is empty) first, and those of its charts. */
  sums(tx: Transaction, values: Values): Promise<ReportSums>;
  /** Returns the names of the parameters that are references. */
  names(tx: Transaction, values: Values): Promise<Readonly<Record<string, string>>>;
}

/** Returns the rows of a statement with `:name`s, as input for a computed base. Decimals are text. */
export function queryRows<R>(tx: Transaction, statement: string, values: Values): Promise<R[]> {
  const { sql: text, parameters } = compile(withParameters(statement, values));
  return tx.prepared<R>(text, parameters);
}

interface ReportSums {
  readonly subtotals: readonly Subtotal[];
  readonly charts: readonly (readonly ChartSum[])[];
}

interface Sums {
  /** Index of the grouping or chart that the sums belong to. */
  readonly at: number;
  readonly keys: readonly (string | null)[];
  /** The keys of a chart's link. */
  readonly links: readonly (string | null)[];
  readonly splitKeys: readonly string[];
  readonly sums: Readonly<Record<string, string | null>>;
  readonly coverage: Readonly<Record<string, StatedCoverage | null>>;
}

/** Returns SQL for the position of a value among rows and sums. The base currency of the firm comes first. */
const positionIn = (column: ReportColumn): string =>
  column.field === 'currency' && column.kind === 'code'
    ? `CASE WHEN b."currency" = ${baseCurrency} THEN '' ELSE b."currency" END`
    : `(${listColumn(column).sort})::text`;

/** Kinds whose order a chart preserves. */
const ordered: ReadonlySet<string> = new Set(['year', 'date', 'status']);

/**
 * Creates a report from its definition and its base. Pages and files read its rows like those of a list, and each group
 * has sums.
 */
export function defineReportQuery(report: ReportDefinition, base: ReportBase): ReportQuery {
  const column = (field: string): ReportColumn => {
    const found = report.columns.find((candidate) => candidate.field === field);
    if (!found) throw new Error(`${report.name} has no column ${field}`);
    return found;
  };
  checkRedaction(report);
  const groups = report.groupBy.map(column);
  const splitColumns = report.splitBy.map(column);
  const { from } = base;
  const statement = typeof from === 'string' ? from : enteredRows(report, base.source);
  const ownRows =
    base.source === 'rows' ? statement : `WITH facts AS MATERIALIZED (${statement}) ${rowsOfFacts(report)}`;
  const list = defineListQuery({
    base: { table: 'own', rows: rowsWithSubstitutes(report, ownRows) },
    columns: {
      ...Object.fromEntries(report.columns.map((reportColumn) => [reportColumn.field, listColumn(reportColumn)])),
      ...Object.fromEntries((report.marks ?? []).map((mark) => [mark, { value: `b."${mark}"` }])),
    },
    defaultSort: report.defaultSort,
    order: {
      before: groups.flatMap((group) => [listColumn(group).sort, keySql(group)]),
      after: splitColumns.map(positionIn),
    },
  });
  const figures = figureColumns(report);
  const counted = withPartLabels(
    report,
    base.source === 'rows'
      ? withSubstitutes(report, statement)
      : `WITH facts AS MATERIALIZED (${statement}) ${withSubstitutes(report, determinedFacts(report))}`,
  );

  const levels = [...groups.keys(), groups.length].map((level) => groups.slice(0, level));
  const charts = (report.charts ?? []).map(({ measure, by, over, ...chart }) => ({
    figure: column(measure),
    keys: [by, ...(over ? [over] : [])].map(column),
    links: linkFields(chart).map(column),
  }));
  const sumsOfAll = [
    ...levels.map((keys, at) =>
      sumsSql(report, splitColumns, { index: at, keys, links: [], totaled: figures, keyOf: keySql }),
    ),
    ...charts.map((chart, at) => sumsSql(report, splitColumns, sumsByChart(chart, levels.length + at))),
  ];
  const allSums = `WITH own AS MATERIALIZED (${counted}) SELECT at, keys, links, "splitKeys", sums, coverage FROM (
    ${sumsOfAll.join(' UNION ALL ')}) g ORDER BY at, size DESC NULLS LAST, position`;

  const computed = typeof from === 'string' ? undefined : computedOnce(from);
  const filled = async (tx: Transaction, requested: Values): Promise<Values> => {
    const values = withHidingKeys(tx, `report ${report.name}`, requested);
    return computed ? { ...values, requested: await computed(tx, requested) } : values;
  };

  return {
    report,
    ...(base.refuses ? { refuses: base.refuses } : {}),
    page: async (tx, request) => list.page(tx, { ...request, filters: await filled(tx, request.filters ?? {}) }),
    rows: async (tx, request) => list.rows(tx, { ...request, filters: await filled(tx, request.filters ?? {}) }),
    async sums(tx, values) {
      if (figures.length === 0) return { subtotals: [], charts: [] };
      const found = await queryRows<Sums>(tx, allSums, await filled(tx, values));
      return {
        subtotals: subtotalsIn(
          report,
          found.filter(({ at }) => at < levels.length),
        ),
        charts: charts.map(({ figure, links }, chart) =>
          chartSumsIn(
            figure.field,
            links,
            found.filter(({ at }) => at === levels.length + chart),
          ),
        ),
      };
    },
    names: (tx, values) => parameterNames(report, tx, values),
  };
}

interface SummedChart {
  readonly figure: ReportColumn;
  readonly keys: readonly ReportColumn[];
  readonly links: readonly ReportColumn[];
}

/** Parts without an order of their own are sorted by amount. */
function sumsByChart({ figure, keys, links }: SummedChart, index: number): SumsBy {
  const [by] = keys;
  const hasOrder = by !== undefined && ordered.has(by.kind);
  return { index, keys, links, totaled: [figure], keyOf: labelSql, ...(hasOrder ? {} : { largest: sumSql(figure) }) };
}

/** Sums of a grouping or a chart. */
interface SumsBy {
  /** Index of the grouping or chart. */
  readonly index: number;
  readonly keys: readonly ReportColumn[];
  /** The columns in the link of a chart's part. Each part has one value of them. */
  readonly links: readonly ReportColumn[];
  readonly totaled: readonly ReportColumn[];
  readonly keyOf: (column: ReportColumn) => string;
  /** SQL for the figure whose largest value comes first. */
  readonly largest?: string;
}

/** Returns SQL for the sums per combination of `keys` and `splitColumns`. */
function sumsSql(
  report: ReportDefinition,
  splitColumns: readonly ReportColumn[],
  { index, keys, links, totaled, keyOf, largest }: SumsBy,
): string {
  // A grouping column or a chart's parts may also keep figures separate.
  const columns = [...new Set([...keys, ...links, ...splitColumns])];
  const own = [
    'tenant_id',
    ...columns.flatMap(({ field, kind, redact }) => [
      field,
      ...(kind === 'reference' ? [displayedIdField(field)] : []),
      ...(redact ? [orderField(field)] : []),
    ]),
  ].map((name) => `b."${name}"`);
  const sums = totaled.map(
    (reportColumn) =>
      `'${reportColumn.field}', ${readSql(reportColumn.kind === 'count' ? 'text' : reportColumn.kind, sumSql(reportColumn, includedRows(report)))}::text`,
  );
  const coverages = totaled.flatMap((reportColumn) => {
    const coverage = coverageColumn(report, reportColumn);
    return coverage === undefined ? [] : [`'${reportColumn.field}', ${coverage}`];
  });
  const texts = (all: readonly string[]) => `ARRAY[${all.join(', ')}]::text[]`;
  return `SELECT ${index} AS at, ${texts(keys.map(keyOf))} AS keys, ${texts(links.map(keySql))} AS links, ${texts(splitColumns.map(labelSql))} AS "splitKeys", b.sums, b.coverage, b.size,
      ${texts(columns.map(positionIn))} AS position
    FROM (SELECT ${own.join(', ')}, jsonb_build_object(${sums.join(', ')}) AS sums, jsonb_build_object(${coverages.join(', ')}) AS coverage, ${largest ?? 'NULL::numeric'} AS size
      FROM own b GROUP BY ${own.join(', ')}) b`;
}

/** Returns a function that computes rows once per transaction for the page, the rows and the sums, as JSON. */
function computedOnce(compute: Exclude<ReportBase['from'], string>) {
  const created = new WeakMap<Transaction, { readonly key: string; readonly rows: Promise<string> }>();
  return (tx: Transaction, values: Values): Promise<string> => {
    const key = JSON.stringify(values);
    const before = created.get(tx);
    if (before?.key === key) return before.rows;
    const pending = compute(tx, values).then((rows) => JSON.stringify(rows));
    created.set(tx, { key, rows: pending });
    return pending;
  };
}

const subtotalsIn = (report: ReportDefinition, found: readonly Sums[]): Subtotal[] =>
  found.flatMap(({ at, keys, splitKeys, sums, coverage }) => {
    const totals = addedAt(report, at).map(({ field }) => ({
      field,
      total: sums[field] ?? null,
      ...(coverage[field] ? { coverage: coverage[field] } : {}),
    }));
    return totals.length === 0 ? [] : [{ keys: keys.map((key) => groupKey(key)), splitKeys: [...splitKeys], totals }];
  });

const chartSumsIn = (figure: string, linked: readonly ReportColumn[], found: readonly Sums[]): ChartSum[] =>
  found.map(({ keys: [name = null, date = null], links, splitKeys, sums }) => ({
    name,
    date,
    splitKeys: [...splitKeys],
    amount: sums[figure] ?? null,
    link: linked.map(({ field }, at) => ({ field, key: links[at] ?? null })),
  }));

/** Returns the names of the parameters that are references. */
async function parameterNames(
  report: ReportDefinition,
  tx: Transaction,
  values: Values,
): Promise<Readonly<Record<string, string>>> {
  const parameters = Object.entries(report.parameters).filter(
    ([name, { kind }]) => kind === 'reference' && values[name],
  );
  const found = await Promise.all(
    parameters.map(async ([name, { target: type }]) => {
      const [row] = await tx.run<{ name: string }>(
        sql`SELECT coalesce(r.value ->> 'name', r.value ->> 'description', '') AS name
              FROM (SELECT ${sql.raw(referenceSql('b.id', type))} AS value FROM (SELECT ${tx.tenantId}::uuid AS tenant_id, ${values[name]}::uuid AS id) b) r`,
      );
      return [name, row?.name ?? ''] as const;
    }),
  );
  return Object.fromEntries(found);
}
