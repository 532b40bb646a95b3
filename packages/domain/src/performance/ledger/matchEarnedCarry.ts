import { type CalendarDate, Decimal, groupBy, zero } from '@carrara/domain/kernel';

/** Carry that a distribution of proceeds earned, or that was paid, with the quarter that shows it. */
export interface BookedCarry {
  readonly booked: CalendarDate;
  readonly earned: Decimal;
  readonly paid: Decimal;
}

/** The payments of carry that distributions of proceeds had earned before. */
export interface MatchedCarry {
  /** The matched part of the payments, by quarter. Quarters without carry are left out. */
  readonly byQuarter: ReadonlyMap<CalendarDate, Decimal>;
  /** The carry that was earned and isn't paid yet. */
  readonly unpaid: Decimal;
}

/**
 * Matches payments of carry with the carry that distributions of proceeds earned by then, so that it is earned once.
 *
 *     matched = the payments of the quarter, at most earned so far - matched so far, and at least -matched so far
 *
 * Units:  the vehicle's currency.
 * Source: docs/calculations/carry-position.md.
 * Fails:  never.
 */
export function matchEarnedCarry(carry: readonly BookedCarry[]): MatchedCarry {
  let [earned, matched] = [zero, zero];
  const byQuarter = new Map<CalendarDate, Decimal>();
  const quarters = groupBy(carry, ({ booked }) => booked);
  for (const [end, own] of [...quarters].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const item of own) earned = earned.plus(item.earned);
    const paid = own.reduce<Decimal>((sum, item) => sum.plus(item.paid), zero);
    // A reversed payment releases at most what was matched; a reversed distribution takes its match back.
    const part = Decimal.min(Decimal.max(paid, matched.negated()), earned.minus(matched));
    byQuarter.set(end, part);
    matched = matched.plus(part);
  }
  return { byQuarter, unpaid: Decimal.max(zero, earned.minus(matched)) };
}
