import type pg from 'pg';

/**
 * Stores the time of the last backup in the installation. On a replica, which can be backed up too but not written to,
 * it does nothing.
 */
export async function storeBackupTime(client: Pick<pg.Client, 'query'>, at: Date): Promise<void> {
  const { rows } = await client.query<{ replica: boolean }>('SELECT pg_is_in_recovery() AS replica');
  if (rows[0]?.replica) return;
  await client.query(
    `INSERT INTO installation (name, value) VALUES ('backup', $1) ON CONFLICT (name) DO UPDATE SET value = $1`,
    [at.toISOString()],
  );
}

/**
 * Returns the time of the last backup of this installation, or of the installation it was restored from. Undefined if
 * there is none.
 */
export async function lastBackup(worker: pg.Pool): Promise<Date | undefined> {
  const { rows } = await worker.query<{ value: string }>(`SELECT value FROM installation WHERE name = 'backup'`);
  return rows[0] && new Date(rows[0].value);
}
