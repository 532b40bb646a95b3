import {
  type LedgerRows,
  loadLedger,
  loadVehicle,
  lockVehicles,
  type StoredLedger,
  storeRows,
  type Vehicle,
} from '@carrara/adapters/postgres/performance/ledger';
import type { Change } from '@carrara/adapters/postgres/engine/journal';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import {
  calendarDate,
  type CalendarDate,
  err,
  type Failures,
  fail,
  ok,
  type Result,
  shownDate,
} from '@carrara/domain/kernel';
import { quartersLater } from '@carrara/domain/performance/ledger';
import { earliest } from './ledgerInput.ts';
import { recompute, type Recomputed, type WrittenVehicle } from './recompute.ts';

/** Result of a validated posting: the ledger including it, the rows to store, and the audit entries. */
export interface Posted<T> {
  readonly ledger: StoredLedger;
  /** First quarter that it changes. Null if it changes none. */
  readonly from: CalendarDate | null;
  readonly rows: LedgerRows;
  readonly changes: readonly Omit<Change, 'alsoTells'>[];
  readonly answer: T;
}

/** Validates a posting against the ledger of a vehicle. */
export type Decide<T> = (
  ledger: StoredLedger,
  vehicle: Vehicle,
) => Promise<Result<Posted<T>, Failures>> | Result<Posted<T>, Failures>;

export const noVehicle = (id: string): Failures => [
  fail('NOT_FOUND', ['vehicleId'], `There is no fund or coinvestment ${id}.`),
];

/**
 * Writes to a vehicle's ledger in one transaction: locks the vehicle, validates the posting against its ledger, stores
 * it, and recomputes the figures of the open quarters. Concurrent writers to the vehicle wait and are validated against
 * the new ledger.
 *
 * Fails: NOT_FOUND and the failures of `decide`.
 */
export const postToVehicle = async <T>(
  tx: Transaction,
  vehicleId: string,
  decide: Decide<T>,
): Promise<Result<T, Failures>> => (await postToVehicles(tx, [vehicleId], decide)).map(([answer]) => answer!);

/** Does the same for several vehicles, all or nothing. Figures across several of them are computed once, at the end. */
export async function postToVehicles<T>(
  tx: Transaction,
  vehicleIds: readonly string[],
  decide: Decide<T>,
): Promise<Result<T[], Failures>> {
  if (vehicleIds.length > 1) await lockVehicles(tx, vehicleIds);
  const posted: (Posted<T> & WrittenVehicle)[] = [];
  for (const id of vehicleIds) {
    const vehicle = await loadVehicle(tx, id, { isWritten: true });
    if (vehicle === undefined) return err(noVehicle(id));
    const before = await loadLedger(tx, vehicle);
    const decided = await decide(before, vehicle);
    if (decided.isErr()) return err(decided.error);
    posted.push({ ...decided.value, vehicle, from: sinceLast(before, decided.value.from) });
  }
  const { alsoTells, ...quarters } = await storePosted(tx, posted);
  const changes = posted.flatMap((one) => one.changes);
  changes.forEach((change, i) => tx.record(i === 0 ? { ...change, alsoTells } : change));
  // Recorded after the postings, whose rows have the sequence number of the first audit entry.
  for (const one of quarterChanges(quarters)) tx.record(one);
  return ok(posted.map(({ answer }) => answer));
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
  return from === null || last === null ? from : earliest([from, quartersLater(last, 1)]);
}

/**
 * Combines postings to the same vehicle. Each is validated against the ledger including the earlier ones, and all are
 * stored and computed together.
 */
export const inTurn =
  <T>(decisions: readonly Decide<T>[]): Decide<T[]> =>
  async (ledger, vehicle) => {
    const posted: Posted<T>[] = [];
    for (const decide of decisions) {
      const decided = await decide(posted.at(-1)?.ledger ?? ledger, vehicle);
      if (decided.isErr()) return err(decided.error);
      posted.push(decided.value);
    }
    return ok({
      ledger: posted.at(-1)?.ledger ?? ledger,
      from: earliest(posted.flatMap(({ from }) => from ?? [])),
      rows: posted.flatMap(({ rows }) => rows),
      changes: posted.flatMap(({ changes }) => changes),
      answer: posted.map(({ answer }) => answer),
    });
  };

/** Result of storing a posting: live events to send with the audit entry, and the quarters opened or removed. */
export interface StoredPosting extends Pick<Recomputed, 'opened' | 'removed'> {
  readonly alsoTells: NonNullable<Change['alsoTells']>;
}

/** Maximum number of events. Beyond it, a single event stands for many, so that an open list reloads once. */
const mostTold = 50;
const everyRecord = '00000000-0000-0000-0000-000000000000';

/** Stores a posting under the sequence number of the next audit entry, with the recomputed figures. */
export async function storePosted(
  tx: Transaction,
  posted: readonly (Pick<Posted<unknown>, 'from' | 'rows'> & WrittenVehicle)[],
  onProgress: (percent: number) => void = () => undefined,
): Promise<StoredPosting> {
  const changed = posted.filter(({ from }) => from !== null);
  const from = earliest(changed.map((one) => one.from!));
  const { holdings, investors, opened, removed } =
    from === null
      ? { holdings: [], investors: [], opened: [], removed: [] }
      : await recompute(tx, changed, from, onProgress);
  const rows = posted.flatMap((one) => one.rows);
  // From here on, all other writers of the firm wait.
  if (rows.some(([, some]) => some.length > 0)) await storeRows(tx, await tx.nextSeq(), rows);
  const told = {
    'Fund Performance': changed.map(({ vehicle }) => vehicle.id),
    'Investment Performance': holdings,
    'Investor Performance': investors,
  };
  return {
    alsoTells: Object.entries(told).flatMap(([linkType, ids]) =>
      (ids.length > mostTold ? [everyRecord] : ids).map((objectId) => ({ linkType, objectId })),
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
  const of = ({ id, vehicleId, periodEnd }: Recomputed['opened'][number]) => ({
    about: {
      objectType: 'period',
      objectId: id,
      objectName: shownDate(calendarDate(periodEnd)),
      containerId: vehicleId,
    },
    facts: { id, vehicleId, periodEnd, status: 'OPEN' },
  });
  return [
    ...opened.map(of).map(({ about, facts }) => ({
      ...about,
      operation: 'openPeriod',
      before: null,
      after: { ...facts, ...more },
      rowVersion: 1,
    })),
    ...removed.map(of).map(({ about, facts }) => ({ ...about, operation: 'removePeriod', before: facts, after: null })),
  ];
}
