import type { Transaction } from '../../engine/unitOfWork/index.ts';

/** A record that an explanation names; without a type there is no screen that shows it. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
  readonly type: string | null;
  /** What a part or tranche hangs on: its investment. */
  readonly containerId: string | null;
}

/** The names and places of the sources, participants and taxes among these ids; ids that are none are left out. */
export async function explanationRecords(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedRecord>> {
  const known = ids.filter((id) => /^[0-9a-f-]{36}$/i.test(id));
  const rows = await tx.query<NamedRecord>(
    `SELECT f.id, f.name, f.kind AS type, f.investment_id AS "containerId" FROM source_facts f
       WHERE f.tenant_id = $1 AND f.id = ANY ($2::uuid[]) AND f.kind <> 'entity'
     UNION ALL SELECT id, name, kind, NULL FROM participant WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
     UNION ALL SELECT id, name, 'taxProfile', NULL FROM tax_profile WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
     UNION ALL SELECT id, description, NULL, NULL FROM reference_entry WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
    [tx.tenantId, known],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The sources of a run as they are stored, by the ids of their rows and by their own, and whether their figures are known. */
export const sourcesOfRun = (
  tx: Transaction,
  id: string,
): Promise<readonly { readonly id: string; readonly sourceId: string; readonly isDetermined: boolean }[]> =>
  tx.prepared(
    `SELECT id, container_id AS "sourceId", is_determined AS "isDetermined" FROM distribution_source
     WHERE tenant_id = $1 AND distribution_id = $2`,
    [tx.tenantId, id],
  );
