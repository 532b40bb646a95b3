import { coinvestmentStore, fundStore } from '@carrara/adapters/postgres/portfolio/container/containers';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { err, type Failures, noSuch, ok, type Result } from '@carrara/domain/kernel';

/** Renames a fund or a coinvestment and changes nothing else. Fails: NOT_FOUND, and the failures of the store. */
export async function renameVehicle(
  tx: Transaction,
  { id, kind }: { readonly id: string; readonly kind: 'fund' | 'coinvestment' },
  name: string,
): Promise<Result<void, Failures>> {
  const [store, operation] = kind === 'fund' ? [fundStore, 'saveFund'] : [coinvestmentStore, 'saveCoinvestment'];
  const stored = await store.load(tx, id);
  if (!stored) return err([noSuch(kind)]);
  const saved = await store.update(tx, { operation }, id, stored.rowVersion, { name });
  return saved.isErr() ? err([saved.error]) : ok(undefined);
}
