import type { Pool } from 'pg';
import type { Transaction } from '../postgres/engine/unitOfWork/index.ts';
import { createToken, tokenHash } from './tokens.ts';

/** A mailed link to reset a password is good for so long. */
export const resetMinutes = 30;

/** Somebody who may be mailed a link to reset the password. */
export interface Resettable {
  readonly id: string;
  readonly login: string;
  readonly email: string;
  readonly homeTenantId: string;
}

/** Those whom a typed login or e-mail address means: who signs in with a password and has an address. Several may share one. */
export async function resettablePersons(pool: Pool, typed: string): Promise<readonly Resettable[]> {
  const { rows } = await pool.query<Resettable>(
    `SELECT p.id, p.login, p.email, p.home_tenant_id AS "homeTenantId" FROM person p JOIN credential c ON c.person_id = p.id
     WHERE (lower(p.login) = lower($1) OR lower(p.email) = lower($1)) AND NOT p.is_inactive AND length(p.email) > 2
       AND p.home_tenant_id IS NOT NULL
     ORDER BY p.id LIMIT 5`,
    [typed],
  );
  return rows;
}

/** Makes the token of a link that opens once. */
export async function beginReset(tx: Transaction, personId: string, until: Date): Promise<string> {
  const token = createToken();
  await tx.query('INSERT INTO password_reset (token_hash, person_id, expires_at) VALUES ($1, $2, $3)', [
    tokenHash(token),
    personId,
    until,
  ]);
  return token;
}

/** Whose password a token resets; undefined for one that was used, is too late or is none. */
export async function personOfReset(pool: Pool, token: string, now: Date): Promise<string | undefined> {
  const { rows } = await pool.query<{ personId: string }>(
    `SELECT r.person_id AS "personId" FROM password_reset r JOIN person p ON p.id = r.person_id AND NOT p.is_inactive
     WHERE r.token_hash = $1 AND r.expires_at > $2`,
    [tokenHash(token), now],
  );
  return rows[0]?.personId;
}

/** Uses a token up; false where somebody else has at this moment. */
export async function spendReset(tx: Transaction, token: string): Promise<boolean> {
  const gone = await tx.query(
    'DELETE FROM password_reset WHERE token_hash = $1 AND person_id = $2 AND expires_at > $3 RETURNING person_id',
    [tokenHash(token), tx.personId, tx.now],
  );
  return gone.length === 1;
}
