import pg from 'pg';

/** A stored file that rows name, with the SHA-256 that they tell of it. */
export interface NamedFile {
  readonly key: string;
  readonly sha256: string | null;
}

const page = 1000;
/** How a table tells the digest of its file, in hexadecimal digits. */
const digests: Readonly<Record<string, string>> = { sha256: `encode(sha256, 'hex')`, pdf_sha256: 'pdf_sha256' };

/** The keys that rows name as of now, as a statement; of the tables with a `storage_key`, those of `without` apart. */
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

/** Those of the keys that no row names as of now. */
export async function notNamed(client: pg.ClientBase, keys: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ key: string }>(
    `SELECT key FROM unnest($1::text[]) key WHERE key NOT IN (SELECT named.key FROM (${await naming(client)}) named WHERE named.key = ANY ($1))`,
    [keys],
  );
  return rows.map(({ key }) => key);
}

/**
 * Every stored file that a row names as of now, once, in the order of their keys: of the tables with a `storage_key`, those of `without` apart.
 * The connection keeps the place in the list, and is asked for nothing of that kind meanwhile.
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
