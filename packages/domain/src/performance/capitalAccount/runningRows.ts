import { type CalendarDate, compareDates, type Decimal, groupBy } from '../../kernel/index.ts';
import { templateRow } from './templateRows.ts';

/** An amount of a row, with the quarter in which it is displayed. */
export interface BookedAmount {
  readonly booked: CalendarDate;
  readonly row: number;
  readonly amount: Decimal;
}

/** Amounts by row. */
export type Rows = ReadonlyMap<number, Decimal>;

export function addToSums(
  sums: Map<number, Decimal>,
  amounts: Iterable<readonly [row: number, amount: Decimal]>,
): void {
  for (const [row, amount] of amounts) {
    const sum = sums.get(row);
    sums.set(row, sum === undefined ? amount : sum.plus(amount));
  }
}

/** The amounts booked in each row, accumulated by quarter. */
export class RunningRows {
  readonly #ends: readonly CalendarDate[];
  readonly #sums: readonly Rows[];

  constructor(amounts: readonly BookedAmount[]) {
    const quarters = [...groupBy(amounts, ({ booked }) => booked)].sort(([a], [b]) => compareDates(a, b));
    this.#ends = quarters.map(([end]) => end);
    let last: Rows = new Map();
    this.#sums = quarters.map(([, ofQuarter]) => {
      const sums = new Map(last);
      addToSums(
        sums,
        ofQuarter.map(({ row, amount }) => [row, amount] as const),
      );
      last = sums;
      return sums;
    });
  }

  until(end: CalendarDate): Rows {
    return this.#sums[this.#ends.findLastIndex((candidate) => candidate <= end)] ?? nothing;
  }

  /** Returns the amounts booked after one quarter end through another. Balances count from the beginning. */
  between(from: CalendarDate, end: CalendarDate): Rows {
    const before = this.until(from);
    return new Map(
      [...this.until(end)].map(([row, amount]) => {
        const earlier = templateRow(row)?.isBalance === undefined ? before.get(row) : undefined;
        return [row, earlier === undefined ? amount : amount.minus(earlier)] as const;
      }),
    );
  }
}

const nothing: Rows = new Map();
