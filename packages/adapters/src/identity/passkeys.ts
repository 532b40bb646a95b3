import type { OwnPasskey, PasskeyProof } from '@carrara/contract/platform/passkey/passkey';
import { passkeyAlgorithms } from '@carrara/domain/platform/passkey';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import type { Transaction } from '../postgres/engine/unitOfWork/transaction.ts';
import { type ChallengePurpose, type PasskeyChallenges, spendChallenge } from './passkeyChallenges.ts';
import { dropUselessCodes } from './secondFactors.ts';

/** Page on which a passkey is created or used. */
export interface PasskeyLocation {
  /** Origin as the browser reports it, such as https://carrara.example. */
  readonly origin: string;
  /** Host name that passkeys are bound to. */
  readonly host: string;
}

/** Context for checking a browser's answer to a challenge. */
export interface Ceremony {
  readonly challenges: PasskeyChallenges;
  readonly purpose: ChallengePurpose;
  readonly location: PasskeyLocation;
  readonly now: Date;
}

/** Returns the person's passkeys, oldest first. */
export async function listPasskeys(pool: Pool, personId: string): Promise<OwnPasskey[]> {
  const { rows } = await pool.query<OwnPasskey>(
    `SELECT k.id, k.name, k.host, k.created_at AS "createdDate", u.used_at AS "lastUsedDate"
     FROM passkey k JOIN passkey_use u ON u.passkey_id = k.id WHERE k.person_id = $1 ORDER BY k.created_at, k.id`,
    [personId],
  );
  return rows;
}

/** Returns the person's passkeys at a host, in the form that browsers need. */
export async function passkeysAtHost(
  pool: Pool,
  personId: string,
  host: string,
): Promise<{ id: string; transports: string[] }[]> {
  const { rows } = await pool.query<{ credentialId: Buffer; transports: string[] }>(
    'SELECT credential_id AS "credentialId", transports FROM passkey WHERE person_id = $1 AND host = $2 ORDER BY created_at, id',
    [personId, host],
  );
  return rows.map(({ credentialId, transports }) => ({ id: credentialId.toString('base64url'), transports }));
}

/** Data that a browser sends about a new passkey. */
export interface CreatedPasskey {
  readonly id: string;
  readonly clientData: string;
  readonly attestation: string;
  readonly transports: readonly string[];
}

/** A verified passkey, ready to be stored. */
export interface ReadPasskey {
  readonly credentialId: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** Result of checking a passkey's answer. */
export type PasskeyCheck<T> =
  | { readonly kind: 'right'; readonly found: T }
  /** The authenticator didn't ask its owner for a PIN, fingerprint or face. */
  | { readonly kind: 'notVerified' }
  /** The answer has an unknown or expired challenge, is for another host, or isn't signed by that passkey. */
  | { readonly kind: 'wrong' };
const wrong = { kind: 'wrong' } as const;
/** The library throws for any invalid input. */
const refused = () => undefined;

/** Loads the library with the first passkey, not at startup. */
const webAuthn = () => import('@simplewebauthn/server');

/**
 * Checks challenges. A challenge is consumed only after its answer has been verified, so invalid answers can't consume
 * it.
 */
const challengeCheck = ({ challenges, purpose, now }: Ceremony) => {
  let found: { readonly challenge: string; readonly end: Date } | undefined;
  return {
    isOurs: (challenge: string) => {
      const end = challenges.endOf(challenge, purpose, now);
      found = end && { challenge, end };
      return found !== undefined;
    },
    spend: async (pool: Pool) => found !== undefined && (await spendChallenge(pool, found.challenge, found.end)),
  };
};

/** Verifies a passkey that a browser created for this page in answer to our challenge. */
export async function readPasskey(
  pool: Pool,
  ceremony: Ceremony,
  created: CreatedPasskey,
): Promise<PasskeyCheck<ReadPasskey>> {
  const { verifyRegistrationResponse } = await webAuthn();
  const { isOurs, spend } = challengeCheck(ceremony);
  const { id, clientData, attestation, transports } = created;
  const read = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: clientData, attestationObject: attestation },
    },
    expectedChallenge: isOurs,
    expectedOrigin: ceremony.location.origin,
    expectedRPID: ceremony.location.host,
    requireUserVerification: false,
    supportedAlgorithmIDs: [...passkeyAlgorithms],
  }).catch(refused);
  if (!read?.verified || !(await spend(pool))) return wrong;
  if (!read.registrationInfo.userVerified) return { kind: 'notVerified' };
  const { credential } = read.registrationInfo;
  const credentialId = Buffer.from(credential.id, 'base64url');
  return {
    kind: 'right',
    found: { credentialId, publicKey: credential.publicKey, counter: credential.counter, transports },
  };
}

