import { allocate } from '../../kernel/apportionment/index.ts';
import { type Decimal, zero } from '../../kernel/index.ts';

/** What a source of a distribution paid somebody, with what was withheld of it. */
export interface PaidWithTax {
  readonly year: number;
  readonly currency: string | null;
  readonly gross: Decimal;
  readonly tax: Decimal;
  /** What the source's amount is for tax; empty where nobody has said it. */
  readonly characterizations: readonly { readonly name: string; readonly percent: Decimal }[];
  /** Withheld row by row; without a name where a rate holds for all of it. */
  readonly taxes: readonly { readonly characterization: string | null; readonly amount: Decimal }[];
}

/** Of a year and a currency, what is of one characterization; null: not determined. */
export interface TaxOfYear {
  readonly year: number;
  readonly currency: string | null;
  readonly characterization: string | null;
  readonly gross: Decimal;
  readonly tax: Decimal;
}

/**
 * What was paid and withheld, by year, currency and characterization.
 *
 *     gross of a characterization = allocate(gross, percentages of the source);  tax = sum of the tax rows of it
 *
 * What no characterization is given for, and a tax that was typed or has none, is under null: not determined. The rows of a year and currency add up
 * to what was paid and withheld in it.
 *
 * Units:  money with 2 decimals, percent units.
 * Source: calculations 2, 5.3.
 */
export function taxYears(paid: readonly PaidWithTax[]): readonly TaxOfYear[] {
  const found = new Map<string, TaxOfYear>();
  const add = ({ year, currency }: PaidWithTax, characterization: string | null, gross: Decimal, tax: Decimal) => {
    if (gross.isZero() && tax.isZero()) return;
    const key = JSON.stringify([year, currency, characterization]);
    const before = found.get(key) ?? { year, currency, characterization, gross: zero, tax: zero };
    found.set(key, { ...before, gross: before.gross.plus(gross), tax: before.tax.plus(tax) });
  };
  for (const one of paid) {
    const parts = allocate(
      one.gross,
      one.characterizations.map(({ percent }) => percent),
    ).unwrapOr(undefined);
    if (parts) one.characterizations.forEach(({ name }, at) => add(one, name, parts[at]!, zero));
    else add(one, null, one.gross, zero);
    for (const { characterization, amount } of one.taxes) add(one, characterization, zero, amount);
    add(
      one,
      null,
      zero,
      one.taxes.reduce((rest, { amount }) => rest.minus(amount), one.tax),
    );
  }
  return [...found.values()].toSorted(
    (a, b) => b.year - a.year || inOrder(a.currency, b.currency) || inOrder(a.characterization, b.characterization),
  );
}

/** By name; what has none last. */
const inOrder = (one: string | null, other: string | null): number =>
  Number(one === null) - Number(other === null) || (one ?? '').localeCompare(other ?? '', 'en');

/** The sums of each year and currency. */
export function sumsOfYears(rows: readonly TaxOfYear[]): readonly Omit<TaxOfYear, 'characterization'>[] {
  const sums = new Map<string, Omit<TaxOfYear, 'characterization'>>();
  for (const { year, currency, gross, tax } of rows) {
    const key = JSON.stringify([year, currency]);
    const before = sums.get(key) ?? { year, currency, gross: zero, tax: zero };
    sums.set(key, { ...before, gross: before.gross.plus(gross), tax: before.tax.plus(tax) });
  }
  return [...sums.values()];
}
