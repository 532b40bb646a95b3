import { ok } from '@carrara/domain/kernel';
import type { ProviderMethod } from '@carrara/domain/platform/signIn';
import type { Pool } from 'pg';
import type { WithTenant } from '../../postgres/engine/unitOfWork/withTenant.ts';
import { readHome } from '../persons.ts';
import type { SecretSeal } from '../sealedSecret.ts';
import { createToken, tokenHash } from '../tokens.ts';
import type { OpenIdChecks, OpenIdSettings, ProviderIdentity } from './provider.ts';

const minutes = (count: number) => count * 60_000;
/** Minutes that a person may spend at the provider. */
export const pendingMinutes = 10;
/** Lifetime of the code with which the browser returns to the web app, which exchanges it at once. */
const codeMinutes = 1;

/**
 * Stores the values that a sign-in at a provider is checked against, and returns the token for the browser's cookie.
 */
export async function storePendingSignIn(
  pool: Pool,
  { state, nonce, codeVerifier }: OpenIdChecks,
  provider: string,
  now: Date,
): Promise<string> {
  const token = createToken();
  await pool.query(
    `INSERT INTO pending_sign_in (token_hash, provider, state, nonce, code_verifier, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [tokenHash(token), provider, state, nonce, codeVerifier, new Date(now.getTime() + minutes(pendingMinutes))],
  );
  return token;
}

/** Consumes and returns the checks of a pending sign-in in this browser at this provider. */
export async function consumeChecks(
  pool: Pool,
  token: string,
  provider: string,
  now: Date,
): Promise<OpenIdChecks | undefined> {
  const { rows } = await pool.query<OpenIdChecks>(
    `DELETE FROM pending_sign_in WHERE token_hash = $1 AND code_hash IS NULL AND expires_at > $2 AND provider = $3
     RETURNING state, nonce, code_verifier AS "codeVerifier"`,
    [tokenHash(token), now, provider],
  );
  return rows[0];
}

/** Person that a provider identified, or the reason why there is none. */
export type IdentifiedPerson =
  | { readonly kind: 'person'; readonly personId: string }
  | { readonly kind: 'noEmail' }
  | { readonly kind: 'nobody' };

/**
 * Finds the person that a provider identified.
 *
 * At the first sign-in, the person is found by an e-mail address that the provider has verified and that exactly one
 * active person has. From then on the provider's subject identifier counts, even if the address changes. A provider
 * restricted to certain hosts identifies only people whose home firm uses one of them.
 */
export async function personOfProvider(
  { pool, withTenant, now }: { readonly pool: Pool; readonly withTenant: WithTenant; readonly now: Date },
  { hosts }: Pick<OpenIdSettings, 'hosts'>,
  { issuer, subject, email, isEmailVerified }: ProviderIdentity,
): Promise<IdentifiedPerson> {
  const noPerson = { kind: 'nobody' } as const;
  const isTheirs = async (personId: string, tenantId: string) =>
    hosts.length === 0 || hosts.includes((await hostOf(withTenant, { personId, tenantId, now })) ?? '');
  const existing = await pool.query<{ id: string; is_inactive: boolean }>(
    `SELECT p.id, p.is_inactive FROM person_identity i JOIN person p ON p.id = i.person_id WHERE i.issuer = $1 AND i.subject = $2`,
    [issuer, subject],
  );
  const [linked] = existing.rows;
  if (linked) {
    if (linked.is_inactive || !(await isTheirs(linked.id, (await readHome(pool, linked.id)).tenantId))) return noPerson;
    return { kind: 'person', personId: linked.id };
  }
  if (email === undefined) return { kind: 'noEmail' };
  if (!isEmailVerified) return noPerson;
  const { rows } = await pool.query<{ id: string; name: string }>(
    'SELECT id, trim(first_name || chr(32) || last_name) AS name FROM person WHERE (lower(email) = lower($1) OR lower(login) = lower($1)) AND NOT is_inactive LIMIT 2',
    [email],
  );
  const [person, second] = rows;
  if (!person || second) return noPerson;
  const { tenantId } = await readHome(pool, person.id);
  if (!(await isTheirs(person.id, tenantId))) return noPerson;
  await withTenant({ tenantId, personId: person.id, now: now.toISOString() }, async (tx) => {
    const inserted = await tx.query(
      `INSERT INTO person_identity (issuer, subject, person_id) VALUES ($1, $2, $3) ON CONFLICT (issuer, subject) DO NOTHING RETURNING subject`,
      [issuer, subject, person.id],
    );
    if (inserted.length > 0) {
      const about = { objectType: 'user', objectId: person.id, objectName: person.name };
      tx.record({ operation: 'linkIdentity', ...about, before: null, after: { issuer } });
    }
    return ok(undefined);
  });
  return { kind: 'person', personId: person.id };
}

/** Returns the host name of a firm. */
async function hostOf(
  withTenant: WithTenant,
  { personId, tenantId, now }: { readonly personId: string; readonly tenantId: string; readonly now: Date },
): Promise<string | undefined> {
  const found = await withTenant({ tenantId, personId, now: now.toISOString() }, async (tx) =>
    ok(await tx.query<{ host: string | null }>('SELECT host FROM tenant WHERE id = $1', [tenantId])),
  );
  return found.isOk() ? (found.value[0]?.host ?? undefined) : undefined;
}

/**
 * Values that hand the sign-in to the browser: the code is in its address, the token in its cookie. Neither works
 * without the other.
 */
export interface SignInCode {
  readonly token: string;
  readonly code: string;
}

/** A completed sign-in at a provider. */
export interface ProviderSignIn {
  readonly personId: string;
  readonly method: ProviderMethod;
  /** Name of the provider in the configuration. */
  readonly provider: string;
  /** ID token of the provider, encrypted for the person. */
  readonly idToken: Buffer | null;
  /** Groups that the provider reported. Null if it has no groups claim. */
  readonly groups: readonly string[] | null;
}

/** Encrypts a provider's ID token for storage, so that access to the database alone doesn't reveal it. */
export const sealIdToken = (seal: SecretSeal, personId: string, idToken: string): Buffer =>
  seal.seal(Buffer.from(idToken), ownerOfIdToken(personId));
/** Decrypts an ID token. Fails: throws if it was changed or belongs to another person. */
export const openIdToken = (seal: SecretSeal, personId: string, sealed: Uint8Array): string =>
  seal.open(sealed, ownerOfIdToken(personId)).toString();
const ownerOfIdToken = (personId: string) => `ID token of ${personId}`;

export async function storeSignInCode(
  pool: Pool,
  { personId, method, provider, idToken, groups }: ProviderSignIn,
  now: Date,
): Promise<SignInCode> {
  const [token, code] = [createToken(), createToken()];
  await pool.query(
    `INSERT INTO pending_sign_in (token_hash, provider, state, nonce, code_verifier, code_hash, person_id, expires_at, method, id_token, groups)
     VALUES ($1, $2, '', '', '', $3, $4, $5, $6, $7, $8)`,
    [
      tokenHash(token),
      provider,
      tokenHash(code),
      personId,
      new Date(now.getTime() + minutes(codeMinutes)),
      method,
      idToken,
      groups,
    ],
  );
  return { token, code };
}

/** Consumes a code and returns its sign-in, only in the browser that the code was created for. */
export async function redeemSignInCode(
  pool: Pool,
  { token, code }: SignInCode,
  now: Date,
): Promise<ProviderSignIn | undefined> {
  const { rows } = await pool.query<ProviderSignIn>(
    `DELETE FROM pending_sign_in WHERE token_hash = $1 AND code_hash = $2 AND expires_at > $3 AND method IS NOT NULL
     RETURNING person_id AS "personId", method, provider, id_token AS "idToken", groups`,
    [tokenHash(token), tokenHash(code), now],
  );
  return rows[0];
}
