import type { CalendarDate } from '@carrara/domain/kernel';
import { effectOfShare, measuredEntries, type TransferPolicy } from '@carrara/domain/performance/ledger';
import { type Flow, ledgerAtVersion, type VehicleLedger } from '@carrara/domain/performance/period';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { loadLedger, loadVehicle, type StoredLedger } from './loadLedger.ts';

/** A stored figure of a commitment. Its rules determine which cash counts from transfers between partners. */
interface CountedBy {
  readonly vehicleId: string;
  readonly commitmentId: string;
  readonly end: CalendarDate;
  readonly rules: string;
  readonly transfers: TransferPolicy;
}
type Passed = readonly (Flow & { readonly commitmentId: string; readonly booked: CalendarDate })[];

/**
 * Loads the ledgers of vehicles with transfers between partners, and returns a function that gives the transferred cash
 * for a figure computed from them.
 */
export async function loadTransferredCash(
  tx: Transaction,
  vehicleIds: readonly string[],
): Promise<(counted: CountedBy) => readonly Flow[]> {
  const moved = await tx.query<{ id: string }>(
    `SELECT c.vehicle_id AS id FROM commitment c JOIN commitment_event e ON e.tenant_id = c.tenant_id AND e.commitment_id = c.id
     WHERE c.tenant_id = $1 AND c.vehicle_id = ANY ($2::uuid[]) AND e.kind = 'TRANSFER_OUT'
     UNION SELECT e.vehicle_id FROM ledger_entry e WHERE e.tenant_id = $1 AND e.vehicle_id = ANY ($2::uuid[]) AND e.type = 'TRANSFER'`,
    [tx.tenantId, [...new Set(vehicleIds)]],
  );
  const ledgers = new Map<string, StoredLedger>();
  for (const { id } of moved) {
    const vehicle = await loadVehicle(tx, id);
    if (vehicle !== undefined) ledgers.set(id, await loadLedger(tx, vehicle));
  }
  const byRules = new Map<string, Passed>();
  return ({ vehicleId, commitmentId, end, rules, transfers }) => {
    const ledger = ledgers.get(vehicleId);
    if (ledger === undefined) return [];
    const key = `${vehicleId} ${rules} ${transfers}`;
    const passed = byRules.get(key) ?? passedOf({ ...(ledgerAtVersion(rules, ledger) ?? ledger), transfers });
    byRules.set(key, passed);
    return passed.filter((flow) => flow.commitmentId === commitmentId && flow.booked <= end);
  };
}

const passedOf = (ledger: VehicleLedger): Passed =>
  measuredEntries(ledger).flatMap((entry) =>
    entry.shares.flatMap((share) =>
      share.isPassed
        ? [
            {
              commitmentId: share.commitmentId,
              date: entry.effective,
              booked: entry.booked,
              amount: effectOfShare(entry, share).cash,
            },
          ]
        : [],
    ),
  );
