import { createHash } from 'node:crypto';
import { err, type Failure, fail, ok, type Result } from '@carrara/domain/kernel';
import type { Transaction } from '../unitOfWork/transaction.ts';

/** A money-moving request that names itself, so that a repeat is known as one. */
export interface NamedRequest {
  readonly key: string;
  readonly operation: string;
  /** The whole request as it was understood: path, parameters and body. */
  readonly request: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Does a request once, however often it is sent under its key; a repeat gets the first answer.
 *
 * It runs inside the transaction of the work: the key's row is made first and makes later ones wait until this one has ended. An answer is
 * kept only when the work is committed, so a refused request can be sent again.
 *
 * Fails: IDEMPOTENCY_KEY_REUSED when the key came with another request before, and what the work fails with.
 */
export async function onceOnly(
  tx: Transaction,
  named: NamedRequest,
  work: () => Promise<Result<Answer, Failure>>,
): Promise<Result<Answer, Failure>> {
  const hash = createHash('sha256')
    .update(JSON.stringify([named.operation, named.request]))
    .digest();
  const [made] = await tx.query(
    `INSERT INTO idempotency (tenant_id, person_id, key, operation, body_hash, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (tenant_id, person_id, key) DO NOTHING RETURNING key`,
    [tx.tenantId, tx.personId, named.key, named.operation, hash, tx.now],
  );
  if (!made) return firstAnswer(tx, named.key, hash);
  const answer = await work();
  if (answer.isErr()) return answer;
  const { status, body } = answer.value;
  await tx.query(
    'UPDATE idempotency SET status = $4, answer = $5 WHERE tenant_id = $1 AND person_id = $2 AND key = $3',
    [tx.tenantId, tx.personId, named.key, status, JSON.stringify(body ?? null)],
  );
  return answer;
}

async function firstAnswer(tx: Transaction, key: string, hash: Buffer): Promise<Result<Answer, Failure>> {
  const [first] = await tx.query<{ same: boolean; status: number | null; body: unknown }>(
    `SELECT body_hash = $4 AS same, status, answer AS body FROM idempotency WHERE tenant_id = $1 AND person_id = $2 AND key = $3`,
    [tx.tenantId, tx.personId, key, hash],
  );
  if (!first?.same)
    return err(fail('IDEMPOTENCY_KEY_REUSED', ['Idempotency-Key'], 'The key was used for another request'));
  return ok({ status: first.status ?? 200, body: first.body });
}
