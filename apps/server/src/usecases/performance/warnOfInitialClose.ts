import { loadLedger, loadVehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import type { CalendarDate, Failures } from '@carrara/domain/kernel';
import { initialCloseWarnings } from '@carrara/domain/performance/ledger';
import type { RequestContext } from '../../core/operations.ts';

/** Returns the warnings of a change of the initial close of a fund or coinvestment, as `initialCloseWarnings`. */
export async function warnOfInitialClose(
  { tx }: RequestContext,
  vehicleId: string,
  to: CalendarDate | null,
): Promise<Failures> {
  const vehicle = await loadVehicle(tx, vehicleId, { isWritten: true });
  if (vehicle === undefined || vehicle.firstClose === to) return [];
  return initialCloseWarnings({ from: vehicle.firstClose, to }, await loadLedger(tx, vehicle));
}
