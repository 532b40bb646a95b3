import { storedFigures } from '@carrara/adapters/postgres/performance/ledger/storePeriods';
import { readNotices } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import type { StoredLedger, Vehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { type CalendarDate, calendarDate, decimal } from '@carrara/domain/kernel';
import {
  differenceTexts,
  runTieOuts,
  differenceText,
  statementDates,
  type TieOutResult,
} from '@carrara/domain/performance/capitalAccount';
import { type ClosedFigures, type ClosingCarry, tieOutFacts } from '@carrara/domain/performance/close';
import type { PeriodFigures } from '@carrara/domain/performance/period';
import type { ReadCarryPaid } from './carryPaid.ts';

/** Carry payments, and the booked carry of quarters compared with the proposed one. */
interface CarryOfQuarters {
  readonly carryPaidOf: ReadCarryPaid;
  readonly carry: ReadonlyMap<CalendarDate, ClosingCarry>;
}

const amountOrNull = (text: string | null) => (text === null ? null : decimal(text));

/** Returns the tie-outs of a vehicle's quarters, in the given order, from its ledger and related data. */
export async function readTieOuts(
  tx: Transaction,
  vehicle: Vehicle,
  ledger: StoredLedger,
  ends: readonly CalendarDate[],
  periods: readonly PeriodFigures[],
  { carryPaidOf, carry }: CarryOfQuarters,
): Promise<readonly (readonly TieOutResult[])[]> {
  const openings = ends.flatMap((end) => {
    const { quarterFrom, yearFrom } = statementDates(end, vehicle.fiscalYearEnd);
    return [quarterFrom, yearFrom];
  });
  const [paid, notices, closed] = await Promise.all([
    carryPaidOf(tx, vehicle.id),
    readNotices(tx, vehicle.id),
    storedFigures(tx, vehicle.id, [...new Set(openings)]),
  ]);
  const closedByEnd = new Map<CalendarDate, Map<string, ClosedFigures>>();
  for (const { end, subjectId, nav, navBeforeCarry, unfunded, isReported } of closed) {
    const then = calendarDate(end);
    const ofEnd = closedByEnd.get(then) ?? new Map<string, ClosedFigures>();
    closedByEnd.set(then, ofEnd);
    ofEnd.set(subjectId, {
      nav: amountOrNull(nav),
      navBeforeCarry: amountOrNull(navBeforeCarry),
      unfunded: amountOrNull(unfunded),
      isReported,
    });
  }
  const outside = {
    fiscalYearEnd: vehicle.fiscalYearEnd,
    carryPaid: paid.map((paidCarry) => ({
      ...paidCarry,
      date: calendarDate(paidCarry.date),
      amount: decimal(paidCarry.amount),
    })),
    notices: new Map(
      notices.map(({ id, kind, number }) => [id, `${kind === 'CALL' ? 'Call' : 'Distribution'} ${String(number)}`]),
    ),
    closed: (then: CalendarDate) => closedByEnd.get(then) ?? new Map(),
    carry,
  };
  return tieOutFacts(ledger, ends, outside, periods).map(runTieOuts);
}

/** Returns a tie-out in the contract's form. */
export const displayedTieOut = ({ id, title, blocksLock, differences }: TieOutResult) => ({
  code: id,
  title,
  blocksLock,
  differences: differences.map((difference) => ({
    subject: difference.subject,
    ...differenceTexts(difference),
    message: differenceText(difference),
  })),
});
