import type { Database } from '@carrara/adapters/postgres/engine/database/openDatabase';

/** True if this installation has the demo firms. */
export async function hasDemo(database: Database): Promise<boolean> {
  const { rows } = await database.worker.query('SELECT 1 FROM tenant WHERE is_demo LIMIT 1');
  return rows.length > 0;
}

/** Ends the sessions of the demo's people, because anybody could have opened them with the public password. */
export async function endDemoSessions(database: Database, now: Date): Promise<void> {
  await database.worker.query(
    `UPDATE session s SET revoked_at = $1
     FROM membership m JOIN tenant t ON t.id = m.tenant_id AND t.is_demo
     WHERE m.person_id = s.person_id AND s.revoked_at IS NULL`,
    [now],
  );
}
