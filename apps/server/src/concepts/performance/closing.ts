import { readListedPeriods } from '@carrara/adapters/postgres/performance/ledger/readChanges';
import { readEnteredForQuarters, readQuarterWork } from '@carrara/adapters/postgres/performance/ledger/readClosings';
import { loadLedger, loadVehicle, type Vehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { displayedReportingDate } from '@carrara/adapters/postgres/performance/periodFigures/displayedQuarter';
import type { periodEndpoints } from '@carrara/contract/performance/period';
import { addDays, type CalendarDate, calendarDate, err, groupBy, ok, zip } from '@carrara/domain/kernel';
import type { TieOutResult } from '@carrara/domain/performance/capitalAccount';
import { type ClosingFacts, closingChecklist, nextQuarterWork } from '@carrara/domain/performance/close';
import { decideCarryPaid, quarterEnd, quartersLater } from '@carrara/domain/performance/ledger';
import { computeVehicle, navBasisOn, openBefore } from '@carrara/domain/performance/period';
import { v7 as newId } from 'uuid';
import type { Operations } from '../../core/operations.ts';
import { tenantCurrency } from '../../core/tenantCurrency.ts';
import { vehicleNotFound } from '../../usecases/ledgerPosting.ts';
import type { ReadCarryPaid } from '../../usecases/performance/carryPaid.ts';
import { readTieOuts } from '../../usecases/performance/tieOuts.ts';

/** Maximum number of open quarters whose tie-outs are compared. Quarters are locked in order, so the later ones have to wait. */
const MOST_COMPARED = 4;

/** Returns the closing checklists of a vehicle's quarters. */
export const closingOperations = ({
  carryPaidOf,
}: {
  readonly carryPaidOf: ReadCarryPaid;
}): Pick<Operations<typeof periodEndpoints>, 'listClosings' | 'getQuarterWork'> => ({
  async getQuarterWork(context, { query }) {
    const { tx } = context;
    const reportingDate = query.endDate ?? (await displayedReportingDate(tx));
    if (reportingDate === undefined) return ok({ total: 0, items: [] });
    // The quarter of tomorrow hasn't ended, so the one before has.
    const lastEnded = quartersLater(quarterEnd(addDays(context.today, 1)), -1);
    const vehicles = await readQuarterWork(tx, { reportingDate, lastEnded }, tenantCurrency(context));
    const items = vehicles.flatMap(({ lastEnd, firstOpen, fundId, fundCode, fundName, nav, currency, ...facts }) => {
      const work = nextQuarterWork({
        ...facts,
        reportingDate: calendarDate(reportingDate),
        lastEnded,
        lastEnd: calendarDate(lastEnd),
        firstOpen: firstOpen === null ? null : calendarDate(firstOpen),
      });
      return work ? [{ fundId, fundCode, fundName, nav, currency, ...work }] : [];
    });
    return ok({ total: vehicles[0]?.total ?? 0, items });
  },

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
    const result = zip(periods, entered).map(([period, { entries, values, reported }]) => {
      const periodEnd = calendarDate(period.periodEnd);
      const isLocked = period.status === 'LOCKED';
      const facts: ClosingFacts = {
        periodEnd,
        today,
        isLocked,
        isReportedBasis: basisOn(periodEnd) === 'REPORTED',
        entries,
        values,
        reported,
        tieOuts: isLocked
          ? { blocking: [], others: period.acknowledged.map(({ code }) => code) }
          : (tieOuts.get(periodEnd) ?? null),
        pendingPayments: pending.get(periodEnd)?.length ?? 0,
        earlierOpen: openBefore(periods, periodEnd).length,
        lock: { by: period.lockedBy, on: period.lockedDate },
      };
      const { steps, ...rest } = closingChecklist(facts);
      return { periodEnd, steps: [...steps], ...rest };
    });
    return ok(result);
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
  const payments = first === undefined ? [] : decideCarryPaid(await carryPaidOf(tx, vehicle.id), ledger, newId);
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
