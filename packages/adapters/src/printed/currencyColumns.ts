import {
  amountSources,
  columnsByCurrency,
  currencyField,
  rowByCurrency,
  rowCurrencies,
} from '@carrara/contract/core/currencyColumns';
import type { Column } from '@carrara/contract/core/fields';
import type { Total } from '@carrara/contract/core/paging';

type Row = Readonly<Record<string, unknown>>;

interface Table {
  readonly columns: readonly Column[];
  readonly totals?: readonly Total[] | undefined;
}

/**
 * Replaces amounts in several currencies with one column per currency, named in its title. They can't be added up and
 * each has to be a number. The rows are read twice, since the columns are written first. Without currencies,
 * everything stays as it is. The base currency comes first.
 */
export async function currencyColumns(
  { columns, totals }: Table,
  rows: () => AsyncIterable<Row>,
  base?: string,
): Promise<Table & { readonly rows: AsyncIterable<Row> }> {
  const sources = amountSources(columns);
  if (sources.size === 0) return { columns, totals, rows: rows() };
  const found = new Set<string>();
  for await (const row of rows()) for (const code of rowCurrencies(row, sources)) found.add(code);
  const split = columnsByCurrency(columns, found, base);
  if (split === columns) return { columns, totals, rows: rows() };
  return {
    columns: split,
    // The total of a single-currency column is a total like any other.
    totals: totals?.map((total) =>
      sources.has(total.field) && total.currency !== undefined
        ? { ...total, field: currencyField(total.field, total.currency), currency: undefined }
        : total,
    ),
    rows: widened(rows(), sources),
  };
}

async function* widened(rows: AsyncIterable<Row>, sources: ReadonlyMap<string, string>): AsyncGenerator<Row> {
  for await (const row of rows) yield rowByCurrency(row, sources);
}
