import type { Transaction } from '../../engine/unitOfWork/index.ts';
import { isInForce, scheduleSql } from './allocationRows.ts';
import { currencyCode } from '../../engine/words/index.ts';
import { ownPart, partsBelow, type VestingTrancheRow } from './vestingParts.ts';

/** A source that a participant has an allocation in, with everything that its vesting is computed from. */
export interface VestingSource {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly fundId: string | null;
  readonly coinvestmentId: string | null;
  readonly investmentId: string | null;
  /** Of the fund or coinvestment that holds it. */
  readonly currency: string | null;
  readonly effective: string;
  readonly schedule: {
    readonly name: string;
    readonly details: readonly { periodStart: number; periodEnd: number | null; vestedPercentage: string }[];
  } | null;
  /** The gross that disbursed distributions shared out by the source's profiles: each amount counts for one source, whatever lies below it. */
  readonly carryAmount: string;
  readonly own: VestingTrancheRow;
  readonly tranches: readonly VestingTrancheRow[];
}

/** The sources that a participant has an allocation in on a day: one statement. */
export function vestingSources(tx: Transaction, participantId: string, asOf: string): Promise<VestingSource[]> {
  return tx.query<VestingSource>(
    `SELECT f.id, f.kind, f.name, f.fund_id AS "fundId", f.coinvestment_id AS "coinvestmentId", f.investment_id AS "investmentId",
       ${currencyCode('f.currency_id')} AS currency,
       trim_scale(b.effective)::text AS effective, ${scheduleSql('b.vesting_schedule_id')} AS schedule, ${ownPart} AS own,
       ${partsBelow} AS tranches,
       (SELECT coalesce(sum(g.gross_carry_distributed), 0.00)::text FROM distribution_source g
          JOIN distribution d ON d.tenant_id = g.tenant_id AND d.id = g.distribution_id AND d.status = 'DISB'
          LEFT JOIN allocation_profile u ON u.tenant_id = g.tenant_id AND u.id = g.allocation_profile_id
          WHERE g.tenant_id = f.tenant_id AND coalesce(u.container_id, g.container_id) = f.id) AS "carryAmount"
     FROM allocation_entry b
     JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id
     JOIN (SELECT g.*, coalesce(g.fund_id, g.coinvestment_id) AS holder_id FROM source_facts g) f
       ON f.tenant_id = b.tenant_id AND f.id = p.container_id
     WHERE b.tenant_id = $1 AND b.participant_id = $2 AND f.kind <> 'entity' AND ${isInForce('p', '$3::date')}
     ORDER BY lower(f.name), f.id`,
    [tx.tenantId, participantId, asOf],
  );
}

/** Funds and coinvestments that a participant has an allocation in, by name. */
export function fundsOfParticipant(
  tx: Transaction,
  participantId: string,
): Promise<{ id: string; name: string; code: string | null; type: 'fund' | 'coinvestment' }[]> {
  return tx.query(
    `SELECT DISTINCT c.id, c.name, c.code, c.kind AS type FROM allocation_entry b
     JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id
     JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = p.container_id
     JOIN container c ON c.tenant_id = b.tenant_id AND c.id = coalesce(f.fund_id, f.coinvestment_id)
     WHERE b.tenant_id = $1 AND b.participant_id = $2 ORDER BY c.name, c.id`,
    [tx.tenantId, participantId],
  );
}

/** Investments that a participant has an allocation in, once for each fund or coinvestment that holds them. */
export function investmentsOfParticipant(
  tx: Transaction,
  participantId: string,
): Promise<{ id: string; name: string; code: string | null; fundId: string | null }[]> {
  return tx.query(
    `SELECT DISTINCT c.id, c.name, c.code, coalesce(f.fund_id, f.coinvestment_id) AS "fundId" FROM allocation_entry b
     JOIN allocation_profile p ON p.tenant_id = b.tenant_id AND p.id = b.allocation_profile_id
     JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = p.container_id
     JOIN container c ON c.tenant_id = b.tenant_id AND c.id = f.investment_id
     WHERE b.tenant_id = $1 AND b.participant_id = $2 ORDER BY c.name, c.id`,
    [tx.tenantId, participantId],
  );
}
