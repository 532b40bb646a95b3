import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { isSourceSql } from '../run/sourceSql.ts';

export interface CodedRecord {
  readonly id: string;
  /** Code in lower case. */
  readonly code: string;
}
export interface CodedSource extends CodedRecord {
  readonly currencyId: string | null;
  readonly currency: string | null;
}

export const participantsByCode = (tx: Transaction, codes: readonly string[]): Promise<CodedRecord[]> =>
  tx.query('SELECT id, lower(code) AS code FROM participant WHERE tenant_id = $1 AND lower(code) = ANY ($2::text[])', [
    tx.tenantId,
    codes.map((code) => code.toLowerCase()),
  ]);

/**
 * Returns sources by the codes that workbooks use: a fund or coinvestment by its code, a holding as investment/holder,
 * a tranche as investment/holder/number.
 */
export const sourcesByCode = (tx: Transaction, codes: readonly string[]): Promise<CodedSource[]> =>
  tx.query(
    `SELECT s.* FROM (
       SELECT c.id, c.currency_id AS "currencyId",
         (SELECT r.code FROM reference_entry r WHERE r.tenant_id = c.tenant_id AND r.id = c.currency_id) AS currency,
         lower(CASE WHEN c.kind IN ('fund', 'coinvestment') THEN c.code
           ELSE concat_ws('/', i.code, h.code, CASE WHEN c.kind = 'tranche' THEN c.tranche_number::text END) END) AS code
       FROM source_facts c
       LEFT JOIN container i ON i.tenant_id = c.tenant_id AND i.id = c.investment_id
       LEFT JOIN container h ON h.tenant_id = c.tenant_id AND h.id = coalesce(c.coinvestment_id, c.fund_id)
       WHERE c.tenant_id = $1 AND ${isSourceSql}) s
     WHERE s.code = ANY ($2::text[])`,
    [tx.tenantId, codes.map((code) => code.toLowerCase())],
  );

/** Returns the runs of opening balances that aren't posted yet and contain one of these accounts, by name. */
export const openOpenings = (
  tx: Transaction,
  accounts: readonly { readonly participantId: string; readonly sourceId: string }[],
): Promise<{ name: string }[]> =>
  tx.query(
    `SELECT DISTINCT d.name FROM ledger_run d JOIN ledger_run_line l ON l.tenant_id = d.tenant_id AND l.ledger_run_id = d.id
     JOIN jsonb_to_recordset($2::jsonb) AS a("participantId" uuid, "sourceId" uuid)
       ON a."participantId" = l.participant_id AND a."sourceId" = l.container_id
     WHERE d.tenant_id = $1 AND d.type = 'OPENING' AND d.status IN ('DRAFT', 'REJ', 'SUB', 'APP') ORDER BY d.name`,
    [tx.tenantId, JSON.stringify(accounts)],
  );
