import type pg from 'pg';

/** Does something that only one process at a time may do, of all that use the database; a process that ends lets the next one in. */
export async function alone<T>(
  { worker }: { readonly worker: pg.Pool },
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  const client = await worker.connect();
  try {
    await client.query(`SET lock_timeout = 0`);
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [what]);
    return await work();
  } finally {
    // The lock goes with the connection.
    client.release(true);
  }
}
