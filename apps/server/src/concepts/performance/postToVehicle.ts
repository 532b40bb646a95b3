import {
  loadLedger,
  loadVehicle,
  type StoredLedger,
  type Vehicle,
} from '@carrara/adapters/postgres/performance/ledger';
import type { Change } from '@carrara/adapters/postgres/engine/journal';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { type CalendarDate, err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { recompute } from './recompute.ts';

/** What a posting comes to once it was judged: the ledger with it, how it is stored and what the trail says of it. */
export interface Posted<T> {
  readonly ledger: StoredLedger;
  /** The first quarter that it changes; null where there is nothing to store. */
  readonly from: CalendarDate | null;
  readonly store: (seq: number) => Promise<void>;
  readonly changes: readonly Omit<Change, 'alsoTells'>[];
  readonly answer: T;
}

export const noVehicle = (id: string): Failures => [
  fail('NOT_FOUND', ['vehicleId'], `There is no fund or coinvestment ${id}.`),
];

/**
 * A write to the ledger of a vehicle: the vehicle is locked, the posting judged by its ledger and stored, and the figures of its open quarters are
 * computed anew, all in the one transaction. Who writes to the same vehicle meanwhile waits, and is judged by what was written.
 *
 * Fails: NOT_FOUND and what `decide` refuses.
 */
export async function postToVehicle<T>(
  tx: Transaction,
  vehicleId: string,
  decide: (
    ledger: StoredLedger,
    vehicle: Vehicle,
  ) => Promise<Result<Posted<T>, Failures>> | Result<Posted<T>, Failures>,
): Promise<Result<T, Failures>> {
  const vehicle = await loadVehicle(tx, vehicleId, { isWritten: true });
  if (vehicle === undefined) return err(noVehicle(vehicleId));
  const decided = await decide(await loadLedger(tx, vehicle), vehicle);
  if (decided.isErr()) return err(decided.error);
  const { ledger, from, store, changes, answer } = decided.value;
  if (from === null) return ok(answer);
  const { holdings, investors, opened } = await recompute(tx, vehicle, ledger, from);
  // Every other writer of the firm waits from here on.
  await store(await tx.nextSeq());
  const alsoTells = [
    { linkType: 'Fund Performance', objectId: vehicle.id },
    ...holdings.map((objectId) => ({ linkType: 'Investment Performance', objectId })),
    ...investors.map((objectId) => ({ linkType: 'Investor Performance', objectId })),
  ];
  changes.forEach((change, i) => tx.record(i === 0 ? { ...change, alsoTells } : change));
  // After what was posted, whose rows carry the number of the first act.
  for (const { id, periodEnd } of opened) {
    tx.record({
      operation: 'openPeriod',
      objectType: 'period',
      objectId: id,
      objectName: periodEnd,
      containerId: vehicle.id,
      before: null,
      after: { id, vehicleId: vehicle.id, periodEnd, status: 'OPEN' },
      rowVersion: 1,
    });
  }
  return ok(answer);
}
