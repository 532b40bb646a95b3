import { currencyOrder } from '@carrara/domain/kernel';
import type { Column } from '@carrara/contract/core/fields';
import type { Amount } from '@carrara/contract/core/kinds';
import type { Total } from '@carrara/contract/core/paging';

type Row = Readonly<Record<string, unknown>>;

interface Table {
  readonly columns: readonly Column[];
  readonly totals?: readonly Total[] | undefined;
}

const fieldOf = (field: string, code: string): string => `${field} ${code}`;
const amountsIn = (row: Row, field: string): readonly Amount[] => (row[field] ?? []) as readonly Amount[];

/**
 * Replaces amounts in several currencies with one column per currency, named in its title, because they can't be added
 * up and each has to be a number. The rows are read twice, since the columns are written first. Without currencies,
 * everything stays as it is. The base currency comes first.
 */
export async function currencyColumns(
  { columns, totals }: Table,
  rows: () => AsyncIterable<Row>,
  base?: string,
): Promise<Table & { readonly rows: AsyncIterable<Row> }> {
  const sources = new Map(
    columns.flatMap(({ field, amountsIn: source }) => (source ? [[field, source] as const] : [])),
  );
  if (sources.size === 0) return { columns, totals, rows: rows() };
  const found = new Set<string>();
  for await (const row of rows()) {
    for (const source of sources.values())
      for (const { currency } of amountsIn(row, source)) if (currency !== null) found.add(currency);
  }
  const codes = [...found].toSorted(currencyOrder(base));
  if (codes.length === 0) return { columns, totals, rows: rows() };
  return {
    columns: columns.flatMap((column) =>
      sources.has(column.field)
        ? codes.map((code) => ({ ...column, field: fieldOf(column.field, code), title: `${column.title} ${code}` }))
        : [column],
    ),
    // The total of a single-currency column is a total like any other.
    totals: totals?.map((total) =>
      sources.has(total.field) && total.currency !== undefined
        ? { ...total, field: fieldOf(total.field, total.currency), currency: undefined }
        : total,
    ),
    rows: widened(rows(), sources),
  };
}

async function* widened(rows: AsyncIterable<Row>, sources: ReadonlyMap<string, string>): AsyncGenerator<Row> {
  for await (const row of rows) {
    const amounts = [...sources].flatMap(([field, source]) =>
      amountsIn(row, source).map(({ currency, amount }) => [fieldOf(field, currency ?? ''), amount] as const),
    );
    // The reason for a missing amount is in the column of the row's currency.
    const reasons = (row['notDetermined'] ?? []) as readonly { readonly field: string }[];
    const notDetermined = reasons.map((reason) =>
      sources.has(reason.field) && typeof row['currency'] === 'string'
        ? { ...reason, field: fieldOf(reason.field, row['currency']) }
        : reason,
    );
    yield { ...row, ...(reasons.length > 0 ? { notDetermined } : {}), ...Object.fromEntries(amounts) };
  }
}