/** Stores a passkey. Returns false if it already exists, for this or any other person. */
export async function insertPasskey(
  tx: Transaction,
  personId: string,
  { name, host, passkey }: { readonly name: string; readonly host: string; readonly passkey: ReadPasskey },
): Promise<boolean> {
  const id = newId();
  const inserted = await tx.query(
    `INSERT INTO passkey (id, person_id, credential_id, host, name, public_key, transports, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id`,
    [
      id,
      personId,
      Buffer.from(passkey.credentialId),
      host,
      name,
      Buffer.from(passkey.publicKey),
      [...passkey.transports],
      tx.now,
    ],
  );
  if (inserted.length === 0) return false;
  await tx.query('INSERT INTO passkey_use (passkey_id, counter) VALUES ($1, $2)', [id, passkey.counter]);
  return true;
}

/** Deletes a passkey of the person. Returns false if it isn't theirs. */
export async function deletePasskey(tx: Transaction, personId: string, id: string): Promise<boolean> {
  const deleted = await tx.query('DELETE FROM passkey WHERE person_id = $1 AND id = $2 RETURNING id', [personId, id]);
  if (deleted.length === 0) return false;
  await dropUselessCodes(tx, personId);
  return true;
}

interface StoredPasskey {
  readonly id: string;
  readonly personId: string;
  readonly publicKey: Buffer;
}

/**
 * Returns the person whose passkey signed; with `personId`, accepts only that person's. The passkey must belong to
 * this host and to an active person, and answer our challenge once. If it counts signatures, its count must be higher
 * than last time.
 */
export async function provePasskey(
  pool: Pool,
  ceremony: Ceremony,
  { id, clientData, authenticatorData, signature }: PasskeyProof,
  personId?: string,
): Promise<PasskeyCheck<{ readonly personId: string }>> {
  const { rows } = await pool.query<StoredPasskey>(
    `SELECT k.id, k.person_id AS "personId", k.public_key AS "publicKey" FROM passkey k
     JOIN person p ON p.id = k.person_id AND NOT p.is_inactive
     WHERE k.credential_id = $1 AND k.host = $2 AND ($3::uuid IS NULL OR k.person_id = $3)`,
    [Buffer.from(id, 'base64url'), ceremony.location.host, personId ?? null],
  );
  const [stored] = rows;
  if (!stored) return wrong;
  const { verifyAuthenticationResponse } = await webAuthn();
  const { isOurs, spend } = challengeCheck(ceremony);
  const proof = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: clientData, authenticatorData, signature },
    },
    expectedChallenge: isOurs,
    expectedOrigin: ceremony.location.origin,
    expectedRPID: ceremony.location.host,
    requireUserVerification: false,
    // The counter is compared in the database, so that only one of two concurrent answers succeeds.
    credential: { id, publicKey: new Uint8Array(stored.publicKey), counter: 0 },
  }).catch(refused);
  if (!proof?.verified || !(await spend(pool))) return wrong;
  if (!proof.authenticationInfo.userVerified) return { kind: 'notVerified' };
  const counted = await pool.query(
    `UPDATE passkey_use SET counter = $2, used_at = $3 WHERE passkey_id = $1 AND (counter < $2 OR counter = 0 AND $2 = 0)`,
    [stored.id, proof.authenticationInfo.newCounter, ceremony.now],
  );
  return counted.rowCount === 1 ? { kind: 'right', found: { personId: stored.personId } } : wrong;
}
