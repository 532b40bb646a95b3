import { coinvestmentStore, fundStore } from '@carrara/adapters/postgres/portfolio/container/containers';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { err, type Failures, noSuch, ok, type Result } from '@carrara/domain/kernel';
import { datesInOrder } from '@carrara/domain/portfolio/vehicle';

export interface VehicleOfKind {
  readonly id: string;
  readonly kind: 'fund' | 'coinvestment';
}

/** Loads the record of a fund or a coinvestment. */
export const loadVehicleRecord = (tx: Transaction, { id, kind }: VehicleOfKind) =>
  (kind === 'fund' ? fundStore : coinvestmentStore).load(tx, id);

/**
 * Changes some fields of a fund or a coinvestment and nothing else.
 *
 * Fails: NOT_FOUND, DATES_REVERSED, and the failures of the store.
 */
export async function changeVehicle(
  tx: Transaction,
  { id, kind }: VehicleOfKind,
  values: Readonly<Record<string, unknown>>,
  reason?: string,
): Promise<Result<void, Failures>> {
  if (Object.keys(values).length === 0) return ok(undefined);
  const [store, operation] = kind === 'fund' ? [fundStore, 'saveFund'] : [coinvestmentStore, 'saveCoinvestment'];
  const stored = await store.load(tx, id);
  if (!stored) return err([noSuch(kind)]);
  const reversed = datesInOrder({ ...stored, ...values });
  if (reversed.length > 0) return err([...reversed]);
  const act = { operation, ...(reason === undefined ? {} : { reason }) };
  const saved = await store.update(tx, act, id, stored.rowVersion, values);
  return saved.isErr() ? err([saved.error]) : ok(undefined);
}
