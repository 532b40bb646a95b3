import { type CalendarDate, required } from '@carrara/domain/kernel';
import type { NavLocation } from '@carrara/domain/carry/navAccrual';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { ownPart, tranchesBelow, vestingPart, type VestingTrancheRow } from '../carryViews/vestingParts.ts';
import { entitiesAboveSql } from '../carryViews/vestingSources.ts';

/** A fund or coinvestment, or a holding of it, with the names that its figures are displayed with. */
export interface NamedLocation extends NavLocation {
  readonly vehicleName: string;
  /** The code, or the name of a vehicle without one. */
  readonly vehicleCode: string;
  readonly vehicleType: 'fund' | 'coinvestment';
  readonly investmentName: string | null;
  readonly currency: string | null;
}

type Row = Pick<
  NamedLocation,
  'id' | 'vehicleId' | 'vehicleName' | 'vehicleCode' | 'vehicleType' | 'investmentId' | 'investmentName' | 'currency'
> & {
  readonly own: VestingTrancheRow;
  readonly tranches: readonly (VestingTrancheRow & { readonly id: string; readonly hasProfile: boolean })[];
};

const hasProfile = `(t.assigned_allocation_profile_id IS NOT NULL OR EXISTS (SELECT FROM allocation_profile a
  WHERE a.tenant_id = t.tenant_id AND a.container_id = t.id AND (a.effective_date IS NULL OR a.effective_date <= $3::date)))`;

/**
 * Returns funds and coinvestments, all or some, each with its holdings and their tranches as of a date, in one statement. Vehicles and holdings are
 * ordered by name.
 */
export async function navLocations(
  tx: Transaction,
  vehicleIds: readonly string[] | undefined,
  date: CalendarDate,
): Promise<readonly NamedLocation[]> {
  const rows = await tx.query<Row>(
    `SELECT f.id, v.id AS "vehicleId", v.name AS "vehicleName", coalesce(v.code, v.name) AS "vehicleCode", v.kind AS "vehicleType", f.investment_id AS "investmentId", i.name AS "investmentName", r.code AS currency,
       ${ownPart} AS own, ${tranchesBelow(` || jsonb_build_object('id', t.id, 'hasProfile', ${hasProfile})`)} AS tranches
     FROM source_facts f
     JOIN container v ON v.tenant_id = f.tenant_id AND v.id = coalesce(f.coinvestment_id, f.fund_id)
     LEFT JOIN container i ON i.tenant_id = f.tenant_id AND i.id = f.investment_id
     LEFT JOIN reference_entry r ON r.tenant_id = f.tenant_id AND r.id = f.currency_id
     WHERE f.tenant_id = $1 AND f.kind IN ('fund', 'coinvestment', 'fundInvestment', 'coinvestmentInvestment')
       AND ($2::uuid[] IS NULL OR v.id = ANY ($2::uuid[]))
     ORDER BY lower(v.name), v.id, lower(i.name) NULLS LAST, f.id`,
    [tx.tenantId, vehicleIds ?? null, date],
  );
  return rows.map(({ own, tranches, ...row }) => ({
    ...row,
    own: vestingPart(own),
    tranches: tranches.map((tranche) => ({
      id: required(tranche.id, 'the id of a tranche'),
      hasProfile: tranche.hasProfile,
      ...vestingPart(tranche),
    })),
  }));
}

/** Returns the funds and coinvestments in which a participant has or had points or an account, also through entities. */
export async function navVehicles(tx: Transaction, participantId: string): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    `WITH RECURSIVE ${entitiesAboveSql('SELECT $2::uuid AS id')}
     SELECT DISTINCT coalesce(f.coinvestment_id, f.fund_id) AS id FROM (
       SELECT p.container_id FROM allocation_entry b JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id
         WHERE b.tenant_id = $1 AND b.participant_id IN (SELECT u.id FROM up u)
       UNION SELECT e.container_id FROM account_entry e WHERE e.tenant_id = $1 AND e.participant_id = $2
       UNION SELECT e.container_id FROM escrow_entry e WHERE e.tenant_id = $1 AND e.participant_id = $2) x
     JOIN source_facts f ON f.tenant_id = $1 AND f.id = x.container_id
     WHERE coalesce(f.coinvestment_id, f.fund_id) IS NOT NULL`,
    [tx.tenantId, participantId],
  );
  return rows.map(({ id }) => id);
}
