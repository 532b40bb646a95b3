import { err, type Failure, ok, required, type Result } from '@carrara/domain/kernel';
import type { Pool } from 'pg';
import { buildStaleFailure, type StaleFailure } from '../engine/records/recordStore.ts';
import { personName } from '../engine/texts/personName.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';

/** A stored firm. */
export interface StoredTenant {
  readonly id: string;
  readonly name: string;
  readonly isLpTenant: boolean;
  readonly isDemo: boolean;
  /** True if an administrator of another firm added this one to look around. */
  readonly isSample: boolean;
  readonly rowVersion: number;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Loads the firm of a transaction. Throws if there is none. */
export async function loadTenant(tx: Transaction): Promise<StoredTenant> {
  const [tenant] = await tx.query<StoredTenant>(
    `SELECT id, name, is_lp_tenant AS "isLpTenant", is_demo AS "isDemo", sample_of IS NOT NULL AS "isSample", row_version AS "rowVersion", settings FROM tenant WHERE id = $1`,
    [tx.tenantId],
  );
  if (!tenant) throw new Error('a member of a tenant that doesn’t exist');
  return tenant;
}

/**
 * Saves the settings of a firm and records the changes. Returns the new row version. Fails: STALE_VERSION if the version
 * has changed.
 */
export async function saveSettings(
  tx: Transaction,
  tenant: StoredTenant,
  settings: Readonly<Record<string, unknown>>,
  expectedVersion: number | null | undefined,
  operation = 'saveTenantSettings',
): Promise<Result<number, StaleFailure[]>> {
  const [saved] = await tx.query<{ row_version: number }>(
    `UPDATE tenant SET settings = $2, row_version = row_version + 1, updated_at = $3, updated_by = $4
     WHERE id = $1 AND row_version = $5 RETURNING row_version`,
    [tx.tenantId, settings, tx.now, tx.personId, expectedVersion],
  );
  if (!saved) return err([await staleSettings(tx)]);
  tx.record({
    operation,
    objectType: 'tenant',
    objectId: tenant.id,
    objectName: tenant.name,
    before: tenant.settings,
    after: settings,
    rowVersion: saved.row_version,
  });
  return ok(saved.row_version);
}

async function staleSettings(tx: Transaction): Promise<StaleFailure> {
  const [last] = await tx.query<Omit<StaleFailure, keyof Failure>>(
    `SELECT ${personName('t.updated_by')} AS "changedBy", t.updated_at AS "changedDate", t.row_version AS "rowVersion"
     FROM tenant t WHERE t.id = $1`,
    [tx.tenantId],
  );
  return buildStaleFailure(tx, required(last, 'tenant'));
}

/** Returns the firm with a host name. Works without signing in. */
export async function tenantOfHost(pool: Pool, host: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM tenant_of_host($1)', [host]);
  return rows[0]?.id;
}
