import type { CalendarDate } from '../../kernel/index.ts';
import type { VehicleLedger } from './computeVehicle.ts';

/** Stored with each locked quarter, report run and data package. Increase it when a rule changes a figure. */
export const PERIOD_ENGINE_VERSION = '1';

/** For every version that has produced stored figures, the way its rules read a ledger. Add an entry when a rule changes, and keep the previous ones. */
const reads: ReadonlyMap<string, (ledger: VehicleLedger) => VehicleLedger> = new Map([
  [PERIOD_ENGINE_VERSION, (ledger: VehicleLedger) => ledger],
]);

/** Returns a ledger as the rules of a version read it, so that its figures can be recomputed; undefined if the version is unknown. */
export const ledgerAtVersion = (version: string, ledger: VehicleLedger): VehicleLedger | undefined =>
  reads.get(version)?.(ledger);

/** Returns the source of NAV at a quarter end. If it is locked, that of its lock. */
export const navBasisOn = (
  ledger: Pick<VehicleLedger, 'navBasis' | 'lockedBy'>,
  end: CalendarDate,
): VehicleLedger['navBasis'] => (ledger.lockedBy?.get(end) ?? ledger).navBasis;

/**
 * Returns a ledger as the figures of a quarter end read it. For a locked quarter, uses the settings of its lock, so that explanations match the
 * stored figures.
 */
export function ledgerOn(ledger: VehicleLedger, end: CalendarDate): VehicleLedger {
  const locked = ledger.lockedBy?.get(end);
  if (locked === undefined) return ledger;
  const { rules, ...settings } = locked;
  return { ...(ledgerAtVersion(rules, ledger) ?? ledger), ...settings };
}
