import type { RecordTypeWith } from '@carrara/contract/core/recordType';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

export interface NavigationEntry {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
}

/** Returns all containers of a kind in short form, by name. */
export function containerNavigation(
  tx: Transaction,
  kind: RecordTypeWith<{ readonly parent: 'container' }>,
): Promise<NavigationEntry[]> {
  return tx.query<NavigationEntry>(
    'SELECT id, name, code FROM container WHERE tenant_id = $1 AND kind = $2 ORDER BY lower(name), id',
    [tx.tenantId, kind],
  );
}

/** Returns all participants of a kind in short form, by name. */
export function participantNavigation(
  tx: Transaction,
  kind: 'employee' | 'trust' | 'entity',
): Promise<NavigationEntry[]> {
  return tx.query<NavigationEntry>(
    `SELECT b.id, b.name, b.code FROM participant b WHERE b.tenant_id = $1 AND b.kind = $2 ORDER BY lower(b.name), b.id`,
    [tx.tenantId, kind],
  );
}

/** Returns all vintages in short form, by name and fund. */
export function vintageNavigation(tx: Transaction): Promise<(NavigationEntry & { readonly fundName: string })[]> {
  return tx.query<NavigationEntry & { readonly fundName: string }>(
    `SELECT v.id, v.vintage_name AS name, NULL AS code, f.name AS "fundName" FROM vintage v
     JOIN container f ON f.tenant_id = v.tenant_id AND f.id = v.fund_id
     WHERE v.tenant_id = $1 ORDER BY lower(v.vintage_name), lower(f.name), v.id`,
    [tx.tenantId],
  );
}
