import { type CalendarDate, decimal, moneyText, roundMoney, displayedDate } from '@carrara/domain/kernel';
import { findFxRate, type FxRate } from '@carrara/domain/platform/fx';
import { type MoneyFigure, moneyFigures } from './figures.ts';

type Message = { readonly field: string; readonly code: string; readonly message: string };

/** Stored figures with their currency. */
export type StoredFigureTexts = { readonly [F in MoneyFigure]: string | null } & {
  readonly currency: string;
  readonly notDetermined: readonly Message[];
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
  figures: T,
  to: string,
  { date, rates }: { readonly date: CalendarDate; readonly rates: readonly FxRate[] },
): T {
  const { currency: from } = figures;
  if (from === to) return figures;
  const found = findFxRate({ from, to, date, rates });
  if (found.isErr()) {
    const message = `There is no exchange rate for ${from}/${to} on or before ${displayedDate(date)}.`;
    const missing = moneyFigures.filter((field) => figures[field] !== null);
    const missingFigures = Object.fromEntries(missing.map((field) => [field, null]));
    const reasons = missing.map((field) => ({ field, code: 'NO_FX_RATE', message }));
    return { ...figures, ...missingFigures, currency: to, notDetermined: [...figures.notDetermined, ...reasons] };
  }
  const { rate } = found.value;
  const converted = moneyFigures.flatMap((field) => {
    const amount = figures[field];
    return amount === null ? [] : [[field, moneyText(roundMoney(decimal(amount).times(rate)))] as const];
  });
  const displayed = { ...figures, ...Object.fromEntries(converted), currency: to };
  const { unrealized, fairValue, cost } = displayed;
  return unrealized === null || fairValue === null || cost === null
    ? displayed
    : { ...displayed, unrealized: moneyText(decimal(fairValue).minus(decimal(cost))) };
}
