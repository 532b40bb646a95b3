import type { Transaction } from '../engine/unitOfWork/transaction.ts';

/** Returns the number of entries per reference data type, including archived ones. */
export async function referenceCounts(tx: Transaction): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ type: string; n: number }>(
    'SELECT type, count(*)::int AS n FROM reference_entry WHERE tenant_id = $1 GROUP BY type',
    [tx.tenantId],
  );
  return new Map(rows.map(({ type, n }) => [type, n]));
}

const tables = { user: 'membership', group: 'user_group', taxes: 'tax_profile', vesting: 'vesting_schedule' } as const;

/** Returns the numbers of active and archived records in a settings view. */
export async function activeAndArchived(
  tx: Transaction,
  view: keyof typeof tables,
): Promise<{ active: number; archived: number }> {
  const [row] = await tx.query<{ active: number; archived: number }>(
    `SELECT count(*) FILTER (WHERE NOT is_inactive)::int AS active, count(*) FILTER (WHERE is_inactive)::int AS archived
     FROM ${tables[view]} WHERE tenant_id = $1`,
    [tx.tenantId],
  );
  return row ?? { active: 0, archived: 0 };
}
