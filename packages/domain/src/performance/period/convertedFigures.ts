import { type CalendarDate, decimal, moneyText, roundMoney, shownDate } from '@carrara/domain/kernel';
import { findFxRate, type FxRate } from '@carrara/domain/platform/fx';
import { type MoneyFigure, moneyFigures } from './figures.ts';

type Told = { readonly field: string; readonly code: string; readonly message: string };

/** Stored figures with their currency. */
export type StoredFigureTexts = { readonly [F in MoneyFigure]: string | null } & {
  readonly currency: string;
  readonly notDetermined: readonly Told[];
};

/**
 * Converts figures to the currency that a user chose, with the rate of the quarter end. Returns and multiples stay those of the original currency.
 *
 *     displayed = amount x rate of the quarter end;  unrealized gain = displayed fair value - displayed remaining cost
 *
 * Units:  whole cents of either currency.
 * Source: docs/calculations/fx.md.
 * Fails:  never; without a rate, the amounts are null with that reason (NO_FX_RATE).
 */
export function convertedFigures<T extends StoredFigureTexts>(
  kept: T,
  to: string,
  { date, rates }: { readonly date: CalendarDate; readonly rates: readonly FxRate[] },
): T {
  const { currency: from } = kept;
  if (from === to) return kept;
  const found = findFxRate({ from, to, date, rates });
  if (found.isErr()) {
    const message = `There is no exchange rate for ${from}/${to} on or before ${shownDate(date)}.`;
    const missing = moneyFigures.filter((field) => kept[field] !== null);
    const none = Object.fromEntries(missing.map((field) => [field, null]));
    const reasons = missing.map((field) => ({ field, code: 'NO_FX_RATE', message }));
    return { ...kept, ...none, currency: to, notDetermined: [...kept.notDetermined, ...reasons] };
  }
  const { rate } = found.value;
  const converted = moneyFigures.flatMap((field) => {
    const amount = kept[field];
    return amount === null ? [] : [[field, moneyText(roundMoney(decimal(amount).times(rate)))] as const];
  });
  const shown = { ...kept, ...Object.fromEntries(converted), currency: to };
  const { unrealized, fairValue, cost } = shown;
  return unrealized === null || fairValue === null || cost === null
    ? shown
    : { ...shown, unrealized: moneyText(decimal(fairValue).minus(decimal(cost))) };
}
