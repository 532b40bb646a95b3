import { type CalendarDate, type Decimal, roundMoney, zero } from '@carrara/domain/kernel';
import type { LedgerEntry } from '../ledger/index.ts';

/** What is held below a holding: shares, a loan. */
export interface Security {
  readonly id: string;
  readonly holdingId: string;
}

/** What a security was worth at the end of a day. */
export interface Valuation {
  readonly securityId: string;
  readonly date: CalendarDate;
  readonly fairValue: Decimal;
  /** The end of the quarter that shows it. */
  readonly booked: CalendarDate;
  /** Of two of one day the later one counts. */
  readonly seq: number;
}

export interface Position {
  /** Paid for what is still held. */
  readonly cost: Decimal;
  readonly fairValue: Decimal;
}

/**
 * What is held of a security at a quarter end, as it was booked until then.
 *
 *     fair value = the last valuation; since then what is bought adds its cost, and a sale takes the part that its cost relieved is of the remaining
 *     cost; cost until the first valuation
 *
 * What was reversed by then counts as never entered. Bought and sold of one day are one step, after which its valuation counts.
 *
 * Units:  the vehicle's currency, whole cents; each day's step is rounded once.
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function positionOn(
  trades: readonly LedgerEntry[],
  valuations: readonly Valuation[],
  end: CalendarDate,
): Position {
  const booked = withoutReversed(trades.filter((entry) => entry.booked <= end));
  const valued = valuations.filter(({ booked: quarter, date }) => quarter <= end && date <= end);
  const days = [...new Set([...booked.map(({ effective }) => effective), ...valued.map(({ date }) => date)])].sort();
  let cost = zero;
  let fairValue = zero;
  for (const day of days) {
    const ofDay = booked.filter(({ effective }) => effective === day);
    const bought = sum(ofDay.filter(({ type }) => type === 'BUY').map(({ amount }) => amount));
    const relieved = sum(ofDay.map(({ costRelieved }) => costRelieved ?? zero));
    const held = cost.plus(bought);
    const left = held.minus(relieved);
    fairValue = fairValue.plus(bought);
    if (!relieved.isZero()) fairValue = roundMoney(fairValue.times(left).div(held));
    cost = left;
    fairValue = lastOf(valued, day)?.fairValue ?? fairValue;
  }
  return { cost, fairValue };
}

const sum = (amounts: readonly Decimal[]) => amounts.reduce((total, amount) => total.plus(amount), zero);

const lastOf = (valuations: readonly Valuation[], day: CalendarDate): Valuation | undefined =>
  valuations
    .filter(({ date }) => date === day)
    .reduce<Valuation | undefined>((last, one) => (last === undefined || one.seq > last.seq ? one : last), undefined);

/** Without what is reversed, and without the reversals. */
export function withoutReversed(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const reversed = new Set(entries.flatMap(({ reversalOf }) => (reversalOf === null ? [] : [reversalOf])));
  return reversed.size === 0
    ? entries
    : entries.filter(({ id, reversalOf }) => reversalOf === null && !reversed.has(id));
}
