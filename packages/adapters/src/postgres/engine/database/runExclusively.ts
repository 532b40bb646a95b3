import type pg from 'pg';

/** Runs work that only one process per database may run at a time. If the process ends, the next one gets its turn. */
export async function runExclusively<T>(
  { worker }: { readonly worker: pg.Pool },
  subject: string,
  work: () => Promise<T>,
): Promise<T> {
  const client = await worker.connect();
  try {
    await client.query(`SET lock_timeout = 0`);
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [subject]);
    return await work();
  } finally {
    // Closing the connection releases the lock.
    client.release(true);
  }
}
