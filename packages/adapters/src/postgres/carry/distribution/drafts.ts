import type { DistributionDraft, DraftContent } from '@carrara/contract/carry/run/distributionDraft';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { fullName } from '../../engine/texts/personName.ts';

/** Maximum number of stored drafts per person. More would be a programming error. */
const mostDrafts = 200;

/**
 * Returns the drafts of a distribution, or of new ones, newest first. The content is included only for the person's
 * own.
 */
export function listDrafts(tx: Transaction, distributionId: string | undefined): Promise<DistributionDraft[]> {
  return tx.query<DistributionDraft>(
    `SELECT d.id, d.distribution_id AS "distributionId", d.based_on AS "basedOn", d.updated_at AS "updatedDate",
       ${fullName('p')} AS person, d.person_id = $2 AS "isOwn",
       CASE WHEN d.person_id = $2 THEN d.content END AS content
     FROM distribution_draft d JOIN person p ON p.id = d.person_id
     WHERE d.tenant_id = $1 AND CASE WHEN $3::uuid IS NULL THEN d.distribution_id IS NULL AND d.person_id = $2 ELSE d.distribution_id = $3 END
     ORDER BY d.updated_at DESC, d.id DESC`,
    [tx.tenantId, tx.personId, distributionId ?? null],
  );
}

export interface DraftToStore {
  readonly id: string;
  readonly distributionId?: string | null | undefined;
  readonly basedOn?: number | null | undefined;
  readonly content: DraftContent;
}

/**
 * Saves a draft of the person. It doesn't change any record: nobody else sees its content, and the distribution stays
 * as it is.
 *
 * Fails: NOT_FOUND (no such distribution, or another person's draft), TOO_MANY_DRAFTS.
 */
export async function storeDraft(
  tx: Transaction,
  { id, distributionId, basedOn, content }: DraftToStore,
): Promise<Result<{ id: string; updatedDate: string }, Failures>> {
  const [existing] = await tx.query<{ exists: boolean; count: number }>(
    `SELECT $2::uuid IS NULL OR EXISTS (SELECT FROM distribution WHERE tenant_id = $1 AND id = $2) AS exists,
       (SELECT count(*)::int FROM distribution_draft WHERE tenant_id = $1 AND person_id = $3 AND id <> $4) AS count`,
    [tx.tenantId, distributionId ?? null, tx.personId, id],
  );
  if (!existing?.exists) return err([fail('NOT_FOUND', ['distributionId'], 'There is no such distribution.')]);
  if (existing.count >= mostDrafts) {
    return err([fail('TOO_MANY_DRAFTS', [], 'You have too many drafts. Continue or discard some of them.')]);
  }
  const inserted = await tx.query(
    `INSERT INTO distribution_draft (tenant_id, id, person_id, distribution_id, based_on, content, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
     ON CONFLICT (tenant_id, id) DO UPDATE SET distribution_id = excluded.distribution_id, based_on = excluded.based_on,
       content = excluded.content, updated_at = excluded.updated_at
     WHERE distribution_draft.person_id = excluded.person_id RETURNING id`,
    [tx.tenantId, id, tx.personId, distributionId ?? null, basedOn ?? null, JSON.stringify(content), tx.now],
  );
  return inserted.length > 0
    ? ok({ id, updatedDate: tx.now })
    : err([fail('NOT_FOUND', ['id'], 'There is no such draft.')]);
}

/**
 * Discards a draft of the person.
 *
 * Fails: NOT_FOUND (no draft with this id, or another person's draft).
 */
export async function discardDraft(tx: Transaction, id: string): Promise<Result<{ id: string }, Failures>> {
  const deleted = await tx.query(
    'DELETE FROM distribution_draft WHERE tenant_id = $1 AND id = $2 AND person_id = $3 RETURNING id',
    [tx.tenantId, id, tx.personId],
  );
  return deleted.length > 0 ? ok({ id }) : err([fail('NOT_FOUND', ['id'], 'There is no such draft.')]);
}
