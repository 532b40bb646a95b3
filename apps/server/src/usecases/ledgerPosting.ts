import type { Change } from '@carrara/adapters/postgres/engine/journal/change';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import {
  removeOtherInvestors,
  type StoredFigures,
  storeFigures,
} from '@carrara/adapters/postgres/performance/ledger/storeFigures';
import { type LedgerRows, storeRows } from '@carrara/adapters/postgres/performance/ledger/storeLedger';
import {
  loadLedger,
  loadVehicle,
  lockVehicles,
  openVehicles,
  type StoredLedger,
  type Vehicle,
} from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { loadOthers, lockInvestors } from '@carrara/adapters/postgres/performance/ledger/loadOthers';
import {
  createPeriods,
  removeOtherHoldings,
  removePeriods,
  type ChangedPeriod,
} from '@carrara/adapters/postgres/performance/ledger/storePeriods';
import {
  calendarDate,
  type CalendarDate,
  err,
  type Failures,
  noSuch,
  ok,
  required,
  type Result,
  displayedDate,
} from '@carrara/domain/kernel';
import { earliestDate, quartersLater } from '@carrara/domain/performance/ledger';
import {
  groupByInvestor,
  computeInvestors,
  computeQuarters,
  investorPositions,
  type InvestorPosition,
  type PeriodFigures,
  listQuarters,
} from '@carrara/domain/performance/period';
import { setImmediate as pause } from 'node:timers/promises';
import type { Outcome } from './outcome.ts';

/** A vehicle with its new ledger. */
interface WrittenVehicle {
  readonly vehicle: Vehicle;
  readonly ledger: StoredLedger;
}

/** Subjects whose figures were recomputed, for live events. */
interface Recomputed {
  readonly holdings: readonly string[];
  readonly investors: readonly string[];
  /** Quarters that had no figures before. */
  readonly opened: readonly QuarterOf[];
  /** Quarters that no longer have figures. */
  readonly removed: readonly QuarterOf[];
}
type QuarterOf = ChangedPeriod & { readonly vehicleId: string };

/** Result of a validated posting: the ledger including it, the rows to store, and the audit entries. */
export interface PostingResult<T> {
  readonly ledger: StoredLedger;
  /** First quarter that it changes. Null if it changes none. */
  readonly from: CalendarDate | null;
  readonly rows: LedgerRows;
  readonly changes: readonly Omit<Change, 'alsoNotifies'>[];
  readonly answer: T;
}

/**
 * A write to the ledger of a locked vehicle. It loads what else the decision needs, decides by a rule of the domain,
 * and returns what to store.
 */
export type LedgerWrite<T> = (
  ledger: StoredLedger,
  vehicle: Vehicle,
) => Outcome<PostingResult<T>> | Result<PostingResult<T>, Failures>;

export const vehicleNotFound = (): Failures => [noSuch('fund or coinvestment', ['vehicleId'])];

/**
 * Writes to a vehicle's ledger in one transaction. Locks the vehicle, validates the posting against its ledger,
 * stores it, and recomputes the figures of the open quarters. Concurrent writers to the vehicle wait and are
 * validated against the new ledger.
 *
 * Fails: NOT_FOUND and the failures of `write`.
 */
export const postToVehicle = async <T>(tx: Transaction, vehicleId: string, write: LedgerWrite<T>): Outcome<T> =>
  (await post(tx, [vehicleId], write)).map(([posted]) => required(posted, `posting to vehicle ${vehicleId}`).answer);

/** Does the same for several vehicles, all or nothing. Figures across several of them are computed once, at the end. */
export const postToVehicles = async <T>(
  tx: Transaction,
  vehicleIds: readonly string[],
  write: LedgerWrite<T>,
): Outcome<T[]> => (await post(tx, vehicleIds, write)).map((all) => all.map(({ answer }) => answer));

async function post<T>(
  tx: Transaction,
  vehicleIds: readonly string[],
  write: LedgerWrite<T>,
): Outcome<readonly PostingResult<T>[]> {
  if (vehicleIds.length > 1) await lockVehicles(tx, vehicleIds);
  const posted: (PostingResult<T> & WrittenVehicle)[] = [];
  for (const id of vehicleIds) {
    const vehicle = await loadVehicle(tx, id, { isWritten: true });
    if (vehicle === undefined) return err(vehicleNotFound());
    const before = await loadLedger(tx, vehicle);
    const written = await write(before, vehicle);
    if (written.isErr()) return err(written.error);
    posted.push({ ...written.value, vehicle, from: sinceLast(before, written.value.from) });
  }
  const { alsoNotifies, ...quarters } = await storePosted(tx, posted);
  const changes = posted.flatMap((posting) => posting.changes);
  changes.forEach((change, i) => tx.record(i === 0 ? { ...change, alsoNotifies } : change));
  // Recorded after the postings, whose rows have the sequence number of the first audit entry.
  for (const change of quarterChanges(quarters)) tx.record(change);
  return ok(posted);
}

