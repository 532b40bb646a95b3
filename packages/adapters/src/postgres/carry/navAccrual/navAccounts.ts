import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { entriesCountedFor } from '../ledger/accountEntries.ts';
import { allEntries, carryEntries } from '../ledger/carryRecipients.ts';

/** The account of a participant at an investment of a vehicle, over its tranches, or at the vehicle as a whole. */
export interface NavAccount {
  readonly participantId: string;
  readonly vehicleId: string;
  readonly investmentId: string | null;
  readonly currency: string | null;
  /** Accrued by realization and not paid yet. Null if nothing has been accrued. */
  readonly balance: string | null;
  /** Amount paid and not clawed back. */
  readonly paid: string;
  readonly escrow: string;
}

/** Returns the accounts of everybody, or of one participant, until a date. An entity's account consists of the entries that went through it. */
export const navAccounts = (
  tx: Transaction,
  { participantId, date }: { readonly participantId?: string | undefined; readonly date: string },
): Promise<NavAccount[]> => {
  const entries =
    participantId === undefined
      ? allEntries
      : (table: Parameters<typeof allEntries>[0]) => entriesCountedFor(table, 'ARRAY[$3::uuid]');
  return tx.query<NavAccount>(
    `SELECT a.holder_id AS "participantId", a.vehicle_id AS "vehicleId", a.investment_id AS "investmentId", r.code AS currency,
       (sum(a.balance) FILTER (WHERE a.has_begun))::text AS balance, sum(a.received)::text AS paid, sum(a.escrow)::text AS escrow
     FROM (SELECT x.holder_id, coalesce(f.coinvestment_id, f.fund_id) AS vehicle_id, f.investment_id, x.currency_id, bool_or(x.begins) AS has_begun,
         sum(x.balance) AS balance, sum(x.received) AS received, sum(x.escrow) AS escrow
       FROM ${carryEntries(entries)} x JOIN source_facts f ON f.tenant_id = $1 AND f.id = x.container_id
       WHERE x.entry_date <= $2::date AND ($3::uuid IS NULL OR x.holder_id = $3::uuid)
       GROUP BY x.holder_id, x.participant_id, x.container_id, f.coinvestment_id, f.fund_id, f.investment_id, x.currency_id) a
     LEFT JOIN reference_entry r ON r.tenant_id = $1 AND r.id = a.currency_id
     GROUP BY 1, 2, 3, 4`,
    [tx.tenantId, date, participantId ?? null],
  );
};
