import { readListedPeriods } from '@carrara/adapters/postgres/performance/ledger/readChanges';
import { readEnteredForQuarters } from '@carrara/adapters/postgres/performance/ledger/readClosings';
import { loadLedger, loadVehicle, type Vehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { periodEndpoints } from '@carrara/contract/performance/period';
import { type CalendarDate, calendarDate, err, groupBy, ok, zip } from '@carrara/domain/kernel';
import type { TieOutResult } from '@carrara/domain/performance/capitalAccount';
import { type ClosingFacts, closingChecklist, nextQuarter } from '@carrara/domain/performance/close';
import { decideCarryPaid } from '@carrara/domain/performance/ledger';
import { computeVehicle, navBasisOn, openBefore } from '@carrara/domain/performance/period';
import { v7 as newId } from 'uuid';
import type { Operations } from '../../core/operations.ts';
import { vehicleNotFound } from '../../usecases/ledgerPosting.ts';
import type { ReadCarryPaid } from '../../usecases/performance/carryPaid.ts';
import { readTieOuts } from '../../usecases/performance/tieOuts.ts';

/** Maximum number of open quarters whose tie-outs are compared. Quarters are locked in order, so the later ones have to wait. */
const MOST_COMPARED = 4;

/** Returns the closing checklists of a vehicle's quarters, and of the next one. */
export const closingOperations = ({
  carryPaidOf,
}: {
  readonly carryPaidOf: ReadCarryPaid;
}): Pick<Operations<typeof periodEndpoints>, 'listClosings'> => ({
  async listClosings({ tx, today }, { params }) {
    const vehicle = await loadVehicle(tx, params.vehicleId);
    if (vehicle === undefined) return err(vehicleNotFound());
    const periods = await readListedPeriods(tx, vehicle.id);
    const entered = await readEnteredForQuarters(tx, vehicle.id);
    const ended = periods
      .filter(({ periodEnd, status }) => status === 'OPEN' && periodEnd <= today)
      .map(({ periodEnd }) => calendarDate(periodEnd))
      .slice(-MOST_COMPARED)
      .toReversed();
    const { tieOuts, pending, basisOn } = await compareOpen(tx, vehicle, ended, carryPaidOf);
    const checklist = (facts: Omit<ClosingFacts, 'today' | 'isReportedBasis' | 'pendingPayments' | 'earlierOpen'>) => {
      const { periodEnd, isOpened } = facts;
      const { steps, ...rest } = closingChecklist({
        ...facts,
        today,
        isReportedBasis: basisOn(periodEnd) === 'REPORTED',
        pendingPayments: pending.get(periodEnd)?.length ?? 0,
        earlierOpen: openBefore(periods, periodEnd).length,
      });
      return { periodEnd, isOpened, steps: [...steps], ...rest };
    };
    const [last, lastEntered] = [periods[0], entered[0]];
    const next = nextQuarter(last && calendarDate(last.periodEnd), today);
    const noAct = { by: null, on: null };
    const ofNext =
      next === null
        ? []
        : [
            checklist({
              periodEnd: next,
              isLocked: false,
              isOpened: false,
              entries: { count: 0, ...noAct },
              values: { holdings: lastEntered?.values.holdings ?? 0, valued: 0, ...noAct },
              reported: { count: 0, ...noAct },
              tieOuts: null,
              lock: noAct,
            }),
          ];
    const ofPeriods = zip(periods, entered).map(([period, { entries, values, reported }]) => {
      const periodEnd = calendarDate(period.periodEnd);
      const isLocked = period.status === 'LOCKED';
      return checklist({
        periodEnd,
        isLocked,
        isOpened: true,
        entries,
        values,
        reported,
        tieOuts: isLocked
          ? { blocking: [], others: period.acknowledged.map(({ code }) => code) }
          : (tieOuts.get(periodEnd) ?? null),
        lock: { by: period.lockedBy, on: period.lockedDate },
      });
    });
    return ok([...ofNext, ...ofPeriods]);
  },
});

/** Compares the tie-outs of open quarters, and finds the carry payments that their ledger lacks. */
async function compareOpen(
  tx: Transaction,
  vehicle: Vehicle,
  ends: readonly CalendarDate[],
  carryPaidOf: ReadCarryPaid,
) {
  const ledger = await loadLedger(tx, vehicle);
  const basisOn = (end: CalendarDate) => navBasisOn(ledger, end);
  const [first, last] = [ends[0], ends.at(-1)];
  const found =
    first === undefined || last === undefined
      ? []
      : await readTieOuts(tx, vehicle, ledger, ends, computeVehicle(ledger, first, { through: last }), carryPaidOf);
  const payments = decideCarryPaid(await carryPaidOf(tx, vehicle.id), ledger, newId);
  return {
    tieOuts: new Map(zip(ends, found).map(([end, own]) => [end, codesOf(own)])),
    pending: groupBy(payments, ({ entry }) => entry.booked),
    basisOn,
  };
}

/** Returns the codes of the tie-outs with differences: those that block the lock, and the others. */
function codesOf(tieOuts: readonly TieOutResult[]) {
  const off = tieOuts.filter(({ differences }) => differences.length > 0);
  const codes = (blocksLock: boolean) => off.flatMap((tieOut) => (tieOut.blocksLock === blocksLock ? [tieOut.id] : []));
  return { blocking: codes(true), others: codes(false) };
}
