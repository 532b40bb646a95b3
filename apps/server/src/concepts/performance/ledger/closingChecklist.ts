import { type ListedPeriodRow, readListedPeriods } from '@carrara/adapters/postgres/performance/ledger/readChanges';
import {
  type EnteredForQuarter,
  readEnteredForQuarters,
  readQuarterWork,
} from '@carrara/adapters/postgres/performance/ledger/readClosings';
import { loadLedger, loadVehicle, type Vehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { displayedReportingDate } from '@carrara/adapters/postgres/performance/periodFigures/displayedQuarter';
import type { periodEndpoints } from '@carrara/contract/performance/period/period';
import { addDays, type CalendarDate, calendarDate, err, groupBy, ok, zip } from '@carrara/domain/kernel';
import type { TieOutResult } from '@carrara/domain/performance/capitalAccount';
import {
  type ClosingFacts,
  closingChecklist,
  nextQuarter,
  nextQuarterWork,
  storedCarry,
} from '@carrara/domain/performance/close';
import { decideCarryPaid, quarterEnd, quartersLater } from '@carrara/domain/performance/ledger';
import { computeVehicle, navBasisOn, openBefore } from '@carrara/domain/performance/period';
import { v7 as newId } from 'uuid';
import type { Operations } from '../../../core/operations.ts';
import { tenantCurrency } from '../../../core/tenantCurrency.ts';
import { vehicleNotFound } from '../../../usecases/ledgerPosting.ts';
import type { ReadCarryPaid } from '../../../usecases/performance/carryPaid.ts';
import { closingCarries } from '../../../usecases/performance/carryBooking.ts';
import { readTieOuts } from '../../../usecases/performance/tieOuts.ts';

/** Maximum number of open quarters whose tie-outs are compared. Quarters are locked in order, so the later ones have to wait. */
const MOST_COMPARED = 4;

/** Returns the closing checklists of a vehicle's quarters, and of the next one. */
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
    const { tieOuts, pending, carry, basisOn } = await compareOpen(tx, vehicle, ended, carryPaidOf);
    const checklist = (facts: QuarterFacts) => {
      const { periodEnd, isOpened } = facts;
      const { steps, ...rest } = closingChecklist({
        ...facts,
        today,
        isReportedBasis: basisOn(periodEnd) === 'REPORTED',
        pendingPayments: pending.get(periodEnd)?.length ?? 0,
        carry: facts.carry ?? carry.get(periodEnd) ?? null,
        earlierOpen: openBefore(periods, periodEnd).length,
      });
      return { periodEnd, isOpened, steps: [...steps], ...rest };
    };
    const [last, lastEntered] = [periods[0], entered[0]];
    const next = nextQuarter(last && calendarDate(last.periodEnd), today);
    const ofNext = next === null ? [] : [checklist(unopenedQuarter(next, lastEntered?.values.holdings ?? 0))];
    const ofPeriods = zip(periods, entered).map(([period, quarter]) =>
      checklist(listedQuarter(period, quarter, tieOuts)),
    );
    return ok([...ofNext, ...ofPeriods]);
  },
});

/** The facts of a quarter itself. Those of its vehicle are the same for all quarters. */
type QuarterFacts = Omit<ClosingFacts, 'today' | 'isReportedBasis' | 'pendingPayments' | 'earlierOpen'>;

const noAct = { by: null, on: null };

/** Returns the facts of a quarter that its first entry or value will open. */
const unopenedQuarter = (periodEnd: CalendarDate, holdings: number): QuarterFacts => ({
  periodEnd,
  isLocked: false,
  isOpened: false,
  entries: { count: 0, ...noAct },
  values: { holdings, valued: 0, ...noAct },
  reported: { count: 0, ...noAct },
  tieOuts: null,
  carry: null,
  lock: noAct,
});

/** Returns the facts of an opened quarter. */
function listedQuarter(
  { periodEnd, status, acknowledged, carry, lockedBy, lockedDate }: ListedPeriodRow,
  { entries, values, reported }: EnteredForQuarter,
  tieOuts: ReadonlyMap<CalendarDate, NonNullable<QuarterFacts['tieOuts']>>,
): QuarterFacts {
  const [end, isLocked] = [calendarDate(periodEnd), status === 'LOCKED'];
  return {
    periodEnd: end,
    isLocked,
    isOpened: true,
    entries,
    values,
    reported,
    tieOuts: isLocked ? { blocking: [], others: acknowledged.map(({ code }) => code) } : (tieOuts.get(end) ?? null),
    carry: isLocked && carry !== null ? storedCarry(carry) : null,
    lock: { by: lockedBy, on: lockedDate },
  };
}

/** Compares the tie-outs and the carry of open quarters, and finds the carry payments that their ledger lacks. */
async function compareOpen(
  tx: Transaction,
  vehicle: Vehicle,
  ends: readonly CalendarDate[],
  carryPaidOf: ReadCarryPaid,
) {
  const ledger = await loadLedger(tx, vehicle);
  const basisOn = (end: CalendarDate) => navBasisOn(ledger, end);
  const carry = await closingCarries(tx, vehicle, ledger, ends);
  const [first, last] = [ends[0], ends.at(-1)];
  const found =
    first === undefined || last === undefined
      ? []
      : await readTieOuts(tx, vehicle, ledger, ends, computeVehicle(ledger, first, { through: last }), {
          carryPaidOf,
          carry,
        });
  const payments = decideCarryPaid(await carryPaidOf(tx, vehicle.id), ledger, newId);
  return {
    carry,
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
