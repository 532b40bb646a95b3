import { createHash, type Hash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { PassThrough, Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { err, type Failure, fail, ok, type Result } from '@carrara/domain/kernel';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ZipFile } from 'yazl';
import { tablesNotBackedUp } from '../backup/catalog.ts';
import type { FileStore } from '../files/fileStore.ts';
import { migrations } from '../postgres/migrations/files.ts';
import { type OperatedTenant, type Operator, tenantNamed } from './tenants.ts';

/** Manifest of an export: its content, by the names in the zip. */
export interface TenantExport {
  readonly tenant: Pick<OperatedTenant, 'id' | 'name'>;
  readonly exportedAt: string;
  /** Last migration of the schema that the tables belong to. */
  readonly schema: string;
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly sha256: string }>>;
  readonly files: Readonly<Record<string, { readonly sha256: string }>>;
  /** Stored files that rows name but that are missing. */
  readonly missingFiles: readonly string[];
}

/** Technical tables that mean nothing to a reader of the export. */
const ofTheMachine = [...tablesNotBackedUp, 'idempotency', 'outbox'];
/** Column with the second tenant in tables whose rows belong to two. */
const otherTenant = 'target_id';
/** Columns that somebody could use to get in. */
const secrets: ReadonlySet<string> = new Set(['code_hash', 'token_hash']);

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isShared: boolean;
}

/**
 * Exports all data of a tenant, as of one moment, into a new zip. It contains every table as a CSV file with headings,
 * including the audit log, the names of the tenant's people, and all stored files. A manifest has the row counts and
 * the SHA-256 of each. The zip contains pay regardless of who may see it in the product, but no credentials. The tenant's audit log
 * records the export.
 *
 * Memory use doesn't grow with the amount of data. The file gets its name only after it is complete.
 *
 * Fails: NOT_FOUND; DUPLICATE if a file of that name exists; otherwise with the error of the disk, the file store or
 * the database.
 */
export async function exportTenant(
  operator: Operator & { readonly files: FileStore; readonly workerUrl: string },
  name: string,
  folder: string,
): Promise<Result<TenantExport, Failure>> {
  const file = resolve(folder);
  if (existsSync(file)) return err(fail('DUPLICATE', ['file'], `the file ${file} already exists`));
  const found = await tenantNamed(operator, name);
  if (found.isErr()) return err(found.error);
  const tenant = found.value;
  const part = `${file}.${process.pid}.part`;
  // Uses a connection of its own: those of the pool pipeline their statements, which COPY can't handle.
  const client = new pg.Client({ connectionString: operator.workerUrl, application_name: 'carrara export' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
      SET DateStyle = 'ISO'; SET IntervalStyle = 'iso_8601'; SET TimeZone = 'UTC'; SET bytea_output = 'hex'; SET extra_float_digits = 1;
      BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
    const archive = new Archive(operator.now);
    const [manifest] = await Promise.all([
      fill(archive, client, operator.files, tenant, operator.now),
      pipeline(archive.output, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })),
    ]);
    await rename(part, file);
    await noteExport(operator, tenant, file, manifest);
    return ok(manifest);
  } finally {
    await rm(part, { force: true });
    await client.end();
  }
}

/** A zip whose entries are created one at a time and hashed on the way. */
class Archive {
  readonly output = new PassThrough();
  readonly #zip = new ZipFile();
  readonly #mtime: Date;
  #current: Transform | undefined;

  constructor(mtime: Date) {
    this.#mtime = mtime;
    this.#zip.on('error', (reason: Error) => this.output.destroy(reason));
    (this.#zip.outputStream as Readable).pipe(this.output);
    // If the output closes, the current entry fails instead of waiting forever.
    this.output.once('close', () => this.#current?.destroy());
  }

  /** Writes an entry completely and returns its SHA-256. */
  async add(name: string, content: Readable): Promise<string> {
    const digest: Hash = createHash('sha256');
    const hashed = content.pipe(
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          digest.update(chunk);
          done(null, chunk);
        },
      }),
    );
    content.once('error', (error) => hashed.destroy(error));
    this.#current = hashed;
    this.#zip.addReadStream(hashed, name, { mtime: this.#mtime });
    await finished(hashed);
    return digest.digest('hex');
  }

  end(manifest: TenantExport): void {
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    this.#zip.addBuffer(text, 'manifest.json', { mtime: this.#mtime });
    this.#zip.end();
  }
}

