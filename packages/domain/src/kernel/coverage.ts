import type { CalendarDate } from './calendarDate.ts';
import { type Decimal, zero } from './decimal.ts';

/** A part of a sum that has no determined amount. */
export interface ExcludedPart {
  readonly id: string;
  readonly name: string;
  /** A sentence that says why the amount is not determined. */
  readonly reason: string;
  /** The last day with figures, if the part is late. */
  readonly lastDate: CalendarDate | null;
}

/** A late part that is included with its last amount. */
export interface CarriedPart {
  readonly id: string;
  readonly name: string;
  /** The day of that amount. */
  readonly lastDate: CalendarDate;
}

/** The parts that a sum, mean or ratio covers. */
export interface Coverage {
  readonly included: number;
  /** The number of all parts that the figure applies to. */
  readonly total: number;
  readonly excluded: readonly ExcludedPart[];
  readonly carried: readonly CarriedPart[];
  /** The parts that some of the included parts leave out themselves. */
  readonly partly?: readonly ExcludedPart[];
}

/** A part with the data that coverage reports. */
export interface CoveredPart extends ExcludedPart {
  /** The date of the last amount, if it is carried forward. */
  readonly carriedFrom: CalendarDate | null;
}

export interface CoveredSum {
  /** Null if no part is determined. */
  readonly value: Decimal | null;
  readonly coverage: Coverage;
}

/**
 * Returns the sum of the determined parts, with its coverage.
 *
 *     value = sum of the amounts that are not null;  included = their number;  of = the number of parts
 *
 * Units:  as the amounts, all of one currency. The sum of no parts is zero.
 * Source: docs/calculations/coverage.md.
 * Fails:  never.
 */
export function coveredSum<T>(
  parts: readonly T[],
  amountOf: (part: T) => Decimal | null,
  namedOf: (part: T) => CoveredPart,
): CoveredSum {
  const excluded: ExcludedPart[] = [];
  const carried: CarriedPart[] = [];
  let value = zero;
  for (const part of parts) {
    const amount = amountOf(part);
    const { id, name, reason, lastDate, carriedFrom } = namedOf(part);
    if (amount === null) {
      excluded.push({ id, name, reason, lastDate });
      continue;
    }
    value = value.plus(amount);
    if (carriedFrom !== null) carried.push({ id, name, lastDate: carriedFrom });
  }
  const included = parts.length - excluded.length;
  return {
    value: included === 0 && parts.length > 0 ? null : value,
    coverage: { included, total: parts.length, excluded, carried },
  };
}

/**
 * Returns the parts that amounts and the multiples next to them cover: those that have all amounts. If none has all, returns all parts. Each amount
 * then has its own coverage, and the multiples aren't determined.
 *
 * Units:  none.
 * Source: docs/calculations/coverage.md.
 * Fails:  never.
 */
export function comparableParts<T>(parts: readonly T[], hasAll: (part: T) => boolean): readonly T[] {
  const complete = parts.filter(hasAll);
  return complete.length > 0 ? complete : parts;
}
