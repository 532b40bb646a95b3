import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { isTaxUnknown } from '../../portfolio/container/sources.ts';

/** A record that an explanation names. If the type is null, no screen displays it. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
  readonly type: string | null;
  /** Investment of a holding or tranche. */
  readonly containerId: string | null;
}

/** Returns the names and locations of the sources, participants and taxes among these ids. Unknown ids are left out. */
export async function explanationRecords(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedRecord>> {
  const uuids = ids.filter((id) => /^[0-9a-f-]{36}$/i.test(id));
  const rows = await tx.query<NamedRecord>(
    `SELECT f.id, f.name, f.kind AS type, f.investment_id AS "containerId" FROM source_facts f
       WHERE f.tenant_id = $1 AND f.id = ANY ($2::uuid[]) AND f.kind <> 'entity'
     UNION ALL SELECT id, name, kind, NULL FROM participant WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
     UNION ALL SELECT id, name, 'taxProfile', NULL FROM tax_profile WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
     UNION ALL SELECT id, description, NULL, NULL FROM reference_entry WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
    [tx.tenantId, uuids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A person who saved a run, and when they last did. */
export interface RunSave {
  readonly name: string;
  readonly at: string;
}

/** Returns the people who saved a run, latest first. */
export const savesOfRun = (tx: Transaction, id: string): Promise<readonly RunSave[]> =>
  tx.query<RunSave>(
    `SELECT coalesce(max(person_name), '') AS name, max(created_at) AS at FROM activity
     WHERE tenant_id = $1 AND object_id = $2 AND operation = 'saveDistribution' AND person_id IS NOT NULL
     GROUP BY person_id ORDER BY max(seq) DESC`,
    [tx.tenantId, id],
  );

/** Returns the stored sources of a run with their row ids and source ids, and whether their figures are determined. */
export const sourcesOfRun = (
  tx: Transaction,
  id: string,
): Promise<
  readonly {
    readonly id: string;
    readonly sourceId: string;
    readonly isDetermined: boolean;
    readonly isTaxUnknown: boolean;
  }[]
> =>
  tx.prepared(
    `SELECT s.id, s.container_id AS "sourceId", s.is_determined AS "isDetermined", ${isTaxUnknown('d', 's.container_id')} AS "isTaxUnknown"
     FROM distribution_source s JOIN distribution d ON d.tenant_id = s.tenant_id AND d.id = s.distribution_id
     WHERE s.tenant_id = $1 AND s.distribution_id = $2`,
    [tx.tenantId, id],
  );