async function fill(
  archive: Archive,
  client: pg.Client,
  store: FileStore,
  { id, name }: OperatedTenant,
  now: Date,
): Promise<TenantExport> {
  try {
    const tables: Record<string, { rows: number; sha256: string }> = {};
    const all = await tablesOf(client);
    const add = async (table: string, select: string) => {
      const { rows } = await client.query<{ number: string }>(`SELECT count(*) AS number FROM (${select}) rows`);
      const copy = client.query(copyTo(`COPY (${select}) TO STDOUT WITH (FORMAT csv, HEADER)`));
      const sha256 = await archive.add(`tables/${table}.csv`, copy);
      tables[table] = { rows: Number(rows[0]?.number), sha256 };
    };
    await add('tenant', `SELECT * FROM tenant WHERE id = ${pg.escapeLiteral(id)}`);
    await add('person', peopleOf(id));
    for (const table of all) await add(table.name, rowsOf(table, id));
    const files: Record<string, { sha256: string }> = {};
    const missingFiles: string[] = [];
    for (const key of await keysOf(client, all, id)) {
      const stored = await store.open(key);
      if (stored) files[key] = { sha256: await archive.add(`files/${key}`, stored.content) };
      else missingFiles.push(key);
    }
    const schema = migrations().at(-1)?.name ?? '';
    const manifest = { tenant: { id, name }, exportedAt: now.toISOString(), schema, tables, files, missingFiles };
    archive.end(manifest);
    return manifest;
  } catch (error) {
    archive.output.destroy(error as Error);
    throw error;
  }
}

/** Returns the tenants' tables, each with its stored (not generated) columns. */
async function tablesOf(client: pg.Client): Promise<readonly Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
     GROUP BY c.relname HAVING 'tenant_id' = ANY (array_agg(a.attname::text)) ORDER BY c.relname`,
    [ofTheMachine],
  );
  return rows.map(({ name, columns }) => ({
    name,
    columns: columns.filter((column) => !secrets.has(column)),
    isShared: columns.includes(otherTenant) && /^(?:tenant_link|data_transfer)$/.test(name),
  }));
}

const ofTenant = ({ isShared }: Table, id: string): string =>
  isShared ? `${pg.escapeLiteral(id)} IN (tenant_id, ${otherTenant})` : `tenant_id = ${pg.escapeLiteral(id)}`;

const rowsOf = (table: Table, id: string): string =>
  `SELECT ${table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')} FROM ${pg.escapeIdentifier(table.name)} WHERE ${ofTenant(table, id)}`;

/**
 * Returns SQL for the past, present and invited members of a tenant. It selects names, but nothing about how people
 * sign in elsewhere.
 */
const peopleOf = (id: string): string =>
  `SELECT p.id, p.login, p.first_name, p.last_name, p.email, p.is_program FROM person p
   WHERE p.home_tenant_id = ${pg.escapeLiteral(id)} OR p.id IN (SELECT m.person_id FROM membership m WHERE m.tenant_id = ${pg.escapeLiteral(id)})`;

async function keysOf(client: pg.Client, tables: readonly Table[], id: string): Promise<readonly string[]> {
  const keys = new Set<string>();
  for (const table of tables.filter(({ columns }) => columns.includes('storage_key'))) {
    const { rows } = await client.query<{ key: string }>(
      `SELECT DISTINCT storage_key AS key FROM ${pg.escapeIdentifier(table.name)} WHERE ${ofTenant(table, id)} AND storage_key IS NOT NULL ORDER BY 1`,
    );
    for (const { key } of rows) keys.add(key);
  }
  return [...keys];
}

async function noteExport(
  { withTenant, now }: Operator,
  { id, name }: OperatedTenant,
  file: string,
  { tables, files }: TenantExport,
): Promise<void> {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  await withTenant({ tenantId: id, personId: null, now: now.toISOString() }, async (tx) =>
    tx.record({
      operation: 'exportTenant',
      objectType: 'tenant',
      objectId: id,
      objectName: name,
      before: null,
      after: { file: basename(file), rows, files: Object.keys(files).length },
    }),
  );
}
