import pg from 'pg';

/** Texts that would run or appear as an element if a page treated them as markup. */
const payloads = [
  `<script data-s43>window.s43=1</script><svg data-s43 onload="window.s43=1"><a href="javascript:window.s43=1">`,
  `<img data-s43 src=x onerror=s43=1>`,
] as const;

/** Columns that people don't fill in, or that they sign in with. */
const notTyped = [
  'login',
  'operation',
  'object_type',
  'link_type',
  'kind',
  'type',
  'status',
  'mime_type',
  'issuer',
  'subject',
  'host',
];
const notRecords = [
  'session',
  'download_token',
  'pending_sign_in',
  'login_throttle',
  'idempotency',
  'credential',
  'outbox',
  'migration',
];

/**
 * Writes a payload into every text in the database: the longer one if it fits, otherwise the shorter one. Columns whose constraints accept neither
 * (statuses, types) stay unchanged. Returns the number of filled columns.
 */
export async function fillWithPayloads(adminUrl: string): Promise<number> {
  const owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ table: string; column: string }>(
      `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
       JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
       WHERE c.table_schema = 'public' AND c.data_type = 'text' AND c.is_generated = 'NEVER'
         AND NOT c.column_name = ANY ($1) AND NOT c.table_name = ANY ($2) AND NOT (c.table_name = 'reference_entry' AND c.column_name LIKE '%code')
       ORDER BY 1, 2`,
      [notTyped, notRecords],
    );
    let filled = 0;
    for (const { table, column } of rows) {
      const [at, to] = [pg.escapeIdentifier(table), pg.escapeIdentifier(column)];
      // Keeps names unique.
      const sql = `UPDATE ${at} SET ${to} = $1 || substr(md5(${at}::text), 1, 8) WHERE ${to} IS NOT NULL`;
      for (const payload of payloads) {
        const done = await owner.query(sql, [payload]).catch(() => undefined);
        if (!done) continue;
        filled += done.rowCount ? 1 : 0;
        break;
      }
    }
    return filled;
  } finally {
    await owner.end();
  }
}
