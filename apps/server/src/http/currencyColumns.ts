import type { Column } from '@carrara/contract/core/fields';

type Row = Readonly<Record<string, unknown>>;

/** The parts of 'EUR 1,200.00, USD 300.00'. */
const PART = /(\S+) (-?[\d,]+\.\d\d)(?:, |$)/g;
const amountsOf = (text: unknown): ReadonlyMap<string, string> =>
  new Map(Array.from(String(text ?? '').matchAll(PART), ([, code, amount]) => [code!, amount!.replaceAll(',', '')]));
const fieldOf = (field: string, code: string): string => `${field} ${code}`;

/**
 * The columns and rows of a file in which amounts of several currencies stand in a column for each: none of them can be added to another, and
 * each is a number. The rows are gone through twice, since the columns are written first. In one currency all stays as it is.
 */
export async function currencyColumns(
  columns: readonly Column[],
  rows: () => AsyncIterable<Row>,
): Promise<{ readonly columns: readonly Column[]; readonly rows: AsyncIterable<Row> }> {
  const sources = new Map(columns.flatMap(({ field, amountsIn }) => (amountsIn ? [[field, amountsIn] as const] : [])));
  if (sources.size === 0) return { columns, rows: rows() };
  const found = new Set<string>();
  for await (const row of rows()) {
    for (const words of sources.values()) for (const code of amountsOf(row[words]).keys()) found.add(code);
  }
  const codes = [...found].toSorted();
  if (codes.length < 2) return { columns, rows: rows() };
  const inWords = new Set(sources.values());
  return {
    columns: columns.flatMap((column) =>
      sources.has(column.field)
        ? codes.map((code) => ({ ...column, field: fieldOf(column.field, code), title: `${column.title} ${code}` }))
        : inWords.has(column.field)
          ? []
          : [column],
    ),
    rows: widened(rows(), sources),
  };
}

async function* widened(rows: AsyncIterable<Row>, sources: ReadonlyMap<string, string>): AsyncGenerator<Row> {
  for await (const row of rows) {
    const amounts = [...sources].flatMap(([field, words]) =>
      [...amountsOf(row[words])].map(([code, amount]) => [fieldOf(field, code), amount] as const),
    );
    yield { ...row, ...Object.fromEntries(amounts) };
  }
}
