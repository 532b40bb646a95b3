import { passkeyMinutes } from '@carrara/domain/platform/passkey';
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';

/** Purpose of a challenge. An answer to one challenge is not valid for another purpose or in another session. */
export type ChallengePurpose =
  | { readonly kind: 'signIn' }
  | { readonly kind: 'create' | 'present'; readonly sessionId: string };

/**
 * Creates the challenges that passkeys sign, and recognizes them later. Nothing is stored before an answer arrives, so
 * requests can't fill the database.
 */
export interface PasskeyChallenges {
  create(purpose: ChallengePurpose, now: Date): string;
  /**
   * Returns when a challenge expires that was created here for this purpose. Undefined for any other challenge, or if
   * it has expired.
   */
  endOf(challenge: string, purpose: ChallengePurpose, now: Date): Date | undefined;
}

const nonceBytes = 24;
const timeBytes = 6;
const textOf = (purpose: ChallengePurpose) =>
  purpose.kind === 'signIn' ? purpose.kind : `${purpose.kind} ${purpose.sessionId}`;

/** Creates challenges signed with HMAC-SHA-256, under a key derived from the installation's key. */
export function passkeyChallenges(installationKey: Uint8Array): PasskeyChallenges {
  const key = Buffer.from(hkdfSync('sha256', installationKey, '', 'carrara passkey challenges', 32));
  const sealOf = (head: Buffer, purpose: ChallengePurpose) =>
    createHmac('sha256', key).update(head).update(textOf(purpose)).digest();
  return {
    create(purpose, now) {
      const head = Buffer.concat([randomBytes(nonceBytes), Buffer.alloc(timeBytes)]);
      head.writeUIntBE(now.getTime() + passkeyMinutes * 60_000, nonceBytes, timeBytes);
      return Buffer.concat([head, sealOf(head, purpose)]).toString('base64url');
    },
    endOf(challenge, purpose, now) {
      const bytes = Buffer.from(challenge, 'base64url');
      const head = bytes.subarray(0, nonceBytes + timeBytes);
      const seal = bytes.subarray(nonceBytes + timeBytes);
      const own = sealOf(head, purpose);
      if (seal.length !== own.length || !timingSafeEqual(seal, own)) return undefined;
      const end = head.readUIntBE(nonceBytes, timeBytes);
      return end > now.getTime() ? new Date(end) : undefined;
    },
  };
}

/** Consumes a challenge. Returns true for only one of any number of concurrent answers. */
export async function spendChallenge(pool: Pool, challenge: string, end: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'INSERT INTO used_challenge (challenge_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [createHash('sha256').update(challenge).digest(), end],
  );
  return rowCount === 1;
}
