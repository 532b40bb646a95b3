import type { CapitalAccountAnswer } from '@carrara/contract/performance/capitalAccount/capitalAccount';
import type { PortfolioSummaryAnswer } from '@carrara/contract/performance/capitalAccount/portfolioSummary';
import type { SentTemplate } from '@carrara/domain/performance/ilpa';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** Figures in a data transfer for a commitment at its quarter end. */
export interface StatementToStore {
  readonly vehicleId: string;
  readonly commitmentId: string;
  readonly periodEnd: string;
  readonly account: object | null;
  readonly portfolio: object | null;
  readonly template: object | null;
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
    `INSERT INTO transfer_statement (tenant_id, transfer_id, vehicle_id, commitment_id, period_end, account, portfolio, template, holdings, seq, created_at)
     SELECT $1, $2, s."vehicleId", s."commitmentId", s."periodEnd", nullif(s.account, 'null'), nullif(s.portfolio, 'null'),
       nullif(s.template, 'null'), s.holdings, $3, $5
     FROM jsonb_to_recordset($4::jsonb)
       AS s("vehicleId" uuid, "commitmentId" uuid, "periodEnd" date, account jsonb, portfolio jsonb, template jsonb, holdings jsonb)`,
    [tx.tenantId, transferId, seq, JSON.stringify(statements), tx.now],
  );

/** Joins the transfer `d` of a statement `t`. Only an accepted transfer that wasn't undone counts. */
export const completedTransferJoin = `JOIN data_transfer d ON d.target_id = t.tenant_id AND d.id = t.transfer_id AND d.status = 'COMP'`;

/** Returns true if a vehicle has statements of its manager. */
export async function hasStatements(tx: Transaction, vehicleId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM transfer_statement t ${completedTransferJoin} WHERE t.tenant_id = $1 AND t.vehicle_id = $2 LIMIT 1`,
    [tx.tenantId, vehicleId],
  );
  return rows.length > 0;
}

export interface SentStatements {
  readonly commitmentId: string;
  readonly account: CapitalAccountAnswer | null;
  readonly portfolio: PortfolioSummaryAnswer | null;
  readonly template: SentTemplate | null;
  /** Holdings and companies of this tenant by the sender's ids. */
  readonly ids: Readonly<Record<string, string>>;
  readonly fund: { readonly id: string; readonly code: string | null; readonly name: string };
  readonly investor: { readonly id: string; readonly code: string | null; readonly name: string };
}

export interface SentQuery {
  readonly fundId: string;
  readonly investorId?: string | undefined;
  readonly endDate: string;
  readonly asKnownOn?: number | undefined;
}

/**
 * Returns the statements of a vehicle that its manager sent for a quarter end. They are of an investor, or of the
 * whole vehicle if this tenant has a single commitment to it. Undefined if none was sent.
 */
export async function sentStatements(tx: Transaction, query: SentQuery): Promise<SentStatements | undefined> {
  const [only, ...others] = await readSentStatements(tx, query);
  return others.length === 0 && (query.investorId !== undefined || only?.isOnly) ? only : undefined;
}

/**
 * Returns the accounts that managers sent for a quarter end, by vehicle. Contains a vehicle only if an account was sent
 * for each of its commitments here.
 */
export async function sentAccounts(
  tx: Transaction,
  { endDate, asKnownOn }: Pick<SentQuery, 'endDate' | 'asKnownOn'>,
): Promise<ReadonlyMap<string, readonly CapitalAccountAnswer[]>> {
  const rows = await tx.query<{ vehicleId: string; accounts: readonly CapitalAccountAnswer[] }>(
    `SELECT s.vehicle_id AS "vehicleId", jsonb_agg(s.account) AS accounts
     FROM (SELECT DISTINCT ON (t.commitment_id) t.tenant_id, t.vehicle_id, t.account FROM transfer_statement t ${completedTransferJoin}
       WHERE t.tenant_id = $1 AND t.period_end = $2 AND ($3::bigint IS NULL OR t.seq <= $3) ORDER BY t.commitment_id, t.seq DESC) s
     GROUP BY s.tenant_id, s.vehicle_id
     HAVING count(s.account) = (SELECT count(*) FROM commitment c WHERE c.tenant_id = s.tenant_id AND c.vehicle_id = s.vehicle_id)`,
    [tx.tenantId, endDate, asKnownOn ?? null],
  );
  return new Map(rows.map(({ vehicleId, accounts }) => [vehicleId, accounts]));
}

/** Returns the statements of each commitment to a vehicle that its manager sent for a quarter end, the latest sent first. */
export const readSentStatements = (tx: Transaction, { fundId, ...query }: SentQuery) =>
  sentByVehicles(tx, { ...query, vehicleIds: [fundId] });

/** Returns the statements that managers of vehicles sent for a quarter end, by commitment. */
export async function sentByCommitment(
  tx: Transaction,
  query: VehiclesQuery,
): Promise<ReadonlyMap<string, SentStatements>> {
  return new Map((await sentByVehicles(tx, query)).map((sent) => [sent.commitmentId, sent]));
}

type VehiclesQuery = Omit<SentQuery, 'fundId'> & { readonly vehicleIds: readonly string[] };

async function sentByVehicles(
  tx: Transaction,
  query: VehiclesQuery,
): Promise<readonly (SentStatements & { readonly isOnly: boolean })[]> {
  return tx.query<SentStatements & { readonly isOnly: boolean }>(
    `SELECT s.* FROM (SELECT DISTINCT ON (t.commitment_id) t.commitment_id AS "commitmentId", t.account, t.portfolio, t.template, t.seq AS sent,
       t.holdings || coalesce((SELECT jsonb_object_agg(o.origin_id, o.record_id) FROM transfer_origin o
         WHERE o.tenant_id = t.tenant_id AND o.transfer_id = t.transfer_id AND o.kind = 'INVESTMENT'), '{}') AS ids,
       jsonb_build_object('id', v.id, 'code', v.code, 'name', v.name) AS fund,
       jsonb_build_object('id', i.id, 'code', i.code, 'name', i.name) AS investor,
       (SELECT count(*) FROM commitment o WHERE o.tenant_id = t.tenant_id AND o.vehicle_id = t.vehicle_id) = 1 AS "isOnly"
     FROM transfer_statement t ${completedTransferJoin}
     JOIN commitment c ON c.tenant_id = t.tenant_id AND c.id = t.commitment_id
     JOIN container v ON v.tenant_id = t.tenant_id AND v.id = t.vehicle_id
     JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investor_id
     WHERE t.tenant_id = $1 AND t.vehicle_id = ANY($2::uuid[]) AND t.period_end = $3 AND ($4::uuid IS NULL OR c.investor_id = $4)
       AND ($5::bigint IS NULL OR t.seq <= $5)
     ORDER BY t.commitment_id, t.seq DESC) s ORDER BY s.sent DESC`,
    [tx.tenantId, query.vehicleIds, query.endDate, query.investorId ?? null, query.asKnownOn ?? null],
  );
}
