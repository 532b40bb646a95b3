import { loadLedger, loadVehicle, lockVehicles } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { factsOfTransfer } from '@carrara/adapters/postgres/performance/transfer/transferMetrics';
import {
  numbersOf,
  originsOfTransfer,
  vehiclesHere,
} from '@carrara/adapters/postgres/performance/transfer/transferOrigins';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { err, type Failures, ok, required, type Result } from '@carrara/domain/kernel';
import { planUndoneTransfer } from '@carrara/domain/performance/transfer';
import { v7 as newId } from 'uuid';
import type { WrittenTransfer } from '../platform/dataTransfer.ts';
import { renameVehicle } from '../portfolio/renameVehicle.ts';
import { storeTransferred, transferredRows } from './storeTransferred.ts';
import { untellHoldings } from './takeHoldings.ts';

/**
 * Undoes a transfer: reverses its rows, reenters rows that it had reversed, and restores names and facts about
 * companies. Funds and companies that it created stay, but empty.
 *
 * Fails: BUILT_UPON, naming the vehicle.
 */
export async function undoAcceptedTransfer(
  tx: Transaction,
  transferId: string,
  reason: string,
): Promise<Result<WrittenTransfer, Failures>> {
  const origins = (await originsOfTransfer(tx, transferId)).filter(({ kind }) => kind === 'VEHICLE');
  await lockVehicles(
    tx,
    origins.map(({ recordId }) => recordId),
  );
  const here = new Map((await vehiclesHere(tx)).map((vehicle) => [vehicle.id, vehicle]));
  const planned = [];
  for (const { recordId, before, after } of origins) {
    const vehicle = required(await loadVehicle(tx, recordId, { isWritten: true }), `vehicle ${recordId}`);
    const ledger = await loadLedger(tx, vehicle);
    const plan = planUndoneTransfer(ledger, transferId, newId);
    if (plan.isErr())
      return err(plan.error.map((failure) => ({ ...failure, detail: `${vehicle.name}: ${failure.detail}` })));
    const again = [plan.value.entries, plan.value.events, plan.value.reports]
      .flat()
      .flatMap(({ restores }) => restores ?? []);
    const numbers = await numbersOf(tx, again);
    const statements = ledger.statements.filter((statement) => statement.transferId !== transferId);
    const stated = ledger.statements.flatMap((statement) =>
      statement.transferId === transferId ? [statement.end] : [],
    );
    planned.push(
      transferredRows({
        transferId,
        vehicle,
        before: ledger,
        ledger: { ...ledger, statements },
        plan: plan.value,
        created: null,
        stated,
        numbers,
        reason,
      }),
    );
    if (before !== null && vehicle.name === after) {
      const renamed = await renameVehicle(tx, required(here.get(recordId), `vehicle ${recordId}`), before);
      if (renamed.isErr()) return err(renamed.error);
    }
  }
  const failures = await untellHoldings(tx, await factsOfTransfer(tx, transferId), reason);
  if (failures.length > 0) return err(failures);
  return ok(await storeTransferred(tx, planned));
}
