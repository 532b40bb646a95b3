import type { Pool } from 'pg';
import type { Transaction } from '../postgres/engine/unitOfWork/transaction.ts';
import { createToken, tokenHash } from './tokens.ts';

/** Minutes that a mailed reset link is valid. */
export const resetMinutes = 30;

/** A person who can be mailed a password reset link. */
export interface Resettable {
  readonly id: string;
  readonly login: string;
  readonly email: string;
}

/**
 * Returns the persons that a typed login or e-mail address matches, limited to those with a password and an e-mail
 * address. Several people may share an address.
 */
export async function resettablePersons(pool: Pool, typed: string): Promise<readonly Resettable[]> {
  const { rows } = await pool.query<Resettable>(
    `SELECT p.id, p.login, p.email FROM person p JOIN credential c ON c.person_id = p.id
     WHERE (lower(p.login) = lower($1) OR lower(p.email) = lower($1)) AND NOT p.is_inactive AND length(p.email) > 2
       AND p.home_tenant_id IS NOT NULL
     ORDER BY p.id LIMIT 5`,
    [typed],
  );
  return rows;
}

/** Creates the token of a one-time reset link. */
export async function beginReset(tx: Transaction, personId: string, until: Date): Promise<string> {
  const token = createToken();
  await tx.query('INSERT INTO password_reset (token_hash, person_id, expires_at) VALUES ($1, $2, $3)', [
    tokenHash(token),
    personId,
    until,
  ]);
  return token;
}

/** Returns the person whose password a token resets. Undefined if it was used, has expired or doesn't exist. */
export async function personOfReset(pool: Pool, token: string, now: Date): Promise<string | undefined> {
  const { rows } = await pool.query<{ personId: string }>(
    `SELECT r.person_id AS "personId" FROM password_reset r JOIN person p ON p.id = r.person_id AND NOT p.is_inactive
     WHERE r.token_hash = $1 AND r.expires_at > $2`,
    [tokenHash(token), now],
  );
  return rows[0]?.personId;
}

/** Consumes a token. Returns false if a concurrent request has already used it. */
export async function spendReset(tx: Transaction, token: string): Promise<boolean> {
  const deleted = await tx.query(
    'DELETE FROM password_reset WHERE token_hash = $1 AND person_id = $2 AND expires_at > $3 RETURNING person_id',
    [tokenHash(token), tx.personId, tx.now],
  );
  return deleted.length === 1;
}
