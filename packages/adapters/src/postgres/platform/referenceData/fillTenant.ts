import { v7 as newId } from 'uuid';
import { standardEntries } from './standardEntries.ts';

interface Runner {
  query(text: string, values: readonly unknown[]): Promise<unknown>;
}

/**
 * Inserts the standard reference data of the types for which the tenant has no entries: all types for a new tenant,
 * otherwise types that a new version added. Existing entries stay.
 */
export async function fillTenant(worker: Runner, tenantId: string, now: Date | string): Promise<void> {
  const entries = Object.entries(standardEntries).flatMap(([type, list]) =>
    list.map(({ code, description, symbol, subType = '', parent }, displayOrder) => ({
      id: newId(),
      type,
      sub_type: subType,
      code,
      description,
      symbol,
      display_order: displayOrder,
      attributes: parent ? { parent } : {},
    })),
  );
  await worker.query(
    `INSERT INTO reference_entry (tenant_id, id, type, sub_type, code, description, symbol, display_order, attributes, created_at, updated_at)
     SELECT $1, e.id, e.type, e.sub_type, e.code, e.description, e.symbol, e.display_order, e.attributes, $3, $3
     FROM jsonb_populate_recordset(NULL::reference_entry, $2::jsonb) e
     WHERE NOT EXISTS (SELECT FROM reference_entry r WHERE r.tenant_id = $1 AND r.type = e.type)
     ON CONFLICT (tenant_id, type, sub_type, code) DO NOTHING`,
    [tenantId, JSON.stringify(entries), now],
  );
}
