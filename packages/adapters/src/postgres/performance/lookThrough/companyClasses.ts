import { type Decimal, decimal } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

export interface CompanyClasses {
  readonly name: string;
  readonly sector: string | null;
  /** Regions of the latest reported quarter, in percent. */
  readonly regions: readonly { readonly name: string; readonly percent: Decimal }[];
}

const slots = [1, 2, 3, 4, 5];
const regions = slots.map((n) => `(p.geo_region${String(n)}_id, p.geo_percentage${String(n)})`).join(', ');

/** Returns the categories of companies: their sector, and their regions as last reported up to a date. */
export async function companyClasses(
  tx: Transaction,
  investmentIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, CompanyClasses>> {
  const rows = await tx.query<{
    id: string;
    name: string;
    sector: string | null;
    regions: readonly { name: string; percent: string }[];
  }>(
    `SELECT i.id, n.name, s.description AS sector, coalesce(g.regions, '[]') AS regions
     FROM investment i JOIN container n ON n.tenant_id = i.tenant_id AND n.id = i.id
     LEFT JOIN reference_entry s ON s.tenant_id = i.tenant_id AND s.id = i.sector_id
     LEFT JOIN LATERAL (
       SELECT jsonb_agg(jsonb_build_object('name', r.description, 'percent', x.percentage::text)) AS regions
       FROM (SELECT * FROM investment_period p WHERE p.tenant_id = i.tenant_id AND p.investment_id = i.id AND p.period_end <= $3
             ORDER BY p.period_end DESC LIMIT 1) p
       CROSS JOIN LATERAL (VALUES ${regions}) x (region_id, percentage)
       JOIN reference_entry r ON r.tenant_id = p.tenant_id AND r.id = x.region_id
       WHERE x.percentage > 0) g ON true
     WHERE i.tenant_id = $1 AND i.id = ANY ($2::uuid[])`,
    [tx.tenantId, investmentIds, day],
  );
  return new Map(
    rows.map(({ id, regions: regionShares, ...company }) => [
      id,
      { ...company, regions: regionShares.map(({ name, percent }) => ({ name, percent: decimal(percent) })) },
    ]),
  );
}

/** Returns, for each vehicle that is itself an investor, that investor. */
export async function investingVehicles(
  tx: Transaction,
  vehicleIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; vehicleId: string }>(
    `SELECT i.id, i.vehicle_id AS "vehicleId" FROM investor i WHERE i.tenant_id = $1 AND i.vehicle_id = ANY ($2::uuid[])`,
    [tx.tenantId, vehicleIds],
  );
  return new Map(rows.map(({ id, vehicleId }) => [vehicleId, id]));
}