/**
 * Returns the first quarter to compute: quarters between the last one of a ledger and the first that a posting changes
 * get figures too.
 */
export function sinceLast(before: StoredLedger, from: CalendarDate | null): CalendarDate | null {
  const last = [...before.events, ...before.entries, ...before.valuations].reduce<CalendarDate | null>(
    (latest, { booked }) => (latest === null || booked > latest ? booked : latest),
    null,
  );
  return from === null || last === null ? from : earliestDate([from, quartersLater(last, 1)]);
}

/**
 * Combines postings to the same vehicle. Each is validated against the ledger including the earlier ones, and all are
 * stored and computed together.
 */
export const combinePostings =
  <T>(writes: readonly LedgerWrite<T>[]): LedgerWrite<T[]> =>
  async (ledger, vehicle) => {
    const posted: PostingResult<T>[] = [];
    for (const write of writes) {
      const written = await write(posted.at(-1)?.ledger ?? ledger, vehicle);
      if (written.isErr()) return err(written.error);
      posted.push(written.value);
    }
    return ok({
      ledger: posted.at(-1)?.ledger ?? ledger,
      from: earliestDate(posted.flatMap(({ from }) => from ?? [])),
      rows: posted.flatMap(({ rows }) => rows),
      changes: posted.flatMap(({ changes }) => changes),
      answer: posted.map(({ answer }) => answer),
    });
  };

/** Result of storing a posting: live events to send with the audit entry, and the quarters opened or removed. */
export interface StoredPosting extends Pick<Recomputed, 'opened' | 'removed'> {
  readonly alsoNotifies: NonNullable<Change['alsoNotifies']>;
}

/** Maximum number of events. Beyond it, a single event stands for many, so that an open list reloads once. */
const maxReported = 50;
const everyRecord = '00000000-0000-0000-0000-000000000000';

/** Stores a posting under the sequence number of the next audit entry, with the recomputed figures. */
export async function storePosted(
  tx: Transaction,
  posted: readonly (Pick<PostingResult<unknown>, 'from' | 'rows'> & WrittenVehicle)[],
  onProgress?: (percent: number) => void,
): Promise<StoredPosting> {
  const changed = posted.filter(({ from }) => from !== null);
  const from = earliestDate(posted.flatMap((item) => item.from ?? []));
  const { holdings, investors, opened, removed } =
    from === null
      ? { holdings: [], investors: [], opened: [], removed: [] }
      : await recompute(tx, changed, from, onProgress);
  const rows = posted.flatMap((posting) => posting.rows);
  // From here on, all other writers of the firm wait.
  if (rows.some(([, some]) => some.length > 0)) await storeRows(tx, await tx.nextSeq(), rows);
  const figures = {
    'Fund Performance': changed.map(({ vehicle }) => vehicle.id),
    'Investment Performance': holdings,
    'Investor Performance': investors,
  };
  return {
    alsoNotifies: Object.entries(figures).flatMap(([linkType, ids]) =>
      (ids.length > maxReported ? [everyRecord] : ids).map((objectId) => ({ linkType, objectId })),
    ),
    opened,
    removed,
  };
}

/** Returns the audit entries for quarters that were opened or removed. */
export function quarterChanges(
  { opened, removed }: Pick<Recomputed, 'opened' | 'removed'>,
  more: { readonly uploadId?: string } = {},
): readonly Change[] {
  const quarter = ({ id, vehicleId, periodEnd }: Recomputed['opened'][number]) => ({
    about: {
      objectType: 'period',
      objectId: id,
      objectName: displayedDate(calendarDate(periodEnd)),
      containerId: vehicleId,
    },
    facts: { id, vehicleId, periodEnd, status: 'OPEN' },
  });
  return [
    ...opened.map(quarter).map(({ about, facts }) => ({
      ...about,
      operation: 'openPeriod',
      before: null,
      after: { ...facts, ...more },
      rowVersion: 1,
    })),
    ...removed
      .map(quarter)
      .map(({ about, facts }) => ({ ...about, operation: 'removePeriod', before: facts, after: null })),
  ];
}

/** Recomputes the open quarters of a locked vehicle from one on, and records the quarters that it opens or removes. */
export async function recomputeQuarters(tx: Transaction, vehicle: Vehicle, from: CalendarDate): Promise<void> {
  const ledger = await loadLedger(tx, vehicle);
  for (const change of quarterChanges(await recompute(tx, [{ vehicle, ledger }], from))) tx.record(change);
}

