import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { groupBy } from '@carrara/domain/kernel';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { asOwner } from '../postgres/engine/database/openDatabase.ts';
import type { AuditKey, ChainedEntry } from '../postgres/engine/journal/auditKey.ts';
import { entriesQuery } from '../postgres/engine/journal/verifyChain.ts';
import { types } from '../postgres/engine/database/parsers.ts';
import { writeEntries } from '../postgres/engine/journal/writeJournal.ts';
import { storedTables } from './catalog.ts';

/**
 * Tables whose rows belong to the installation and not to its firms, and the audit log, whose hashes depend on the
 * installation's key.
 */
const excluded: readonly string[] = ['installation', 'record_layout', 'outbox', 'activity', 'activity_head'];

/** All rows of an installation's firms. */
export interface TenantRows {
  /** Rows by table, in the text format of COPY. The key also names the columns, as in `fund (tenant_id, id)`. */
  readonly tables: ReadonlyMap<string, string>;
  /** Entries of the audit log without their hashes, one JSON text per line. */
  readonly entries: string;
}

/** True if the owner may load rows without triggers, which only a superuser may. */
export const maySkipTriggers = async (adminUrl: string): Promise<boolean> =>
  asOwner(adminUrl, async (owner) => {
    const { rowCount } = await owner.query('SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper');
    return rowCount === 1;
  });

/** Reads all rows of the firms, in an order that depends on their content only. The owner must be a superuser. */
export async function readTenantRows(adminUrl: string): Promise<TenantRows> {
  return asOwner(adminUrl, async (owner) => {
    const tables = new Map<string, string>();
    for (const { name, columns } of await storedTables(owner)) {
      if (excluded.includes(name)) continue;
      const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
      const table = pg.escapeIdentifier(name);
      const statement = `COPY (SELECT ${list} FROM ${table} t ORDER BY t::text COLLATE "C") TO STDOUT`;
      const rows = await text(owner.query(copyTo(statement)));
      if (rows !== '') tables.set(`${table} (${list})`, rows);
    }
    const { rows: firms } = await owner.query<{ id: string }>('SELECT id FROM tenant ORDER BY id');
    const entries: string[] = [];
    for (const { id } of firms) {
      const { rows } = await owner.query<ChainedEntry & { hash: Buffer }>({
        text: entriesQuery,
        values: [id, 0, null],
        types,
      });
      entries.push(
        ...rows.map(
          ({ hash: _hash, state, ...entry }) => `${JSON.stringify({ ...entry, state: state ?? undefined })}\n`,
        ),
      );
    }
    return { tables, entries: entries.join('') };
  });
}

/**
 * Loads the rows of firms into an installation that has none, in one transaction. Chains the entries of their audit
 * logs with its own key. Triggers and foreign keys are off, so the rows must be those of `readTenantRows`. The owner
 * must be a superuser.
 */
export async function loadTenantRows(
  adminUrl: string,
  { tables, entries }: TenantRows,
  key: AuditKey,
  last: (owner: pg.Client) => Promise<unknown>,
): Promise<void> {
  await asOwner(adminUrl, async (owner) => {
    // The connection ends after an error, which rolls everything back.
    await owner.query('BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL statement_timeout = 0');
    for (const [table, rows] of tables)
      await pipeline(Readable.from([rows]), owner.query(copyFrom(`COPY ${table} FROM STDIN`)));
    const all = entries
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ChainedEntry);
    for (const own of groupBy(all, ({ tenantId }) => tenantId).values()) await writeEntries(owner, own, key);
    await last(owner);
    await owner.query('COMMIT');
  });
}
