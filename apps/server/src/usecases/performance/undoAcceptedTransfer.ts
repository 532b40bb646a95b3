import { loadLedger, loadVehicle, lockVehicles } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { factsOfTransfer } from '@carrara/adapters/postgres/performance/transfer/transferMetrics';
import {
  readNumbers,
  originsOfTransfer,
  readOwnVehicles,
} from '@carrara/adapters/postgres/performance/transfer/transferOrigins';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { err, type Failures, ok, required, type Result } from '@carrara/domain/kernel';
import { planUndoneTransfer } from '@carrara/domain/performance/transfer';
import { v7 as newId } from 'uuid';
import type { WrittenTransfer } from '../platform/dataTransfer.ts';
import { changeVehicle } from '../portfolio/changeVehicle.ts';
import { valuesToRestore } from './matchRecord.ts';
import { storeTransferred, transferredRows } from './storeTransferred.ts';
import { undoHoldings } from './importHoldings.ts';

/**
 * Undoes a transfer: reverses its rows, reenters rows that it had reversed, and restores names, records and facts about
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
  const here = new Map((await readOwnVehicles(tx)).map((vehicle) => [vehicle.id, vehicle]));
  const brought = await factsOfTransfer(tx, transferId);
  const facts = new Map(brought.map((row) => [row.recordId, row]));
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
    const numbers = await readNumbers(tx, again);
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
    const record = required(here.get(recordId), `vehicle ${recordId}`);
    const restored = {
      ...(await valuesToRestore(tx, record, facts.get(recordId))),
      ...(before !== null && vehicle.name === after ? { name: before } : {}),
    };
    const changed = await changeVehicle(tx, record, restored, reason);
    if (changed.isErr()) return err(changed.error);
  }
  const failures = await undoHoldings(tx, brought, reason);
  if (failures.length > 0) return err(failures);
  return ok(await storeTransferred(tx, planned));
}
