import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { createHash } from 'node:crypto';

interface Repeat {
  readonly tx: Transaction;
  readonly tenantId: string;
  readonly personId: string;
  readonly key: string;
  readonly operation: string;
  readonly input: unknown;
  readonly now: Date;
}

/**
 * Runs a money-moving operation once per Idempotency-Key of a person. A repeated request gets the first response word
 * for word.
 *
 * The key is claimed in the operation's own transaction. A request that arrives while the first one is running waits at
 * the claim. If the first one was refused, its claim is rolled back as well, and the repeated request runs normally.
 *
 * Fails: IDEMPOTENCY_KEY_REUSED if the key came with another call or body, and with the operation's own failures.
 */
export async function runOnce(
  repeat: Repeat,
  run: () => Promise<Result<string, Failures>>,
): Promise<Result<string, Failures>> {
  const { tx, tenantId, personId, key, operation, now } = repeat;
  if (key.length < 1 || key.length > 200)
    return err([fail('MALFORMED', [], 'An Idempotency-Key must have 1 to 200 characters.')]);
  const hash = createHash('sha256')
    .update(`${operation}\n${JSON.stringify(repeat.input)}`)
    .digest();
  const claimed = await tx.query(
    `INSERT INTO idempotency (tenant_id, person_id, key, operation, body_hash, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING key`,
    [tenantId, personId, key, operation, hash, now],
  );
  if (claimed.length === 0) return earlierAnswer(repeat, hash);
  const outcome = await run();
  if (outcome.isErr()) return outcome;
  await tx.query(
    `UPDATE idempotency SET status = 200, answer = to_jsonb($4::text) WHERE tenant_id = $1 AND person_id = $2 AND key = $3`,
    [tenantId, personId, key, outcome.value],
  );
  return outcome;
}

async function earlierAnswer({ tx, tenantId, personId, key }: Repeat, hash: Buffer): Promise<Result<string, Failures>> {
  const [earlier] = await tx.query<{ readonly same: boolean; readonly answer: string | null }>(
    `SELECT body_hash = $4 AS same, answer #>> '{}' AS answer FROM idempotency WHERE tenant_id = $1 AND person_id = $2 AND key = $3`,
    [tenantId, personId, key, hash],
  );
  if (!earlier?.same) {
    return err([fail('IDEMPOTENCY_KEY_REUSED', [], 'This Idempotency-Key was used for another request.')]);
  }
  if (earlier.answer === null)
    return err([fail('CONFLICT', [], 'The first request with this key is still running. Try again later.')]);
  return ok(earlier.answer);
}
