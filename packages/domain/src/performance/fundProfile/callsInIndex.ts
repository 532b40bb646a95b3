import { type CalendarDate, type Decimal, roundMoney, zero } from '@carrara/domain/kernel';
import { indexInOrder, type IndexValue } from '@carrara/domain/kernel/measures';

export interface CallsInIndexInput {
  /** The amount paid in on each date. */
  readonly calls: readonly { readonly date: CalendarDate; readonly amount: Decimal }[];
  readonly index: readonly IndexValue[];
  /** The dates to compute. */
  readonly days: readonly CalendarDate[];
}

/**
 * Computes the value that the called cash would have in an index if only returned excess were withdrawn.
 *
 *     value on a day = sum of the calls until then, each x index of that day / index of the call's day
 *
 * Units:  one currency, that of the index; each value rounded to cents once.
 * Source: performance section 7.
 * Fails:  never; null on a date before the first value of the index, and after a call before that date.
 */
export function callsInIndex({ calls, index, days }: CallsInIndexInput): readonly (Decimal | null)[] {
  const values = indexInOrder(index);
  return days.map((day) => {
    const now = values.on(day);
    if (now === undefined) return null;
    let units = zero;
    for (const { date, amount } of calls) {
      if (date > day) continue;
      const then = values.on(date);
      if (then === undefined) return null;
      units = units.plus(amount.div(then.value));
    }
    return roundMoney(units.times(now.value));
  });
}
