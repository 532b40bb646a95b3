import pg from 'pg';

/** Any number, as long as every process that shares a cluster uses the same. */
const key = 4_600_460_046;

/**
 * A process's claim on a running cluster: a shared advisory lock on a connection of its own. The last process to
 * release it can tell that it is the last. If a process is killed, its claim is released too.
 */
export class Lease {
  readonly #client: pg.Client;
  #over = false;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Connects and acquires a claim. Fails: rejects if the cluster doesn't respond (yet). */
  static async acquire(adminUrl: string, onLost: () => void): Promise<Lease> {
    const client = new pg.Client({
      connectionString: adminUrl,
      connectionTimeoutMillis: 5000,
      application_name: 'carrara supervisor',
    });
    const lease = new Lease(client);
    let claimed = false;
    const lost = () => {
      if (!claimed || lease.#over) return;
      lease.#over = true;
      onLost();
    };
    client.on('error', lost);
    client.on('end', lost);
    try {
      await client.connect();
      await client.query(`SET lock_timeout = '10s'`);
      await client.query(`SELECT pg_advisory_lock_shared(${key})`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    claimed = true;
    return lease;
  }

  /**
   * Releases the claim. Returns true if nobody else has one. Then no other process can acquire one until the server has
   * stopped.
   */
  async release(): Promise<boolean> {
    if (this.#over) return false;
    this.#over = true;
    await this.#client.query(`SELECT pg_advisory_unlock_shared(${key})`);
    const { rows } = await this.#client.query<{ last: boolean }>(`SELECT pg_try_advisory_lock(${key}) AS last`);
    return rows[0]?.last === true;
  }

  async close(): Promise<void> {
    this.#over = true;
    await this.#client.end().catch(() => undefined);
  }
}
