import { endOfCode, type SignInMethod, typedRecoveryCode, typedTimedCode } from '@carrara/domain/platform/signIn';
import type { Pool } from 'pg';
import type { Transaction } from '../postgres/engine/unitOfWork/index.ts';
import { createSecret, type Enrolment, enrolmentOf, periodOfTyped } from './authenticator.ts';
import { noteDevice } from './knownDevices.ts';
import { recoveryCodeHash } from './recoveryCodes.ts';
import type { SecretSeal } from './sealedSecret.ts';

/** How long a person may take to set an authenticator up. */
const pendingMinutes = 15;

export interface OwnFactors {
  /** When the authenticator was set up; null without one. */
  readonly authenticatorSince: string | null;
  /** The hosts of the passkeys, one for each. */
  readonly passkeyHosts: readonly string[];
  readonly recoveryCodesLeft: number;
}

/** By what a person can show a second factor. */
export async function factorsOf(pool: Pool, personId: string): Promise<OwnFactors> {
  const { rows } = await pool.query<OwnFactors>(
    `SELECT (SELECT created_at FROM second_factor WHERE person_id = $1) AS "authenticatorSince",
            ARRAY(SELECT host FROM passkey WHERE person_id = $1) AS "passkeyHosts",
            (SELECT count(*)::integer FROM recovery_code WHERE person_id = $1) AS "recoveryCodesLeft"`,
    [personId],
  );
  return rows[0]!;
}

/** Whether there is any factor, which every sign-in then asks for. */
export const hasFactor = ({ authenticatorSince, passkeyHosts }: OwnFactors): boolean =>
  authenticatorSince !== null || passkeyHosts.length > 0;

/** Begins to set an authenticator up; what was begun before is forgotten. */
export async function beginFactor(
  pool: Pool,
  seal: SecretSeal,
  { personId, login, now }: { readonly personId: string; readonly login: string; readonly now: Date },
): Promise<Enrolment> {
  const secret = createSecret();
  await pool.query(
    `INSERT INTO pending_factor (person_id, secret, expires_at) VALUES ($1, $2, $3)
     ON CONFLICT (person_id) DO UPDATE SET secret = $2, expires_at = $3`,
    [personId, seal.seal(secret, personId), new Date(now.getTime() + pendingMinutes * 60_000)],
  );
  return enrolmentOf(secret, login);
}

interface Typed {
  readonly personId: string;
  readonly text: string;
  readonly now: Date;
}

/** What became of a typed code: it was right, it is wrong, or it was right and has been used before. */
export type Proof =
  | { readonly kind: 'shown'; readonly method: SignInMethod }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'used' };

/**
 * Compares a code of an authenticator with a sealed secret and uses it up: of any number of requests with the same code one alone is answered
 * that it was shown.
 */
async function spendTimedCode(
  pool: Pool,
  seal: SecretSeal,
  sealed: Uint8Array | undefined,
  { personId, text, now }: Typed,
): Promise<Proof> {
  const code = typedTimedCode(text);
  if (code === undefined || !sealed) return { kind: 'wrong' };
  const period = await periodOfTyped(seal.open(sealed, personId), code, now);
  if (period === undefined) return { kind: 'wrong' };
  const { rowCount } = await pool.query(
    'INSERT INTO used_code (person_id, period, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [personId, period, new Date(endOfCode(period))],
  );
  return rowCount === 1 ? { kind: 'shown', method: 'totp' } : { kind: 'used' };
}

/** The secret of the authenticator that a person is setting up, where the code is its; the code is used up. */
export async function provePending(
  pool: Pool,
  seal: SecretSeal,
  typed: Typed,
): Promise<{ readonly proof: Proof; readonly secret: Buffer | undefined }> {
  const { rows } = await pool.query<{ secret: Buffer }>(
    'SELECT secret FROM pending_factor WHERE person_id = $1 AND expires_at > $2',
    [typed.personId, typed.now],
  );
  const secret = rows[0]?.secret;
  return { proof: await spendTimedCode(pool, seal, secret, typed), secret };
}

/** Proves the second factor of a person by a code of the authenticator. */
export async function proveFactor(pool: Pool, seal: SecretSeal, typed: Typed): Promise<Proof> {
  const { rows } = await pool.query<{ secret: Buffer }>('SELECT secret FROM second_factor WHERE person_id = $1', [
    typed.personId,
  ]);
  return spendTimedCode(pool, seal, rows[0]?.secret, typed);
}

