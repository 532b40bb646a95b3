import { type CalendarDate, type Decimal, roundMoney, zero } from '@carrara/domain/kernel';
import type { LedgerEntry } from './entry.ts';
import { withoutReversed } from './withoutReversed.ts';

/** A date after all bookings. */
export const endOfTime = '9999-12-31' as CalendarDate;

/** A security of a holding: shares or a loan. */
export interface Security {
  readonly id: string;
  readonly holdingId: string;
}

/** The parts of an entry that affect a position. */
export type Trade = Pick<
  LedgerEntry,
  'id' | 'type' | 'amount' | 'effective' | 'booked' | 'holdingId' | 'securityId' | 'costRelieved' | 'reversalOf'
>;

/** The value of a security at the end of a day. */
export interface Valuation {
  readonly securityId: string;
  readonly date: CalendarDate;
  /** Null if the value entered for the date was withdrawn, as if it never existed. */
  readonly fairValue: Decimal | null;
  /** The end of the quarter that shows it. */
  readonly booked: CalendarDate;
  /** If there are several for one date, the latest counts. */
  readonly seq: number;
}

export interface Position {
  /** The cost of the part still held. */
  readonly cost: Decimal;
  readonly fairValue: Decimal;
}

/**
 * Returns the position in a security at a quarter end, as booked by then.
 *
 *     fair value = the last valuation; later purchases add their cost, and a sale removes the fraction cost relieved / remaining cost;
 *     before the first valuation, the cost
 *
 * Entries reversed by then count as never entered. Purchases and sales of one day are a single step, followed by the day's valuation.
 *
 * Units:  the vehicle's currency, whole cents; each day's step is rounded once.
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function positionOn(trades: readonly Trade[], valuations: readonly Valuation[], end: CalendarDate): Position {
  return positionSteps(trades, valuations, end).at(-1) ?? { cost: zero, fairValue: zero };
}

/** The position after each day with activity, in date order, with its trades. */
export interface PositionStep<T extends Trade = Trade> extends Position {
  readonly trades: readonly T[];
  /** The valuation after the day's trades. */
  readonly valuation: CountedValuation | undefined;
}
/** A valuation that wasn't withdrawn. */
export type CountedValuation = Valuation & { readonly fairValue: Decimal };
const isCounted = (valuation: Valuation): valuation is CountedValuation => valuation.fairValue !== null;

export function positionSteps<T extends Trade>(
  trades: readonly T[],
  valuations: readonly Valuation[],
  end: CalendarDate,
): readonly PositionStep<T>[] {
  const byDay = new Map<CalendarDate, Step<T>>();
  const stepOf = (day: CalendarDate): Step<T> => {
    const existing = byDay.get(day);
    if (existing !== undefined) return existing;
    const step: Step<T> = { bought: zero, relieved: zero, valuation: undefined, trades: [] };
    byDay.set(day, step);
    return step;
  };
  for (const trade of withoutReversed(trades.filter((entry) => entry.booked <= end))) {
    const { effective, type, amount, costRelieved } = trade;
    const step = stepOf(effective);
    step.trades.push(trade);
    if (type === 'BUY') step.bought = step.bought.plus(amount);
    if (costRelieved !== null) step.relieved = step.relieved.plus(costRelieved);
  }
  for (const valuation of valuations) {
    if (valuation.booked > end || valuation.date > end) continue;
    const step = stepOf(valuation.date);
    if (step.valuation === undefined || valuation.seq > step.valuation.seq) step.valuation = valuation;
  }
  let cost = zero;
  let fairValue = zero;
  return [...byDay]
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([, { bought, relieved, valuation: last, trades: ofDay }]) => {
      const valuation = last !== undefined && isCounted(last) ? last : undefined;
      const totalCost = cost.plus(bought);
      cost = totalCost.minus(relieved);
      fairValue = fairValue.plus(bought);
      if (!relieved.isZero()) fairValue = roundMoney(fairValue.times(cost).div(totalCost));
      fairValue = valuation?.fairValue ?? fairValue;
      return { cost, fairValue, trades: ofDay, valuation };
    });
}

/** The activity in a security on one day. */
interface Step<T> {
  readonly trades: T[];
  bought: Decimal;
  relieved: Decimal;
  valuation: Valuation | undefined;
}
