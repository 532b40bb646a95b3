import type { TransferResolution } from '@carrara/domain/platform/dataTransfer';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';

/** A choice made where both sides had a value, with both values. */
export interface StoredChoice extends TransferResolution {
  readonly title: string;
  readonly mine: string;
  readonly theirs: string;
}

export const storeChoices = (tx: Transaction, transferId: string, choices: readonly StoredChoice[]) =>
  tx.query(
    `INSERT INTO transfer_choice (tenant_id, transfer_id, fund_id, field, title, mine, theirs, choice, created_at)
     SELECT $1, $2, c."fundId", c.field, c.title, c.mine, c.theirs, c.choice, $4
     FROM jsonb_to_recordset($3::jsonb) AS c("fundId" uuid, field text, title text, mine text, theirs text, choice text)`,
    [tx.tenantId, transferId, JSON.stringify(choices), tx.now],
  );

/** Returns the choices made when a transfer was accepted, in this tenant only. */
export const readChoices = (tx: Transaction, transferId: string): Promise<StoredChoice[]> =>
  tx.query<StoredChoice>(
    `SELECT c.fund_id AS "fundId", c.field, c.title, c.mine, c.theirs, c.choice FROM transfer_choice c
     WHERE c.tenant_id = $1 AND c.transfer_id = $2 ORDER BY c.fund_id, c.title, c.field`,
    [tx.tenantId, transferId],
  );

/** A choice of the tenant's own values in an earlier transfer. It applies until somebody chooses the sender's. */
export interface EarlierChoice {
  readonly choice: 'MINE';
  readonly periodEndDate: string;
}

/**
 * Returns the fields whose last choice, in a transfer in effect from another tenant, was the tenant's own values, by
 * fund and field. A choice of the sender's values isn't repeated: if the field differs again, it was changed here since.
 */
export async function earlierChoices(
  tx: Transaction,
  sourceId: string,
): Promise<(fundId: string, field: string) => EarlierChoice | null> {
  const rows = await tx.query<EarlierChoice & { readonly fundId: string; readonly field: string }>(
    `SELECT * FROM (SELECT DISTINCT ON (c.fund_id, c.field) c.fund_id AS "fundId", c.field, c.choice, d.period_end AS "periodEndDate"
       FROM transfer_choice c JOIN data_transfer d ON d.tenant_id = $2 AND d.id = c.transfer_id AND d.status = 'COMP'
       WHERE c.tenant_id = $1 ORDER BY c.fund_id, c.field, d.answered_at DESC, d.id DESC) last WHERE choice = 'MINE'`,
    [tx.tenantId, sourceId],
  );
  const choices = new Map(
    rows.map(({ fundId, field, choice, periodEndDate }) => [`${fundId} ${field}`, { choice, periodEndDate }]),
  );
  return (fundId, field) => choices.get(`${fundId} ${field}`) ?? null;
}
