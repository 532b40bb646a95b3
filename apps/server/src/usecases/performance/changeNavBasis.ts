import { loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { readPeriods } from '@carrara/adapters/postgres/performance/ledger/readLedger';
import { hasStatements } from '@carrara/adapters/postgres/performance/transfer/transferStatements';
import { calendarDate, err } from '@carrara/domain/kernel';
import { decideNavBasis, type NavBasisChange } from '@carrara/domain/performance/period';
import type { RequestContext } from '../../core/operations.ts';
import { vehicleNotFound, recomputeQuarters } from '../ledgerPosting.ts';
import type { Outcome } from '../outcome.ts';

/**
 * Changes the NAV basis of a fund or coinvestment, and recomputes its open quarters. `save` stores the record.
 *
 * Fails: NOT_FOUND, and those of `decideNavBasis` and `save`.
 */
export async function changeNavBasis<T>(
  { tx }: RequestContext,
  vehicleId: string,
  change: NavBasisChange,
  save: () => Outcome<T>,
): Outcome<T> {
  const vehicle = await loadVehicle(tx, vehicleId, { isWritten: true });
  if (vehicle === undefined) return err(vehicleNotFound());
  const quarters = await readPeriods(tx, vehicleId);

  const wrong = decideNavBasis(change, quarters, await hasStatements(tx, vehicleId));
  if (wrong.length > 0) return err(wrong);

  const saved = await save();
  const firstOpen = quarters.findLast(({ status }) => status === 'OPEN');
  if (saved.isErr() || firstOpen === undefined) return saved;
  await recomputeQuarters(tx, { ...vehicle, navBasis: change.to }, calendarDate(firstOpen.periodEnd));
  return saved;
}
