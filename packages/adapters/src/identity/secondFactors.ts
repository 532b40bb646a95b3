import { required } from '@carrara/domain/kernel';
import {
  type CodeProof,
  endOfCode,
  type SignInMethod,
  typedRecoveryCode,
  typedTimedCode,
} from '@carrara/domain/platform/signIn';
import type { Pool } from 'pg';
import type { Transaction } from '../postgres/engine/unitOfWork/transaction.ts';
import { createSecret, type Enrolment, createEnrolment, timeStepOfTyped } from './authenticator.ts';
import { recordDevice } from './recordDevice.ts';
import { recoveryCodeHash } from './recoveryCodes.ts';
import type { SecretSeal } from './sealedSecret.ts';

/** Minutes that a person may take to set up an authenticator. */
const pendingMinutes = 15;

export interface OwnFactors {
  /** Date when the authenticator was set up. Null without one. */
  readonly authenticatorSince: string | null;
  readonly passkeyHosts: readonly string[];
  readonly remainingRecoveryCodes: number;
}

export async function readFactors(pool: Pool, personId: string): Promise<OwnFactors> {
  const {
    rows: [factors],
  } = await pool.query<OwnFactors>(
    `SELECT (SELECT created_at FROM second_factor WHERE person_id = $1) AS "authenticatorSince",
            ARRAY(SELECT host FROM passkey WHERE person_id = $1) AS "passkeyHosts",
            (SELECT count(*)::integer FROM recovery_code WHERE person_id = $1) AS "remainingRecoveryCodes"`,
    [personId],
  );
  return required(factors, 'the row of second factors');
}

/** True if the person has any second factor. Every sign-in then requires one. */
export const hasFactor = ({ authenticatorSince, passkeyHosts }: OwnFactors): boolean =>
  authenticatorSince !== null || passkeyHosts.length > 0;

/** Starts the setup of an authenticator and discards an earlier unfinished one. */
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
  return createEnrolment(secret, login);
}

interface Typed {
  readonly personId: string;
  readonly text: string;
  readonly now: Date;
}

/**
 * Checks an authenticator code against an encrypted secret and consumes the code. Of several requests with the same
 * code only one succeeds.
 */
async function spendTimedCode(
  pool: Pool,
  seal: SecretSeal,
  sealed: Uint8Array | undefined,
  { personId, text, now }: Typed,
): Promise<CodeProof> {
  const code = typedTimedCode(text);
  if (code === undefined || !sealed) return { kind: 'wrong' };
  const period = await timeStepOfTyped(seal.open(sealed, personId), code, now);
  if (period === undefined) return { kind: 'wrong' };
  const { rowCount } = await pool.query(
    'INSERT INTO used_code (person_id, period, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [personId, period, new Date(endOfCode(period))],
  );
  return rowCount === 1 ? { kind: 'presented', method: 'totp' } : { kind: 'used' };
}

/** Checks a code against the authenticator being set up, consumes the code and returns the secret. */
export async function provePending(
  pool: Pool,
  seal: SecretSeal,
  typed: Typed,
): Promise<{ readonly proof: CodeProof; readonly secret: Buffer | undefined }> {
  const { rows } = await pool.query<{ secret: Buffer }>(
    'SELECT secret FROM pending_factor WHERE person_id = $1 AND expires_at > $2',
    [typed.personId, typed.now],
  );
  const secret = rows[0]?.secret;
  return { proof: await spendTimedCode(pool, seal, secret, typed), secret };
}

/** Checks an authenticator code of a person. */
export async function proveFactor(pool: Pool, seal: SecretSeal, typed: Typed): Promise<CodeProof> {
  const { rows } = await pool.query<{ secret: Buffer }>('SELECT secret FROM second_factor WHERE person_id = $1', [
    typed.personId,
  ]);
  return spendTimedCode(pool, seal, rows[0]?.secret, typed);
}

/** Consumes a recovery code. Returns false if it isn't one of the person's. */
export async function spendRecoveryCode(tx: Transaction, personId: string, text: string): Promise<boolean> {
  const code = typedRecoveryCode(text);
  if (code === undefined) return false;
  const deleted = await tx.query(
    'DELETE FROM recovery_code WHERE person_id = $1 AND code_hash = $2 RETURNING person_id',
    [personId, recoveryCodeHash(code)],
  );
  return deleted.length === 1;
}

