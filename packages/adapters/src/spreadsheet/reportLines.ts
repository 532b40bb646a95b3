import { coverageLines, namesInFile } from '@carrara/contract/core/coverage';
import { groupKey, type ReportParameterText, type Subtotal } from '@carrara/contract/core/report';
import { type PrintedColumn, type PrintedRow, printedValue } from './readable.ts';

/** A report's groups with their sums, and its parameters. */
export interface PrintedReport {
  readonly groupBy: readonly string[];
  readonly splitBy: readonly string[];
  readonly subtotals: readonly Subtotal[];
  readonly parameters: readonly ReportParameterText[];
  /** Note for readers of the figures, below all rows. */
  readonly note?: string | undefined;
  /** Plural noun for the things that coverage counts. Defaults to `rows`. */
  readonly counted?: string | undefined;
}

/** A sum below its rows. */
export interface SumLine {
  readonly label: string;
  readonly values: ReadonlyMap<string, string | null>;
  readonly splitKeys: readonly string[];
  /**
   * Number of preceding lines that the sum covers, counted back from the first sum of its group and including other
   * sums.
   */
  readonly lines: number;
  /** Position among the sums of its group, from 0. */
  readonly index: number;
}
export type ReportLine = { readonly row: PrintedRow } | { readonly sum: SumLine } | { readonly note: string };

/**
 * Yields the rows of a report, each group followed by its sums, and finally the totals, with notes on what the sums
 * leave out. A list has only rows.
 */
export async function* reportLines(
  rows: AsyncIterable<PrintedRow> | Iterable<PrintedRow>,
  columns: readonly PrintedColumn[],
  report: PrintedReport | undefined,
): AsyncGenerator<ReportLine> {
  if (!report) {
    for await (const row of rows) yield { row };
    return;
  }
  const { groupBy, subtotals, counted = 'rows' } = report;
  const excludesParts = new Set(columns.flatMap((column) => (column.excludesParts ? [column.field] : [])));
  const titles = groupBy.map((field) => columns.find((column) => column.field === field));
  let keys: readonly string[] = [];
  let names: readonly string[] = [];
  let at = 0;
  /** Line at which the open group of each level began. Level 0 is the whole report. */
  const begun = [0];
  function* sumsOf(level: number): Generator<ReportLine> {
    const own = JSON.stringify(keys.slice(0, level));
    const found = subtotals.filter((sums) => JSON.stringify(sums.keys) === own);
    const lines = at - (begun[level] ?? 0);
    for (const [index, { splitKeys, totals }] of found.entries()) {
      const label = [names[level - 1] ?? 'Total', ...splitKeys].join(', ');
      const visible = totals.filter(({ field, total }) => total !== null || !excludesParts.has(field));
      yield {
        sum: { label, splitKeys, lines, index, values: new Map(visible.map(({ field, total }) => [field, total])) },
      };
      at += 1;
    }
    for (const { splitKeys, totals } of found)
      for (const line of coverageLines(totals, columns, counted, namesInFile)) {
        yield { note: [[names[level - 1] ?? 'Total', ...splitKeys].join(', '), line].join(': ') };
        at += 1;
      }
  }
  for await (const row of rows) {
    const next = groupBy.map((field) => groupKey(row[field]));
    const unlike = next.findIndex((key, level) => key !== keys[level]);
    const first = unlike < 0 ? groupBy.length : unlike;
    for (let level = keys.length; level > first; level -= 1) yield* sumsOf(level);
    for (let level = first + 1; level <= groupBy.length; level += 1) begun[level] = at;
    keys = next;
    names = titles.map((column) => (column ? nameIn(column, row) : ''));
    yield { row };
    at += 1;
  }
  for (let level = keys.length; level >= 0; level -= 1) yield* sumsOf(level);
  if (report.note !== undefined) yield { note: report.note };
}

const nameIn = ({ field, kind }: PrintedColumn, row: PrintedRow): string => {
  const value = printedValue(kind, row[field]);
  return value.is === 'nothing' ? 'None' : value.text;
};
