import { describeDevice } from '@carrara/domain/platform/signIn';
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';

interface SignedInFrom {
  readonly personId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly now: Date;
}

/** Returns the rough network of an address. People move within one, and an attacker is seldom in the same one. */
const networkOf = (address: string): string =>
  isIPv6(address) ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 2).join('.');

/**
 * Records where a person signed in, and notifies the person of a new device: another browser, system or network.
 * Browser versions and the very first device don't count.
 */
export async function recordDevice(pool: Pool, { personId, address, userAgent, now }: SignedInFrom): Promise<void> {
  const name = describeDevice(userAgent);
  const device = createHash('sha256')
    .update(`${name}\n${networkOf(address)}`)
    .digest();
  const text = `Someone signed in to your account from a new device or network: ${name}, ${address.slice(0, 60)}. If it wasn’t you, end that session and change your password.`;
  await pool.query(
    `WITH others AS (SELECT count(*) AS number FROM sign_in_device WHERE person_id = $1),
     noted AS (
       INSERT INTO sign_in_device AS k (person_id, device, last_used_at) VALUES ($1, $2, $3)
       ON CONFLICT (person_id, device) DO UPDATE SET last_used_at = greatest(k.last_used_at, excluded.last_used_at) RETURNING xmax = 0 AS is_new)
     SELECT notify_new_device($1, $4, $3) FROM noted, others WHERE noted.is_new AND others.number > 0`,
    [personId, device, now, text],
  );
}
