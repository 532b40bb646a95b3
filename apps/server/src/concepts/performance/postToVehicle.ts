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

/** What a posting comes to once it was judged: the ledger with it, how it is stored and what the trail says of it. */
export interface Posted<T> {
  readonly ledger: StoredLedger;
  /** The first quarter that it changes; null where it changes none. */
  readonly from: CalendarDate | null;
  readonly rows: LedgerRows;
  readonly changes: readonly Omit<Change, 'alsoTells'>[];
  readonly answer: T;
}

/** Judges a posting by the ledger of a vehicle. */
export type Decide<T> = (
  ledger: StoredLedger,
  vehicle: Vehicle,
) => Promise<Result<Posted<T>, Failures>> | Result<Posted<T>, Failures>;

export const noVehicle = (id: string): Failures => [
  fail('NOT_FOUND', ['vehicleId'], `There is no fund or coinvestment ${id}.`),
];

/**
 * A write to the ledger of a vehicle: the vehicle is locked, the posting judged by its ledger and stored, and the figures of its open quarters are
 * computed anew, all in the one transaction. Who writes to the same vehicle meanwhile waits, and is judged by what was written.
 *
 * Fails: NOT_FOUND and what `decide` refuses.
 */
export const postToVehicle = async <T>(
  tx: Transaction,
  vehicleId: string,
  decide: Decide<T>,
): Promise<Result<T, Failures>> => (await postToVehicles(tx, [vehicleId], decide)).map(([answer]) => answer!);

/** The same for several vehicles: all of it or nothing, and figures that are of several of them are computed once, after all. */
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
  // After what was posted, whose rows carry the number of the first act.
  for (const one of quarterChanges(quarters)) tx.record(one);
  return ok(posted.map(({ answer }) => answer));
}

/** Quarters between the last one of a ledger and the first that a posting changes have figures from it on as well. */
export function sinceLast(before: StoredLedger, from: CalendarDate | null): CalendarDate | null {
  const last = [...before.events, ...before.entries, ...before.valuations].reduce<CalendarDate | null>(
    (latest, { booked }) => (latest === null || booked > latest ? booked : latest),
    null,
  );
  return from === null || last === null ? from : earliest([from, quartersLater(last, 1)]);
}

/** One posting after another to the same vehicle, each judged by the ledger with those before it, stored and computed together. */
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

/** What was stored beside the rows: whom to tell with the act, and the quarters that were opened or taken away. */
export interface StoredPosting extends Pick<Recomputed, 'opened' | 'removed'> {
  readonly alsoTells: NonNullable<Change['alsoTells']>;
}

/** More than these are told as 'many': an open list reloads once. */
const mostTold = 50;
const everyRecord = '00000000-0000-0000-0000-000000000000';

/** Stores what was decided, under the number of the next act, with the figures that it makes anew. */
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
  // Every other writer of the firm waits from here on.
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

/** What the trail says of quarters that were opened, and of those in which nothing is left. */
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
