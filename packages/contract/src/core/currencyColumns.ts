import { currencyOrder } from '@carrara/domain/kernel';
import type { Column } from './fields.ts';
import type { Amount } from './kinds.ts';

type Row = Readonly<Record<string, unknown>>;

const amountsIn = (row: Row, field: string): readonly Amount[] => (row[field] ?? []) as readonly Amount[];

/** Returns the field of the amounts in one currency. */
export const currencyField = (field: string, code: string): string => `${field} ${code}`;

/** Returns the fields with the amounts of each currency, by column. */
export const amountSources = (columns: readonly Column[]): ReadonlyMap<string, string> =>
  new Map(columns.flatMap(({ field, amountsIn: source }) => (source ? [[field, source] as const] : [])));

/** Returns the currencies of a row's amounts. An amount of an unknown currency has a blank code. */
export const rowCurrencies = (row: Row, sources: ReadonlyMap<string, string>): readonly string[] =>
  [...sources.values()].flatMap((source) => amountsIn(row, source).map(({ currency }) => currency ?? ''));

/**
 * Replaces each column of amounts in several currencies with one column per currency, named in its title. The base currency comes first. Without
 * currencies, the columns stay as they are.
 */
export function columnsByCurrency(
  columns: readonly Column[],
  found: Iterable<string>,
  base?: string,
): readonly Column[] {
  const codes = [...new Set(found)].toSorted(currencyOrder(base));
  if (!codes.some(Boolean)) return columns;
  return columns.flatMap((column) =>
    column.amountsIn
      ? codes.map((code) => ({
          ...column,
          field: currencyField(column.field, code),
          title: `${column.title} ${code}`.trimEnd(),
        }))
      : [column],
  );
}

/** Returns a row with a field for the amount of each currency. */
export function rowByCurrency(row: Row, sources: ReadonlyMap<string, string>): Row {
  const amounts = [...sources].flatMap(([field, source]) =>
    amountsIn(row, source).map(({ currency, amount }) => [currencyField(field, currency ?? ''), amount] as const),
  );
  // The reason for a missing amount is in the column of the row's currency.
  const reasons = (row['notDetermined'] ?? []) as readonly { readonly field: string }[];
  const notDetermined = reasons.map((reason) =>
    sources.has(reason.field) && typeof row['currency'] === 'string'
      ? { ...reason, field: currencyField(reason.field, row['currency']) }
      : reason,
  );
  return { ...row, ...(reasons.length > 0 ? { notDetermined } : {}), ...Object.fromEntries(amounts) };
}
