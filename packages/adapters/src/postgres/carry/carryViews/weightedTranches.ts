import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

export interface WeightedTrancheRow {
  readonly id: string;
  readonly name: string;
  readonly investedAmount: string | null;
  readonly profile: { readonly id: string; readonly name: string } | null;
  readonly allocations: readonly {
    readonly participantId: string;
    readonly name: string;
    readonly effective: string;
  }[];
}

/**
 * Returns SQL for the profile that applies to a source on a date. This is the assigned one, otherwise the one in
 * force for the source, its holding, or the fund or coinvestment. `f` is the row in `source_facts`.
 */
export const profileEndedBy = (asOf: string): string => `(
  SELECT a.id, a.name, a.version FROM allocation_profile a
  WHERE a.tenant_id = f.tenant_id AND (a.id = f.assigned_allocation_profile_id
    OR a.container_id IN (f.id, f.part_id, f.fund_id, f.coinvestment_id) AND (a.effective_date IS NULL OR a.effective_date <= ${asOf}))
  ORDER BY a.id = f.assigned_allocation_profile_id DESC NULLS LAST,
    array_position(ARRAY[f.id, f.part_id, coalesce(f.fund_id, f.coinvestment_id)], a.container_id),
    a.is_current DESC, a.effective_date DESC NULLS LAST, a.version DESC LIMIT 1)`;

/**
 * Returns the tranches at or below a container, each with the profile that applies on a date (`profileEndedBy`).
 * Undefined if the container doesn't exist.
 */
export async function weightedTranches(
  tx: Transaction,
  containerId: string,
  asOf: string,
): Promise<WeightedTrancheRow[] | undefined> {
  const existing = await tx.query('SELECT 1 FROM container WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    containerId,
  ]);
  if (existing.length === 0) return undefined;
  return tx.query<WeightedTrancheRow>(
    `SELECT f.id, f.name, t.invested_amount::text AS "investedAmount",
       CASE WHEN p.id IS NOT NULL THEN jsonb_build_object('id', p.id, 'name', p.name) END AS profile,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('participantId', e.participant_id, 'name', w.name,
            'effective', trim_scale(e.effective)::text) ORDER BY e.position, e.id), '[]')
          FROM allocation_entry e JOIN participant w ON w.tenant_id = e.tenant_id AND w.id = e.participant_id
          WHERE e.tenant_id = f.tenant_id AND e.allocation_profile_id = p.id) AS allocations
     FROM source_facts f
     JOIN tranche t ON t.tenant_id = f.tenant_id AND t.id = f.id
     LEFT JOIN LATERAL ${profileEndedBy('$3::date')} p ON true
     WHERE f.tenant_id = $1 AND f.kind = 'tranche'
       AND $2::uuid IN (f.id, f.part_id, f.fund_id, f.coinvestment_id, f.investment_id, f.vintage_id)
     ORDER BY lower(f.name), f.id`,
    [tx.tenantId, containerId, asOf],
  );
}

export interface DistributionEntry {
  readonly id: string;
  readonly name: string;
  readonly distributionDate: string;
  readonly status: string;
}

/** Returns all distributions in short form, newest first. */
export function distributionNavigation(tx: Transaction, onlyDisbursed: boolean): Promise<DistributionEntry[]> {
  return tx.query<DistributionEntry>(
    `SELECT id, name, distribution_date AS "distributionDate", status FROM distribution
     WHERE tenant_id = $1 AND (NOT $2::boolean OR status = 'DISB') ORDER BY distribution_date DESC, lower(name), id`,
    [tx.tenantId, onlyDisbursed],
  );
}
