import pg from 'pg';

/** A stored file that rows name, with the SHA-256 recorded in those rows. */
export interface NamedFile {
  readonly key: string;
  readonly sha256: string | null;
}

const page = 1000;
/** SQL that reads a file's digest as hexadecimal digits, by the column that stores it. */
const digests: Readonly<Record<string, string>> = { sha256: `encode(sha256, 'hex')`, pdf_sha256: 'pdf_sha256' };

/**
 * Returns SQL for the storage keys that rows currently name, from all tables with a `storage_key` except those in
 * `without`.
 */
async function naming(client: pg.ClientBase, without: readonly string[] = []): Promise<string> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text) AS columns FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
     GROUP BY c.relname HAVING 'storage_key' = ANY (array_agg(a.attname::text)) ORDER BY c.relname`,
    [without],
  );
  const each = tables.map(({ name, columns }) => {
    const digest = columns.map((column) => digests[column]).find((found) => found !== undefined) ?? 'NULL';
    return `SELECT storage_key AS key, ${digest}::text AS sha256 FROM ${pg.escapeIdentifier(name)} WHERE storage_key IS NOT NULL`;
  });
  return each.join(' UNION ALL ');
}

/** Returns the keys that no row refers to at the moment. */
export async function unreferencedKeys(client: pg.ClientBase, keys: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ key: string }>(
    `SELECT key FROM unnest($1::text[]) key WHERE key NOT IN (SELECT named.key FROM (${await naming(client)}) named WHERE named.key = ANY ($1))`,
    [keys],
  );
  return rows.map(({ key }) => key);
}

/**
 * Yields each stored file that a row currently names, once and ordered by key, from all tables with a `storage_key`
 * except those in `without`. The connection holds the cursor, so it can run only one such query at a time.
 */
export async function* namedFiles(client: pg.ClientBase, without: readonly string[] = []): AsyncGenerator<NamedFile> {
  await client.query(
    `DECLARE named_files NO SCROLL CURSOR WITH HOLD FOR SELECT key, max(sha256) AS sha256 FROM (${await naming(client, without)}) named GROUP BY key ORDER BY key`,
  );
  try {
    for (;;) {
      const { rows } = await client.query<NamedFile>(`FETCH ${page} FROM named_files`);
      yield* rows;
      if (rows.length < page) return;
    }
  } finally {
    await client.query('CLOSE named_files');
  }
}