/** Stores an authenticator with its encrypted secret. Returns false if the person already has one. */
export async function insertFactor(tx: Transaction, personId: string, secret: Buffer): Promise<boolean> {
  const inserted = await tx.query(
    'INSERT INTO second_factor (person_id, secret, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING person_id',
    [personId, secret, tx.now],
  );
  await tx.query('DELETE FROM pending_factor WHERE person_id = $1', [personId]);
  return inserted.length === 1;
}

/** Removes the authenticator of a person. Returns false if there is none. */
export async function deleteFactor(tx: Transaction, personId: string): Promise<boolean> {
  const deleted = await tx.query('DELETE FROM second_factor WHERE person_id = $1 RETURNING person_id', [personId]);
  if (deleted.length === 0) return false;
  await dropUselessCodes(tx, personId);
  return true;
}

/** Deletes recovery codes once the last second factor is gone, because they only stand in for one. */
export async function dropUselessCodes(tx: Transaction, personId: string): Promise<void> {
  await tx.query('DELETE FROM recovery_code WHERE person_id = $1 AND NOT has_second_factor($1)', [personId]);
}

/**
 * Removes everything that a person has lost: authenticator, passkeys and recovery codes. It also ends all sessions of
 * the person.
 */
export async function removeFactor(tx: Transaction, personId: string): Promise<boolean> {
  const authenticator = await tx.query('DELETE FROM second_factor WHERE person_id = $1 RETURNING person_id', [
    personId,
  ]);
  const passkeys = await tx.query('DELETE FROM passkey WHERE person_id = $1 RETURNING person_id', [personId]);
  if (authenticator.length + passkeys.length === 0) return false;
  await dropUselessCodes(tx, personId);
  await tx.query('UPDATE session SET revoked_at = $2 WHERE person_id = $1 AND revoked_at IS NULL', [personId, tx.now]);
  return true;
}

/** Replaces all recovery codes of a person. */
export async function replaceRecoveryCodes(tx: Transaction, personId: string, codes: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM recovery_code WHERE person_id = $1', [personId]);
  await tx.query('INSERT INTO recovery_code (person_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    personId,
    codes.map(recoveryCodeHash),
  ]);
}

/** A session in which the second factor was provided. */
export interface ConfirmedSession {
  /** True if a sign-in was waiting for the second factor. */
  readonly wasDue: boolean;
  readonly passwordDue: boolean;
}

/** A person whose sign-in is now complete, and their device. */
interface SignedIn {
  readonly personId: string;
  readonly address: string;
  readonly userAgent: string;
}

/** Records the second factor in the session. A sign-in that waited for it is complete from here on. */
export async function strengthenSession(
  pool: Pool,
  { sessionId, method, now }: { readonly sessionId: string; readonly method: SignInMethod; readonly now: Date },
): Promise<ConfirmedSession | undefined> {
  const { rows } = await pool.query<ConfirmedSession & SignedIn>(
    `WITH before AS (SELECT id, person_id, factor_due FROM session WHERE id = $1 FOR UPDATE), after AS (
       UPDATE session s SET methods = array_append(array_remove(s.methods, $2::text), $2::text), strengthened_at = $3, factor_due = false
       FROM before b WHERE s.id = b.id AND s.revoked_at IS NULL
       RETURNING b.person_id, b.factor_due AS was_due, s.password_due, s.address, s.user_agent),
     noted AS (SELECT record_sign_in(a.person_id, $3) FROM after a WHERE a.was_due)
     SELECT was_due AS "wasDue", password_due AS "passwordDue", (SELECT count(*) FROM noted) AS noted,
            person_id AS "personId", coalesce(address, '') AS address, coalesce(user_agent, '') AS "userAgent" FROM after`,
    [sessionId, method, now],
  );
  const [done] = rows;
  if (!done) return undefined;
  const { wasDue, passwordDue, ...from } = done;
  if (wasDue) await recordDevice(pool, { ...from, now });
  return { wasDue, passwordDue };
}
