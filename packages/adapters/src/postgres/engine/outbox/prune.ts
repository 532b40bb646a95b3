import type pg from 'pg';

/**
 * Removes expired data: events (except each tenant's newest few for its update history), responses stored for repeated
 * requests, and expired sessions and tokens. `before` is an ISO text in UTC, some days ago.
 */
export async function pruneTransient(worker: pg.Pool, before: string): Promise<void> {
  await worker.query(
    `DELETE FROM outbox o USING activity_head h
     WHERE o.tenant_id = h.tenant_id AND o.created_at < $1
       AND o.seq < (SELECT min(seq) FROM (SELECT n.seq FROM outbox n WHERE n.tenant_id = o.tenant_id ORDER BY n.seq DESC LIMIT 20) newest)`,
    [before],
  );
  for (const [table, column] of [
    ['idempotency', 'created_at'],
    ['download_token', 'expires_at'],
    ['pending_sign_in', 'expires_at'],
    ['password_reset', 'expires_at'],
    ['pending_factor', 'expires_at'],
    ['used_code', 'expires_at'],
    ['used_challenge', 'expires_at'],
    ['session', 'expires_at'],
    ['login_throttle', 'first_failed_at'],
  ] as const) {
    await worker.query(`DELETE FROM ${table} WHERE ${column} < $1`, [before]);
  }
}
