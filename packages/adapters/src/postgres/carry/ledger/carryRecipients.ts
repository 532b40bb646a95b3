import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import type { LedgerTable } from './accountEntries.ts';

/** A recipient of a vehicle's carry, and the escrow withheld from them. */
export interface CarryRecipientRow {
  readonly id: string;
  readonly name: string;
  /** Amount paid and not clawed back. */
  readonly received: string;
  readonly escrowBalance: string;
}

/**
 * Returns the carry of a vehicle that had been paid before its accounts began, from the opening entries until a date.
 * Null if it is zero.
 */
export async function readOpeningCarryPaid(tx: Transaction, vehicleId: string, until: string): Promise<string | null> {
  const [found] = await tx.query<{ amount: string | null }>(
    `SELECT nullif(sum(-e.amount), 0)::text AS amount FROM account_entry e
     JOIN source_facts f ON f.tenant_id = $1 AND f.id = e.container_id AND coalesce(f.coinvestment_id, f.fund_id) = $2
     WHERE e.tenant_id = $1 AND e.kind = 'OPENING_DISTRIBUTED' AND e.entry_date <= $3`,
    [tx.tenantId, vehicleId, until],
  );
  return found?.amount ?? null;
}

/**
 * Returns SQL for the entries of accounts and escrow (participant_id, container_id, currency_id, entry_date), each with the amount received, the escrow
 * and the balance that it adds, and whether it determines the balance. `entriesOf` returns SQL for the entries of a ledger.
 */
export const carryEntries = (entriesOf: (table: LedgerTable) => string): string => `(
  SELECT e.holder_id, e.participant_id, e.container_id, e.currency_id, e.entry_date,
    CASE WHEN e.kind IN ('DISTRIBUTION', 'OPENING_DISTRIBUTED') THEN -e.amount WHEN e.kind = 'CLAWBACK' THEN e.amount ELSE 0.00 END AS received,
    0.00 AS escrow, e.amount AS balance, e.kind IN ('ACCRUAL', 'OPENING') AS begins FROM ${entriesOf('account_entry')} e
  UNION ALL SELECT e.holder_id, e.participant_id, e.container_id, e.currency_id, e.entry_date,
    CASE WHEN e.kind = 'APPLIED' THEN e.amount ELSE 0.00 END, e.amount, 0.00, false FROM ${entriesOf('escrow_entry')} e)`;
/** SQL for all entries of a ledger. */
export const allEntries = (table: LedgerTable): string =>
  `(SELECT e.*, e.participant_id AS holder_id FROM ${table} e WHERE e.tenant_id = $1)`;

/** Returns everybody who was paid carry of these vehicles, or has escrow there, until a date, by name. */
export const recipientsOfVehicles = (
  tx: Transaction,
  vehicleIds: readonly string[],
  until: string,
): Promise<(CarryRecipientRow & { readonly vehicleId: string })[]> =>
  tx.query(
    `SELECT coalesce(f.coinvestment_id, f.fund_id) AS "vehicleId", p.id, p.name, sum(x.received)::text AS received, sum(x.escrow)::text AS "escrowBalance"
     FROM ${carryEntries(allEntries)} x
     JOIN source_facts f ON f.tenant_id = $1 AND f.id = x.container_id AND coalesce(f.coinvestment_id, f.fund_id) = ANY ($2::uuid[])
     JOIN participant p ON p.tenant_id = $1 AND p.id = x.participant_id
     WHERE x.entry_date <= $3 GROUP BY 1, p.id, p.name HAVING sum(x.received) > 0 OR sum(x.escrow) <> 0 ORDER BY 1, lower(p.name), p.id`,
    [tx.tenantId, vehicleIds, until],
  );

/** Returns the same for one vehicle. */
export const readCarryRecipients = async (
  tx: Transaction,
  vehicleId: string,
  until: string,
): Promise<CarryRecipientRow[]> =>
  (await recipientsOfVehicles(tx, [vehicleId], until)).map(({ vehicleId: _vehicleId, ...recipient }) => recipient);
