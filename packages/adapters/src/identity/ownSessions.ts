import type { SignInMethod } from '@carrara/domain/platform/signIn';
import type { Pool } from 'pg';
import { isActiveAtSql } from './sessions.ts';

export interface OwnSession {
  readonly id: string;
  readonly createdDate: string;
  readonly lastUsedDate: string;
  readonly address: string;
  readonly userAgent: string;
  readonly methods: readonly SignInMethod[];
}

/** Returns the person's active sessions, most recently used first. */
export async function sessionsOfPerson(pool: Pool, personId: string, now: Date): Promise<readonly OwnSession[]> {
  const { rows } = await pool.query<OwnSession>(
    `SELECT s.id, s.created_at AS "createdDate", s.last_used_at AS "lastUsedDate", coalesce(s.address, '') AS address,
            coalesce(s.user_agent, '') AS "userAgent", s.methods
     FROM session s WHERE s.person_id = $1 AND ${isActiveAtSql('$2')} ORDER BY s.last_used_at DESC, s.id LIMIT 200`,
    [personId, now],
  );
  return rows;
}

/** Ends one session of a person, or with `remainingId` all others. Returns how many ended. */
export async function endSessions(
  pool: Pool,
  personId: string,
  selection: { readonly id: string } | { readonly remainingId: string },
  now: Date,
): Promise<number> {
  const [id, sign] = 'id' in selection ? [selection.id, '='] : [selection.remainingId, '<>'];
  const { rowCount } = await pool.query(
    `UPDATE session SET revoked_at = $3 WHERE person_id = $1 AND id ${sign} $2 AND revoked_at IS NULL`,
    [personId, id, now],
  );
  return rowCount ?? 0;
}
