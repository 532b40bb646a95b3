import { ok } from '@carrara/domain/kernel';
import type { ProviderMethod } from '@carrara/domain/platform/signIn';
import type { Pool } from 'pg';
import type { WithTenant } from '../../postgres/engine/unitOfWork/index.ts';
import { homeOf } from '../persons.ts';
import { createToken, tokenHash } from '../tokens.ts';
import type { OpenIdChecks, ProviderIdentity } from './provider.ts';

const minutes = (count: number) => count * 60_000;
/** How long a person may take at the provider. */
export const pendingMinutes = 10;
/** How long the code lives with which the browser comes back to the web app: it is exchanged at once. */
const codeMinutes = 1;

/** Keeps what a sign-in at a provider must be checked against, and answers the token for the browser's cookie. */
export async function keepPendingSignIn(
  pool: Pool,
  { state, nonce, codeVerifier }: OpenIdChecks,
  issuer: string,
  now: Date,
): Promise<string> {
  const token = createToken();
  await pool.query(
    `INSERT INTO pending_sign_in (token_hash, provider, state, nonce, code_verifier, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [tokenHash(token), issuer, state, nonce, codeVerifier, new Date(now.getTime() + minutes(pendingMinutes))],
  );
  return token;
}

/** The checks of a sign-in under way in this browser; each once. */
export async function takeChecks(pool: Pool, token: string, now: Date): Promise<OpenIdChecks | undefined> {
  const { rows } = await pool.query<OpenIdChecks>(
    `DELETE FROM pending_sign_in WHERE token_hash = $1 AND code_hash IS NULL AND expires_at > $2
     RETURNING state, nonce, code_verifier AS "codeVerifier"`,
    [tokenHash(token), now],
  );
  return rows[0];
}

/**
 * The person whom a provider vouches for.
 *
 * Somebody who comes for the first time is found by an e-mail address that the provider has verified and that one active person alone has;
 * from then on it is the provider's own name for the person that counts, whatever becomes of the address.
 */
export async function personOfProvider(
  { pool, withTenant, now }: { readonly pool: Pool; readonly withTenant: WithTenant; readonly now: Date },
  { issuer, subject, email, isEmailVerified }: ProviderIdentity,
): Promise<string | undefined> {
  const known = await pool.query<{ id: string; is_inactive: boolean }>(
    `SELECT p.id, p.is_inactive FROM person_identity i JOIN person p ON p.id = i.person_id WHERE i.issuer = $1 AND i.subject = $2`,
    [issuer, subject],
  );
  if (known.rows[0]) return known.rows[0].is_inactive ? undefined : known.rows[0].id;
  if (email === undefined || !isEmailVerified) return undefined;
  const { rows } = await pool.query<{ id: string; name: string }>(
    'SELECT id, trim(first_name || chr(32) || last_name) AS name FROM person WHERE (lower(email) = lower($1) OR lower(login) = lower($1)) AND NOT is_inactive LIMIT 2',
    [email],
  );
  const [person, second] = rows;
  if (!person || second) return undefined;
  const { tenantId } = await homeOf(pool, person.id);
  await withTenant({ tenantId, personId: person.id, now: now.toISOString() }, async (tx) => {
    const made = await tx.query(
      `INSERT INTO person_identity (issuer, subject, person_id) VALUES ($1, $2, $3) ON CONFLICT (issuer, subject) DO NOTHING RETURNING subject`,
      [issuer, subject, person.id],
    );
    if (made.length > 0) {
      const about = { objectType: 'user', objectId: person.id, objectName: person.name };
      tx.record({ operation: 'linkIdentity', ...about, before: null, after: { issuer } });
    }
    return ok(undefined);
  });
  return person.id;
}

/** What the browser of a person takes on: the code stands in its address, the token in its cookie, and only both together are worth something. */
export interface SignInCode {
  readonly token: string;
  readonly code: string;
}

/** A sign-in at a provider that came to its end. */
export interface ProviderSignIn {
  readonly personId: string;
  readonly method: ProviderMethod;
}

export async function keepSignInCode(
  pool: Pool,
  { personId, method }: ProviderSignIn,
  issuer: string,
  now: Date,
): Promise<SignInCode> {
  const [token, code] = [createToken(), createToken()];
  await pool.query(
    `INSERT INTO pending_sign_in (token_hash, provider, state, nonce, code_verifier, code_hash, person_id, expires_at, method)
     VALUES ($1, $2, '', '', '', $3, $4, $5, $6)`,
    [tokenHash(token), issuer, tokenHash(code), personId, new Date(now.getTime() + minutes(codeMinutes)), method],
  );
  return { token, code };
}

/** The sign-in of a code, once, in the browser that it was made for. */
export async function redeemSignInCode(
  pool: Pool,
  { token, code }: SignInCode,
  now: Date,
): Promise<ProviderSignIn | undefined> {
  const { rows } = await pool.query<ProviderSignIn>(
    `DELETE FROM pending_sign_in WHERE token_hash = $1 AND code_hash = $2 AND expires_at > $3 AND method IS NOT NULL
     RETURNING person_id AS "personId", method`,
    [tokenHash(token), tokenHash(code), now],
  );
  return rows[0];
}