/**
 * Recomputes the figures of every open quarter, for example after a change of settings. Locked quarters stay as they
 * are.
 */
export async function recomputeOpenQuarters(
  tx: Transaction,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const vehicles = await openVehicles(tx);
  await lockVehicles(
    tx,
    vehicles.map(({ id }) => id),
  );
  for (const [i, { id, from }] of vehicles.entries()) {
    const vehicle = await loadVehicle(tx, id);
    if (vehicle === undefined) continue;
    await recomputeQuarters(tx, vehicle, calendarDate(from));
    onProgress(i + 1, vehicles.length);
  }
}

/**
 * Computes and stores the figures of vehicles from a quarter on, up to the last one with figures. The figures of their
 * investors over all commitments are computed once, at the end.
 */
async function recompute(
  tx: Transaction,
  written: readonly WrittenVehicle[],
  from: CalendarDate,
  onProgress: (percent: number) => void = () => undefined,
): Promise<Recomputed> {
  const investors = [
    ...new Set(written.flatMap(({ ledger }) => ledger.commitments.map(({ investorId }) => investorId))),
  ];
  await lockInvestors(tx, investors);
  const holdings = new Set<string>();
  const opened: QuarterOf[] = [];
  const removed: QuarterOf[] = [];
  const pools = new Map<string, InvestorPosition[]>();
  let first = from;
  for (const [i, { vehicle, ledger }] of written.entries()) {
    const begin = beginOf(ledger, from);
    if (begin < first) first = begin;
    const ends = listQuarters(ledger);
    // If nothing is left from there on, the last earlier quarter still counts toward an investor's totals.
    const last = ends.at(-1);
    const periods: PeriodFigures[] = [];
    for (const quarter of computeQuarters(ledger, last !== undefined && last < begin ? last : begin)) {
      periods.push(quarter);
      await pause();
    }
    // Another vehicle's posting can begin in a quarter that is locked in this one.
    const recomputed = periods.filter(({ end }) => end >= begin && !ledger.locked.has(end));
    const storedFigures = recomputed.flatMap(({ end, subjects }) =>
      subjects.map(({ subject, id, ...figures }) => ({ end, subject, id, vehicleId: vehicle.id, figures })),
    );
    for (const { subject, id } of storedFigures) if (subject === 'HOLDING') holdings.add(id);
    if (ledger.hadStatements)
      await removeOtherHoldings(
        tx,
        vehicle.id,
        recomputed.map(({ end }) => end),
        storedFigures.filter(({ subject }) => subject === 'HOLDING'),
      );
    await storeFigures(tx, vehicle, storedFigures);
    const withVehicle = (item: ChangedPeriod): QuarterOf => ({ ...item, vehicleId: vehicle.id });
    const remainingEnds = new Set(ends);
    const empty = ledger.quarters.filter((end) => !remainingEnds.has(end));
    // The figures of their investors, over all vehicles, change from the first removed quarter on.
    first = earliestDate([first, ...empty]) ?? first;
    if (empty.length > 0) removed.push(...(await removePeriods(tx, vehicle.id, empty)).map(withVehicle));
    const createdOf = recomputed.map(({ end }) => end);
    opened.push(...(await createPeriods(tx, vehicle.id, createdOf)).map(withVehicle));
    const pool = pools.get(vehicle.currencyId) ?? [];
    pools.set(vehicle.currencyId, pool);
    pool.push(...investorPositions(ledger, periods));
    onProgress(Math.floor(((i + 1) * 100) / written.length));
  }
  const recomputedVehicleIds = written.map(({ vehicle }) => vehicle.id);
  for (const [currencyId, pool] of pools) {
    const investorIds = [...new Set(pool.map(({ investorId }) => investorId))];
    const others = await loadOthers(tx, { currencyId, investorIds, recomputedVehicleIds, from: first });
    const { policy, transfers } = required(written[0], 'a written vehicle').ledger;
    const changed: StoredFigures[] = [];
    for (const commitments of groupByInvestor([...pool, ...others])) {
      for (const { subject, id, end, ...figures } of computeInvestors({ commitments, from: first, policy }))
        changed.push({ end, subject, id, vehicleId: null, figures });
      await pause();
    }
    await removeOtherInvestors(tx, { currencyId, investorIds, from: first }, changed);
    await storeFigures(tx, { currencyId, policy, transfers }, changed);
  }
  return { holdings: [...holdings], investors, opened, removed };
}

/** Returns the quarter itself, or the one after the last with figures. */
function beginOf({ quarters }: StoredLedger, from: CalendarDate): CalendarDate {
  const last = quarters.at(-1);
  const next = last === undefined ? from : quartersLater(last, 1);
  return next < from ? next : from;
}
