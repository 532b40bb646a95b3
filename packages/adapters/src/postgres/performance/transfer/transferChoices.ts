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
export const choicesOf = (tx: Transaction, transferId: string): Promise<StoredChoice[]> =>
  tx.query<StoredChoice>(
    `SELECT c.fund_id AS "fundId", c.field, c.title, c.mine, c.theirs, c.choice FROM transfer_choice c
     WHERE c.tenant_id = $1 AND c.transfer_id = $2 ORDER BY c.fund_id, c.title, c.field`,
    [tx.tenantId, transferId],
  );
