import type { Source } from '@carrara/domain/performance/ledger';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { sourceSql } from '../ledger/loadLedger.ts';

/** Facts about an entry, a valuation, a reported figure or a commitment change that aren't part of the ledger's computation. */
export interface FactDetail {
  readonly id: string;
  readonly vehicleId: string;
  readonly vehicleName: string;
  readonly source: (Source & { readonly name: string | null }) | null;
}

const detail = (table: string, vehicle: string, join = '') =>
  `SELECT x.id, v.id AS "vehicleId", v.name AS "vehicleName", ${sourceSql('x')} || jsonb_build_object('name', u.name) AS source
   FROM ${table} x ${join} JOIN container v ON v.tenant_id = x.tenant_id AND v.id = ${vehicle}
   LEFT JOIN upload_history u ON u.tenant_id = x.tenant_id AND u.id = x.source_id
   WHERE x.tenant_id = $1 AND x.id = ANY ($2::uuid[])`;
const details = [
  detail('ledger_entry', 'x.vehicle_id'),
  detail('valuation', 'x.vehicle_id'),
  detail('reported_figure', 'x.vehicle_id'),
  detail(
    'commitment_event',
    'c.vehicle_id',
    'JOIN commitment c ON c.tenant_id = x.tenant_id AND c.id = x.commitment_id',
  ),
].join(' UNION ALL ');

/** Returns the origins of entries, values and commitment events by their id. */
export async function factDetails(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, FactDetail>> {
  const rows = ids.length === 0 ? [] : await tx.query<FactDetail>(details, [tx.tenantId, [...new Set(ids)]]);
  return new Map(rows.map((row) => [row.id, row]));
}
