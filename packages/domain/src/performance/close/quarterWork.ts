import { type CalendarDate, displayedDate } from '@carrara/domain/kernel';
import { quartersLater } from '../ledger/index.ts';

/** The data entered for a vehicle by a reporting date. */
export interface QuarterFacts {
  readonly reportingDate: CalendarDate;
  /** The last quarter end up to today. */
  readonly lastEnded: CalendarDate;
  /** The last quarter end with figures. */
  readonly lastEnd: CalendarDate;
  /** True if the vehicle still has a value, so that it needs figures for the reporting date. */
  readonly hasValue: boolean;
  /** The first open quarter end up to today; null if all are locked. */
  readonly firstOpen: CalendarDate | null;
  readonly openQuarters: number;
  /** The holdings with a value in the quarter to work on, and how many of them are valued then. */
  readonly holdings: number;
  readonly valued: number;
}

export interface QuarterWork {
  readonly kind: 'LATE' | 'VALUES' | 'CLOSE';
  /** The quarter to work on. */
  readonly quarter: CalendarDate;
  readonly detail: string;
  /** The part of the ledger where it is done. */
  readonly part: 'values' | 'reported' | 'quarters';
}

/**
 * Decides the next step of a vehicle's quarter close; null if there is none.
 *
 * Rule: a vehicle with a value but without figures for the reporting date is late. Otherwise the first open quarter needs the values of all holdings,
 * and can then be closed. After that, the quarter that ended last needs figures. A vehicle without holdings gets its figures from reports.
 */
export function nextQuarterWork(facts: QuarterFacts): QuarterWork | null {
  const { reportingDate, lastEnded, lastEnd, hasValue, firstOpen, openQuarters, holdings, valued } = facts;
  const entered = holdings > 0 ? 'values' : 'reported';
  if (hasValue && lastEnd < reportingDate) {
    const detail = `No figures for ${displayedDate(reportingDate)}. The last ones are for ${displayedDate(lastEnd)}.`;
    return { kind: 'LATE', quarter: quartersLater(lastEnd, 1), detail, part: entered };
  }
  if (firstOpen === null) {
    if (!hasValue || lastEnd >= lastEnded) return null;
    const quarter = quartersLater(lastEnd, 1);
    return { kind: 'VALUES', quarter, detail: `No figures for ${displayedDate(quarter)} yet`, part: entered };
  }
  const open = displayedDate(firstOpen);
  if (valued < holdings) {
    const detail = `${String(valued)} of ${String(holdings)} holdings valued on ${open}`;
    return { kind: 'VALUES', quarter: firstOpen, detail, part: 'values' };
  }
  const detail =
    openQuarters === 1 ? `${open} is open` : `${String(openQuarters)} quarters are open, the first is ${open}`;
  return { kind: 'CLOSE', quarter: firstOpen, detail, part: 'quarters' };
}
