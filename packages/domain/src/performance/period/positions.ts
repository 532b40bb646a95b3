import { type CalendarDate, type Decimal, roundMoney, zero } from '@carrara/domain/kernel';
import { type LedgerEntry, withoutReversed } from '../ledger/index.ts';

/** What is held below a holding: shares, a loan. */
export interface Security {
  readonly id: string;
  readonly holdingId: string;
}

/** What of an entry changes what is held. */
export type Trade = Pick<
  LedgerEntry,
  'id' | 'type' | 'amount' | 'effective' | 'booked' | 'holdingId' | 'securityId' | 'costRelieved' | 'reversalOf'
>;

/** What a security was worth at the end of a day. */
export interface Valuation {
  readonly securityId: string;
  readonly date: CalendarDate;
  /** Null: what was entered for the day was withdrawn, as if it had never been valued on it. */
  readonly fairValue: Decimal | null;
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
export function positionOn(trades: readonly Trade[], valuations: readonly Valuation[], end: CalendarDate): Position {
  return positionSteps(trades, valuations, end).at(-1) ?? { cost: zero, fairValue: zero };
}

/** What is held after each day on which something happened, in their order, with what happened. */
export interface PositionStep<T extends Trade = Trade> extends Position {
  readonly trades: readonly T[];
  /** After the trades of the day. */
  readonly valuation: CountedValuation | undefined;
}
/** One that was not withdrawn. */
export type CountedValuation = Valuation & { readonly fairValue: Decimal };
const isCounted = (valuation: Valuation): valuation is CountedValuation => valuation.fairValue !== null;

export function positionSteps<T extends Trade>(
  trades: readonly T[],
  valuations: readonly Valuation[],
  end: CalendarDate,
): readonly PositionStep<T>[] {
  const byDay = new Map<CalendarDate, Step<T>>();
  const stepOf = (day: CalendarDate): Step<T> => {
    const known = byDay.get(day);
    if (known !== undefined) return known;
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
      const held = cost.plus(bought);
      cost = held.minus(relieved);
      fairValue = fairValue.plus(bought);
      if (!relieved.isZero()) fairValue = roundMoney(fairValue.times(cost).div(held));
      fairValue = valuation?.fairValue ?? fairValue;
      return { cost, fairValue, trades: ofDay, valuation };
    });
}

/** What happened to a security on a day. */
interface Step<T> {
  readonly trades: T[];
  bought: Decimal;
  relieved: Decimal;
  valuation: Valuation | undefined;
}
