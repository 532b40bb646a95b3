import type { CapitalAccountAnswer } from '@carrara/contract/performance/capitalAccount';
import type { PortfolioSummaryAnswer } from '@carrara/contract/performance/portfolioSummary';
import type { Transaction } from '../../engine/unitOfWork/index.ts';

/** Figures in a data transfer for a commitment at its quarter end. */
export interface StatementToStore {
  readonly vehicleId: string;
  readonly commitmentId: string;
  readonly periodEnd: string;
  readonly account: object | null;
  readonly portfolio: object | null;
  /** Holdings of this tenant by the sender's ids. */
  readonly holdings: Readonly<Record<string, string>>;
}

/** Stores the statements of an accepted transfer, under the sequence number of the audit entry that accepts it. */
export const storeStatements = (
  tx: Transaction,
  transferId: string,
  seq: number,
  statements: readonly StatementToStore[],
) =>
  tx.query(
    `INSERT INTO transfer_statement (tenant_id, transfer_id, vehicle_id, commitment_id, period_end, account, portfolio, holdings, seq, created_at)
     SELECT $1, $2, s."vehicleId", s."commitmentId", s."periodEnd", nullif(s.account, 'null'), nullif(s.portfolio, 'null'), s.holdings, $3, $5
     FROM jsonb_to_recordset($4::jsonb)
       AS s("vehicleId" uuid, "commitmentId" uuid, "periodEnd" date, account jsonb, portfolio jsonb, holdings jsonb)`,
    [tx.tenantId, transferId, seq, JSON.stringify(statements), tx.now],
  );

/** Joins the transfer `d` of a statement `t`. Only an accepted transfer that wasn't undone counts. */
export const standingTransfer = `JOIN data_transfer d ON d.target_id = t.tenant_id AND d.id = t.transfer_id AND d.status = 'COMP'`;

export interface SentStatements {
  readonly account: CapitalAccountAnswer | null;
  readonly portfolio: PortfolioSummaryAnswer | null;
  /** Holdings and companies of this tenant by the sender's ids. */
  readonly ids: Readonly<Record<string, string>>;
  readonly fund: { readonly id: string; readonly code: string | null; readonly name: string };
  readonly investor: { readonly id: string; readonly code: string | null; readonly name: string };
}

/**
 * Returns the statements of a vehicle that its manager sent for a quarter end: of an investor, or of the whole vehicle
 * if this tenant has a single commitment to it. Undefined if none was sent.
 */
export async function sentStatements(
  tx: Transaction,
  asked: {
    readonly fundId: string;
    readonly investorId?: string | undefined;
    readonly endDate: string;
    readonly asKnownOn?: number | undefined;
  },
): Promise<SentStatements | undefined> {
  const rows = await tx.query<SentStatements>(
    `SELECT DISTINCT ON (t.commitment_id) t.account, t.portfolio,
       t.holdings || coalesce((SELECT jsonb_object_agg(o.origin_id, o.record_id) FROM transfer_origin o
         WHERE o.tenant_id = t.tenant_id AND o.transfer_id = t.transfer_id AND o.kind = 'INVESTMENT'), '{}') AS ids,
       jsonb_build_object('id', v.id, 'code', v.code, 'name', v.name) AS fund,
       jsonb_build_object('id', i.id, 'code', i.code, 'name', i.name) AS investor
     FROM transfer_statement t ${standingTransfer}
     JOIN commitment c ON c.tenant_id = t.tenant_id AND c.id = t.commitment_id
     JOIN container v ON v.tenant_id = t.tenant_id AND v.id = t.vehicle_id
     JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
     WHERE t.tenant_id = $1 AND t.vehicle_id = $2 AND t.period_end = $3 AND ($4::uuid IS NULL OR c.investor_id = $4)
       AND ($5::bigint IS NULL OR t.seq <= $5)
       AND ($4::uuid IS NOT NULL OR (SELECT count(*) FROM commitment o WHERE o.tenant_id = t.tenant_id AND o.vehicle_id = t.vehicle_id) = 1)
     ORDER BY t.commitment_id, t.seq DESC`,
    [tx.tenantId, asked.fundId, asked.endDate, asked.investorId ?? null, asked.asKnownOn ?? null],
  );
  return rows[0];
}
