import { loadLedger, loadVehicle, lockVehicles, openVehicles } from '@carrara/adapters/postgres/performance/ledger';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { calendarDate } from '@carrara/domain/kernel';
import { quarterChanges } from './postToVehicle.ts';
import { recompute } from './recompute.ts';

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
    const ledger = await loadLedger(tx, vehicle);
    for (const one of quarterChanges(await recompute(tx, [{ vehicle, ledger }], calendarDate(from), () => undefined)))
      tx.record(one);
    onProgress(i + 1, vehicles.length);
  }
}
