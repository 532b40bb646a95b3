import type pg from 'pg';

/** Keeps in the installation of which moment its last backup is; a replica, which may be backed up as well, takes no word. */
export async function noteBackup(client: Pick<pg.Client, 'query'>, at: Date): Promise<void> {
  const { rows } = await client.query<{ replica: boolean }>('SELECT pg_is_in_recovery() AS replica');
  if (rows[0]?.replica) return;
  await client.query(
    `INSERT INTO installation (name, value) VALUES ('backup', $1) ON CONFLICT (name) DO UPDATE SET value = $1`,
    [at.toISOString()],
  );
}

/** Of which moment the last backup is that was made of this installation, or of the one that it was restored from; undefined before the first. */
export async function lastBackup(worker: pg.Pool): Promise<Date | undefined> {
  const { rows } = await worker.query<{ value: string }>(`SELECT value FROM installation WHERE name = 'backup'`);
  return rows[0] && new Date(rows[0].value);
}
