import { allocate } from '../../kernel/apportionment/index.ts';
import { type Decimal, zero, zip } from '../../kernel/index.ts';

/** A source's payment to somebody in a distribution, with the withheld tax. */
export interface PaidWithTax {
  readonly year: number;
  readonly currency: string | null;
  readonly gross: Decimal;
  readonly tax: Decimal;
  /** The tax characterizations of the source's amount; empty if nobody has entered them. */
  readonly characterizations: readonly { readonly name: string; readonly percent: Decimal }[];
  /** The withheld tax, row by row. A tax at one rate for all income has its own name instead of a characterization. */
  readonly taxes: readonly {
    readonly characterization: string | null;
    readonly flatTax: string | null;
    readonly amount: Decimal;
  }[];
}

/** The amounts of one characterization or flat tax in a year and currency. Null in both means not determined. */
export interface TaxOfYear {
  readonly year: number;
  readonly currency: string | null;
  readonly characterization: string | null;
  /** The name of a tax at one rate for all income, which has no characterization. */
  readonly flatTax: string | null;
  /** Null for a tax whose gross is in the rows of its characterizations. */
  readonly gross: Decimal | null;
  readonly tax: Decimal;
}

/**
 * Returns the paid and withheld amounts by year, currency and characterization.
 *
 *     gross of a characterization = allocate(gross, percentages of the source);  tax = sum of the tax rows of it
 *
 * A tax at one rate for all income is under its own name, without a gross, which the characterizations have. Amounts without a characterization, and taxes that were entered without a profile, are
 * under null: not determined. The rows of a year and currency add up to the amounts paid and withheld in it.
 *
 * Units:  money with 2 decimals, percent units.
 * Source: docs/calculations/allocation.md, docs/calculations/tax.md.
 */
export function taxYears(paid: readonly PaidWithTax[]): readonly TaxOfYear[] {
  const found = new Map<string, TaxOfYear & SumOfYear>();
  const add = (
    { year, currency }: PaidWithTax,
    { characterization, flatTax }: Pick<TaxOfYear, 'characterization' | 'flatTax'>,
    gross: Decimal,
    tax: Decimal,
  ) => {
    if (gross.isZero() && tax.isZero()) return;
    const key = JSON.stringify([year, currency, characterization, flatTax]);
    const before = found.get(key) ?? { year, currency, characterization, flatTax, gross: zero, tax: zero };
    found.set(key, { ...before, gross: before.gross.plus(gross), tax: before.tax.plus(tax) });
  };
  for (const row of paid) {
    const parts = allocate(
      row.gross,
      row.characterizations.map(({ percent }) => percent),
    ).unwrapOr(undefined);
    if (parts)
      for (const [{ name }, part] of zip(row.characterizations, parts))
        add(row, { characterization: name, flatTax: null }, part, zero);
    else add(row, notDetermined, row.gross, zero);
    for (const { amount, ...tax } of row.taxes) add(row, tax, zero, amount);
    add(
      row,
      notDetermined,
      zero,
      row.taxes.reduce((rest, { amount }) => rest.minus(amount), row.tax),
    );
  }
  const rows = [...found.values()].map((row) => ({
    ...row,
    gross: row.gross.isZero() && !row.tax.isZero() ? null : row.gross,
  }));
  return rows.toSorted(
    (a, b) =>
      b.year - a.year ||
      inOrder(a.currency, b.currency) ||
      inOrder(a.characterization, b.characterization) ||
      inOrder(a.flatTax, b.flatTax),
  );
}

const notDetermined = { characterization: null, flatTax: null };

/** Sorts by name, with null last. */
const inOrder = (first: string | null, other: string | null): number =>
  Number(first === null) - Number(other === null) || (first ?? '').localeCompare(other ?? '', 'en');

type SumOfYear = Omit<TaxOfYear, 'characterization' | 'flatTax' | 'gross'> & { readonly gross: Decimal };

/** Returns the sums of each year and currency. */
export function sumsOfYears(rows: readonly TaxOfYear[]): readonly SumOfYear[] {
  const sums = new Map<string, SumOfYear>();
  for (const { year, currency, gross, tax } of rows) {
    const key = JSON.stringify([year, currency]);
    const before = sums.get(key) ?? { year, currency, gross: zero, tax: zero };
    sums.set(key, { ...before, gross: before.gross.plus(gross ?? zero), tax: before.tax.plus(tax) });
  }
  return [...sums.values()];
}