/** Uses a recovery code up; false for what is none of the person's. */
export async function spendRecoveryCode(tx: Transaction, personId: string, text: string): Promise<boolean> {
  const code = typedRecoveryCode(text);
  if (code === undefined) return false;
  const gone = await tx.query('DELETE FROM recovery_code WHERE person_id = $1 AND code_hash = $2 RETURNING person_id', [
    personId,
    recoveryCodeHash(code),
  ]);
  return gone.length === 1;
}

/** Keeps an authenticator with its sealed secret; false where the person has one already. */
export async function insertFactor(tx: Transaction, personId: string, secret: Buffer): Promise<boolean> {
  const kept = await tx.query(
    'INSERT INTO second_factor (person_id, secret, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING person_id',
    [personId, secret, tx.now],
  );
  await tx.query('DELETE FROM pending_factor WHERE person_id = $1', [personId]);
  return kept.length === 1;
}

/** Takes the authenticator of a person away; false where there is none. */
export async function deleteFactor(tx: Transaction, personId: string): Promise<boolean> {
  const gone = await tx.query('DELETE FROM second_factor WHERE person_id = $1 RETURNING person_id', [personId]);
  if (gone.length === 0) return false;
  await dropUselessCodes(tx, personId);
  return true;
}

/** Recovery codes stand for a factor: they go with the last one. */
export async function dropUselessCodes(tx: Transaction, personId: string): Promise<void> {
  await tx.query('DELETE FROM recovery_code WHERE person_id = $1 AND NOT has_second_factor($1)', [personId]);
}

/** Takes away all that somebody has lost, authenticator and passkeys, with the recovery codes; all sessions of the person end with it. */
export async function takeFactorAway(tx: Transaction, personId: string): Promise<boolean> {
  const authenticator = await tx.query('DELETE FROM second_factor WHERE person_id = $1 RETURNING person_id', [
    personId,
  ]);
  const passkeys = await tx.query('DELETE FROM passkey WHERE person_id = $1 RETURNING person_id', [personId]);
  if (authenticator.length + passkeys.length === 0) return false;
  await dropUselessCodes(tx, personId);
  await tx.query('UPDATE session SET revoked_at = $2 WHERE person_id = $1 AND revoked_at IS NULL', [personId, tx.now]);
  return true;
}

/** Keeps new recovery codes in place of all that were there. */
export async function replaceRecoveryCodes(tx: Transaction, personId: string, codes: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM recovery_code WHERE person_id = $1', [personId]);
  await tx.query('INSERT INTO recovery_code (person_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    personId,
    codes.map(recoveryCodeHash),
  ]);
}

/** A session in which a second factor was shown. */
export interface Strengthened {
  /** Whether it was a sign-in that waited for this. */
  readonly wasDue: boolean;
  readonly passwordDue: boolean;
}

/** Who has signed in at last, and from where. */
interface SignedIn {
  readonly personId: string;
  readonly address: string;
  readonly userAgent: string;
}

/** Notes in a session what was shown. A sign-in that waited for it is one from here on. */
export async function strengthenSession(
  pool: Pool,
  { sessionId, method, now }: { readonly sessionId: string; readonly method: SignInMethod; readonly now: Date },
): Promise<Strengthened | undefined> {
  const { rows } = await pool.query<Strengthened & SignedIn>(
    `WITH before AS (SELECT id, person_id, factor_due FROM session WHERE id = $1 FOR UPDATE), after AS (
       UPDATE session s SET methods = array_append(array_remove(s.methods, $2::text), $2::text), strengthened_at = $3, factor_due = false
       FROM before b WHERE s.id = b.id AND s.revoked_at IS NULL
       RETURNING b.person_id, b.factor_due AS was_due, s.password_due, s.address, s.user_agent),
     kept AS (SELECT keep_sign_in(a.person_id, $3) FROM after a WHERE a.was_due)
     SELECT was_due AS "wasDue", password_due AS "passwordDue", (SELECT count(*) FROM kept) AS noted,
            person_id AS "personId", coalesce(address, '') AS address, coalesce(user_agent, '') AS "userAgent" FROM after`,
    [sessionId, method, now],
  );
  const [done] = rows;
  if (!done) return undefined;
  const { wasDue, passwordDue, ...from } = done;
  if (wasDue) await noteDevice(pool, { ...from, now });
  return { wasDue, passwordDue };
}
