import { v7 as newId } from 'uuid';
import { standardEntries } from './standardEntries.ts';

interface Runner {
  query(text: string, values: readonly unknown[]): Promise<unknown>;
}

/**
 * Gives a tenant the reference data that every firm starts with, of the types that it has no entry of: all of them when it is new, those that
 * came with a version when it is older. What is there already stays.
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
