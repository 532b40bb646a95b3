import {
  closedFigures,
  noticesOf,
  type StoredLedger,
  type Vehicle,
} from '@carrara/adapters/postgres/performance/ledger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { type CalendarDate, calendarDate, decimal } from '@carrara/domain/kernel';
import {
  differenceTexts,
  runTieOuts,
  spokenDifference,
  statementDates,
  type TieOutResult,
} from '@carrara/domain/performance/capitalAccount';
import { type ClosedFigures, tieOutFacts } from '@carrara/domain/performance/close';
import type { CarryPaidOf } from './carryPaid.ts';

const amountOrNull = (text: string | null) => (text === null ? null : decimal(text));

/** The tie-outs of a quarter of a vehicle, by its ledger and what is known beside it. */
export async function tieOutsOf(
  tx: Transaction,
  vehicle: Vehicle,
  ledger: StoredLedger,
  end: CalendarDate,
  carryPaidOf: CarryPaidOf,
): Promise<readonly TieOutResult[]> {
  const { quarterFrom, yearFrom } = statementDates(end, vehicle.fiscalYearEnd);
  const [paid, notices, closed] = await Promise.all([
    carryPaidOf(tx, vehicle.id),
    noticesOf(tx, vehicle.id),
    closedFigures(tx, vehicle.id, [quarterFrom, yearFrom]),
  ]);
  // A net asset value that was reported is not the roll's.
  const isRolled = vehicle.navBasis === 'LEDGER';
  const closedAt = (then: CalendarDate): ReadonlyMap<string, ClosedFigures> =>
    new Map(
      closed.flatMap(({ end: of, commitmentId, nav, navBeforeCarry, unfunded }) =>
        of === then
          ? [
              [
                commitmentId,
                {
                  nav: isRolled ? amountOrNull(nav) : null,
                  navBeforeCarry: isRolled ? amountOrNull(navBeforeCarry) : null,
                  unfunded: amountOrNull(unfunded),
                },
              ] as const,
            ]
          : [],
      ),
    );
  const facts = tieOutFacts(ledger, end, {
    fiscalYearEnd: vehicle.fiscalYearEnd,
    carryPaid: paid.map((one) => ({ ...one, date: calendarDate(one.date), amount: decimal(one.amount) })),
    notices: new Map(
      notices.map(({ id, kind, number }) => [id, `${kind === 'CALL' ? 'Call' : 'Distribution'} ${String(number)}`]),
    ),
    closed: closedAt,
  });
  return runTieOuts(facts);
}

/** A tie-out as it is answered. */
export const shownTieOut = ({ id, title, bars, differences }: TieOutResult) => ({
  code: id,
  title,
  bars,
  differences: differences.map((one) => ({
    what: one.what,
    ...differenceTexts(one),
    message: spokenDifference(one),
  })),
});
