import { addDays, addMonths, type CalendarDate, compareDates, type Decimal, zero } from '../../kernel/index.ts';
import { dueEntries, rollForward } from './deferredAward.ts';
import type { LedgerOfAward } from './leaverTreatment.ts';
import { isReversed } from './ledger.ts';

/** A payment of a deferred award. */
export interface DeferredPayment {
  readonly on: CalendarDate;
  readonly amount: Decimal;
}

/** Returns the payments of an award from a date to another that its ledger doesn't have yet, by the terms of its tranches. */
export const paymentsBetween = (
  { tranches, entries }: LedgerOfAward,
  from: CalendarDate,
  until: CalendarDate,
): readonly DeferredPayment[] =>
  isReversed(entries)
    ? []
    : dueEntries(tranches, entries, until).filter(({ kind, on }) => kind === 'PAY' && compareDates(on, from) >= 0);

/**
 * Returns what awards of one currency were to pay in the months after each day, by the terms of their tranches and the entries of their ledgers until the
 * end of that day.
 */
export const scheduledAfter = (
  awards: readonly LedgerOfAward[],
  days: readonly CalendarDate[],
  months: number,
): readonly { readonly on: CalendarDate; readonly value: Decimal }[] =>
  days.map((on) => {
    const payments = awards.flatMap(({ tranches, entries }) =>
      paymentsBetween(
        { tranches, entries: entries.filter((entry) => compareDates(entry.on, on) <= 0) },
        addDays(on, 1),
        addMonths(on, months),
      ),
    );
    return { on, value: payments.reduce((sum, { amount }) => sum.add(amount), zero) };
  });

/**
 * Returns the payments and the vesting that are due by a date and not in the ledger. It has the date of the latest,
 * and the amount to pay. Undefined if none.
 */
export function overduePayments(
  { tranches, entries }: LedgerOfAward,
  until: CalendarDate,
): { readonly on: CalendarDate; readonly amount: Decimal } | undefined {
  const due = isReversed(entries) ? [] : dueEntries(tranches, entries, until);
  const on = due
    .map((entry) => entry.on)
    .toSorted(compareDates)
    .at(-1);
  return on && { on, amount: due.reduce((sum, { kind, amount }) => (kind === 'PAY' ? sum.add(amount) : sum), zero) };
}

/** Returns what awards of one currency have outstanding at the end of each day. */
export const outstandingOn = (
  awards: readonly LedgerOfAward[],
  days: readonly CalendarDate[],
): readonly { readonly on: CalendarDate; readonly value: Decimal }[] => {
  const entries = awards.flatMap((award) => award.entries);
  return days.map((on) => ({ on, value: rollForward(entries, on, on).closing }));
};
