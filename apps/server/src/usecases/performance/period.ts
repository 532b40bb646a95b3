import { print } from '@carrara/adapters/pdf/print';
import { figuresByEnd, type PeriodRow, readPeriods } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import { figuresDigest, storeVersions, movePeriods } from '@carrara/adapters/postgres/performance/ledger/storePeriods';
import { loadLedger, loadVehicle, type Vehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { replaceMetricsOfPeriods } from '@carrara/adapters/postgres/portfolio/metric/metricStore';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { PeriodFigure } from '@carrara/contract/performance/period/period';
import { calendarDate, err, fail, type Failures, ok, zip, required, displayedDate } from '@carrara/domain/kernel';
import { carryToStore, metricsOfQuarters } from '@carrara/domain/performance/close';
import {
  computeVehicle,
  decideLock,
  decideQuartersToLock,
  decideReopen,
  PERIOD_ENGINE_VERSION,
} from '@carrara/domain/performance/period';
import { closingCarries } from './carryBooking.ts';
import { displayedTieOut, readTieOuts } from './tieOuts.ts';
import type { RequestContext } from '../../core/operations.ts';
import { vehicleNotFound, recomputeQuarters } from '../ledgerPosting.ts';
import type { Outcome } from '../outcome.ts';
import type { ReadCarryPaid } from './carryPaid.ts';

export interface PeriodLocation {
  readonly vehicleId: string;
  readonly endDate: string;
}

export const noPeriod = ({ endDate }: PeriodLocation): Failures => [
  fail('NOT_FOUND', ['endDate'], `The vehicle has no figures at the quarter end ${displayedDate(endDate)}.`),
];

/** Returns the digest of a quarter's own figures, without investors' figures in other vehicles and without names. */
export const digestFigures = (figures: readonly PeriodFigure[]): string =>
  figuresDigest(figures.filter(({ subject }) => subject !== 'INVESTOR').map((figure) => ({ ...figure, name: null })));

interface PeriodStep extends PeriodLocation {
  readonly rowVersion: number;
}

export interface PeriodToLock extends PeriodStep {
  readonly acknowledged: readonly string[];
  /** Locks the open quarters before it too. */
  readonly withEarlier?: boolean | undefined;
  /** The digest of the figures that the person confirmed. */
  readonly figuresDigest?: string | undefined;
}

/**
 * Locks a quarter, which stores its figures as a version and passes its metrics to carry.
 *
 * Fails: NOT_FOUND, STALE_VERSION, and those of `decideQuartersToLock` and `decideLock`.
 */
export async function lockPeriod(
  { tx, today }: RequestContext,
  carryPaidOf: ReadCarryPaid,
  step: PeriodToLock,
): Outcome<PeriodRow> {
  const found = await loadForStep(tx, step);
  if (found.isErr()) return err(found.error);
  const { vehicle, periods, period } = found.value;
  const locked = decideQuartersToLock(period, periods, { today, withEarlier: step.withEarlier });
  if (locked.isErr()) return err(locked.error);
  const quarters = locked.value;
  const facts = await loadFacts(tx, vehicle, quarters, carryPaidOf);

  const decided = decideLock(quarters, facts, step);
  if (decided.isErr()) return err(decided.error);

  return saveLock(tx, quarters, facts);
}

/**
 * Reopens a quarter and the locked ones after it.
 *
 * Fails: NOT_FOUND, STALE_VERSION, and those of `decideReopen`.
 */
export async function reopenPeriod(
  { tx }: RequestContext,
  step: PeriodStep & { readonly reason: string },
): Outcome<PeriodRow> {
  const found = await loadForStep(tx, step);
  if (found.isErr()) return err(found.error);
  const { vehicle, periods, period } = found.value;

  const decided = decideReopen(period, periods, await loadLedger(tx, vehicle));
  if (decided.isErr()) return err(decided.error);
  const { opened, isRecomputed } = decided.value;

  await movePeriods(
    tx,
    opened.map(({ id }) => id),
    'OPEN',
  );
  for (const row of opened) {
    record(tx, 'reopenPeriod', row, { ...row, status: 'OPEN', rowVersion: row.rowVersion + 1 }, step.reason);
  }
  if (isRecomputed) await recomputeQuarters(tx, vehicle, calendarDate(step.endDate));
  return ok({ ...period, status: 'OPEN', rowVersion: period.rowVersion + 1 });
}

/** Loads a quarter for a status change, with all other quarters. Locks the vehicle and checks the version. */
async function loadForStep(tx: Transaction, { rowVersion, ...quarter }: PeriodStep) {
  const { vehicleId, endDate } = quarter;
  const vehicle = await loadVehicle(tx, vehicleId, { isWritten: true });
  if (vehicle === undefined) return err(vehicleNotFound());
  const periods = await readPeriods(tx, vehicleId);
  const period = periods.find(({ periodEnd }) => periodEnd === endDate);
  if (period === undefined) return err(noPeriod(quarter));
  if (period.rowVersion !== rowVersion) return err([fail('STALE_VERSION', ['rowVersion'], '')] as Failures);
  return ok({ vehicle, periods, period });
}

/** Loads the facts that `decideLock` needs: the stored figures of each quarter, and its tie-outs. */
async function loadFacts(
  tx: Transaction,
  vehicle: Vehicle,
  quarters: readonly PeriodRow[],
  carryPaidOf: ReadCarryPaid,
) {
  const ends = quarters.map(({ periodEnd }) => calendarDate(periodEnd));
  const [first, last] = [required(ends[0], 'the first quarter'), required(ends.at(-1), 'the last quarter')];
  const stored = await figuresByEnd(tx, vehicle.id, ends);
  const ledger = await loadLedger(tx, vehicle);
  const computed = computeVehicle(ledger, first, { through: last });
  const carry = await closingCarries(tx, vehicle, ledger, ends);
  const own = stored.get(last) ?? [];
  const found = own.find(({ subject }) => subject === 'VEHICLE');
  return {
    stored,
    ledger,
    computed,
    carry,
    tieOuts: await readTieOuts(tx, vehicle, ledger, ends, computed, { carryPaidOf, carry }),
    figures: {
      digest: digestFigures(own),
      nav: found?.nav == null ? null : `${print('money', found.nav)} ${found.currency}`,
    },
  };
}

/** Stores a version of each quarter and its metrics, and returns the last one. */
async function saveLock(
  tx: Transaction,
  locked: readonly PeriodRow[],
  { ledger, computed, stored, tieOuts, carry }: Awaited<ReturnType<typeof loadFacts>>,
): Outcome<PeriodRow> {
  const ids = locked.map(({ id }) => id);
  const metrics = metricsOfQuarters(ledger, locked, computed);
  const replaced = await replaceMetricsOfPeriods(tx, { operation: 'lockPeriod' }, ids, metrics);
  if (replaced.isErr()) return err([replaced.error]);
  await movePeriods(tx, ids, 'LOCKED');
  const seq = await tx.nextSeq();
  const moved = zip(locked, tieOuts).map(([before, own]) => {
    const version = (before.version ?? 0) + 1;
    const after: PeriodRow = { ...before, status: 'LOCKED', rowVersion: before.rowVersion + 1, version };
    return { before, after, version, own };
  });
  await storeVersions(
    tx,
    moved.map(({ before: { id, periodEnd }, version, own }, i) => ({
      periodId: id,
      version,
      // Each quarter has its own audit entry.
      asOfSequence: seq + i,
      engineVersion: PERIOD_ENGINE_VERSION,
      navBasis: ledger.navBasis,
      figures: stored.get(periodEnd) ?? [],
      acknowledged: own.filter(({ differences }) => differences.length > 0).map(displayedTieOut),
      carry: carryToStore(required(carry.get(calendarDate(periodEnd)), 'the carry of a quarter')),
    })),
  );
  for (const { before, after } of moved) record(tx, 'lockPeriod', before, after, null);
  return ok(required(moved.at(-1), 'the last quarter').after);
}

const record = (tx: Transaction, operation: string, before: PeriodRow, after: PeriodRow, reason: string | null) =>
  tx.record({
    operation,
    objectType: 'period',
    objectId: before.id,
    objectName: displayedDate(calendarDate(before.periodEnd)),
    containerId: before.vehicleId,
    before,
    after,
    reason,
    rowVersion: after.rowVersion,
    alsoNotifies: [{ linkType: 'Fund Performance', objectId: before.vehicleId }],
  });
