import { type AuditKey, type ChainedEntry, chainHash } from '@carrara/adapters/postgres/engine/journal/auditKey';
import { recordTables } from '@carrara/adapters/postgres/engine/journal/recordTables';
import { unitOfWork } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { FileDigests } from '@carrara/adapters/postgres/verify/verifyFiles';
import { type TenantReport, verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import type { TestServer } from '@carrara/server/testing/testServer';
import pg from 'pg';

/** A person who owns the database. Their changes are rolled back after each attack. */
export class Superuser {
  readonly #server: TestServer;
  readonly #tenantId: string;
  readonly #client: pg.Client;

  private constructor(server: TestServer, tenantId: string, client: pg.Client) {
    this.#server = server;
    this.#tenantId = tenantId;
    this.#client = client;
  }

  static async create(server: TestServer, tenantId: string): Promise<Superuser> {
    const { types } = server.database.app.options;
    const connectionString = server.database.adminUrl;
    const client = new pg.Client({ connectionString, pipeline: true, ...(types ? { types } : {}) });
    client.on('error', () => undefined);
    await client.connect();
    // Disables triggers and foreign keys.
    await client.query(`SET session_replication_role = 'replica'`);
    return new Superuser(server, tenantId, client);
  }

  async query<R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return (await this.#client.query<R>(text, [...values])).rows;
  }

  /** Runs the work, verifies everything in that state, and rolls it back. */
  async verifyAfter(
    work: () => Promise<unknown>,
    options: { readonly files?: FileDigests; readonly all?: boolean } = {},
  ): Promise<TenantReport> {
    await this.#client.query('BEGIN');
    try {
      await work();
      return await this.#verify(options);
    } finally {
      await this.#client.query('ROLLBACK');
    }
  }

  #verify(options: { readonly files?: FileDigests; readonly all?: boolean }): Promise<TenantReport> {
    // Runs a transaction of the product on this connection, nested in the open one.
    const client = this.#client;
    const inner = {
      connection: client.connection,
      query: (text: string | { text: string }, values?: unknown[]) => {
        if (typeof text !== 'string') return client.query(text);
        if (text === 'COMMIT' || text === 'ROLLBACK') return Promise.resolve({ rows: [] });
        return client.query(text.replace(/^BEGIN[^;]*;/, ''), values);
      },
      release: () => undefined,
    };
    const pool = { connect: () => Promise.resolve(inner) } as unknown as pg.Pool;
    const { auditKey, now } = this.#server;
    const context = { tenantId: this.#tenantId, personId: null, now: now.toISOString() };
    return unitOfWork({ pool, auditKey })(context, (tx) => verifyTenant(tx, auditKey, options), {
      readOnly: true,
    });
  }

  end(): Promise<void> {
    return this.#client.end();
  }
}

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
}

/** Returns every column of every table from the catalog, except those that the database computes. */
export const readColumns = (superuser: Superuser): Promise<ColumnRow[]> =>
  superuser.query<ColumnRow & pg.QueryResultRow>(
    `SELECT c.relname AS "table", a.attname AS column, format_type(a.atttypid, NULL) AS type, a.attnotnull AS "isRequired", a.atthasdef AS "hasDefault"
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1, a.attnum`,
  );

/** Returns SQL for a value that differs from the current one. A null gets a value. */
export function otherValue(column: string, type: string): string {
  const values: Readonly<Record<string, string>> = {
    uuid: 'gen_random_uuid()',
    text: `coalesce(${column}, '') || 'x'`,
    // Large enough to differ from the numbers of other rows.
    integer: `coalesce(${column}, 0) + 1000`,
    bigint: `coalesce(${column}, 0) + 1000`,
    numeric: `coalesce(${column}, 0) + 1`,
    boolean: `NOT coalesce(${column}, false)`,
    date: `coalesce(${column}, '2020-01-01') + 1`,
    'timestamp with time zone': `coalesce(${column}, '2020-01-01') + interval '1 day'`,
    bytea: `sha256(coalesce(${column}, ''))`,
    jsonb: `CASE jsonb_typeof(${column}) WHEN 'array' THEN ${column} || '["forged"]' ELSE coalesce(${column}, '{}') || '{"forged": "1"}' END`,
    'uuid[]': `array_append(${column}, gen_random_uuid())`,
    'integer[]': `array_append(${column}, 99)`,
    'numeric[]': `array_append(${column}, 1.00)`,
    'text[]': `array_append(${column}, 'x')`,
    'inet[]': `array_append(${column}, '192.0.2.1')`,
  };
  const value = values[type];
  if (!value) throw new Error(`no other value is known for a column of type ${type}`);
  return value;
}

const plain: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `'forged'`,
  integer: '1',
  bigint: '1',
  numeric: '1',
  boolean: 'true',
  date: `'2020-01-01'`,
  'timestamp with time zone': `'2020-01-01'`,
  bytea: "sha256('')",
  jsonb: `'{}'`,
};

/** Inserts a row into each empty table of records, for an existing record, so that every column has a value to change. */
export async function plantEveryTable(superuser: Superuser, tenantId: string): Promise<void> {
  const columns = await readColumns(superuser);
  for (const [root, ...parts] of Object.values(recordTables)) {
    for (const part of [root, ...parts] as readonly {
      table: string;
      key: string;
      through?: { table: string };
      ofHome?: true;
    }[]) {
      if (part.ofHome) {
        await plantAtHome(superuser, tenantId, part.table);
        continue;
      }
      const tenant = part.table === 'tenant' ? 'id' : 'tenant_id';
      const [sample] = await superuser.query(`SELECT 1 FROM ${part.table} WHERE ${tenant} = $1 LIMIT 1`, [tenantId]);
      if (sample) continue;
      const holder =
        part.table === root.table
          ? 'gen_random_uuid()'
          : `(SELECT ${part.through ? 'id' : root.key} FROM ${part.through?.table ?? root.table} WHERE tenant_id = $1 LIMIT 1)`;
      const required = columns.filter(
        ({ table, isRequired, hasDefault, column }) =>
          table === part.table && ((isRequired && !hasDefault) || column === part.key),
      );
      const values = required.map(({ column, type }) =>
        column === 'tenant_id' ? '$1' : column === part.key ? holder : (plain[type] ?? 'NULL'),
      );
      await superuser.query(
        `INSERT INTO ${part.table} (${required.map(({ column }) => column).join(', ')}) VALUES (${values.join(', ')})`,
        [tenantId],
      );
    }
  }
}

/** The values of a member's row, by table. */
const ofPerson: Readonly<Record<string, string>> = {
  person_identity: `'https://identity.test', 'ada', person_id`,
  passkey: `gen_random_uuid(), person_id, decode(repeat('ab', 32), 'hex'), 'carrara.test', 'Laptop', decode(repeat('ab', 48), 'hex'), '{}', now()`,
  second_factor: `person_id, decode(repeat('ab', 48), 'hex'), now()`,
  recovery_code: `person_id, decode(repeat('ab', 32), 'hex')`,
};

/** Inserts a row for a member whose home is the firm, if there is none yet. */
async function plantAtHome(superuser: Superuser, tenantId: string, table: string): Promise<void> {
  const values = ofPerson[table];
  if (values === undefined) return;
  const person = table === 'recovery_code' ? 'second_factor' : 'membership';
  await superuser.query(
    `INSERT INTO ${table} SELECT ${values} FROM (SELECT person_id FROM membership WHERE tenant_id = $1) m JOIN ${person} USING (person_id) LIMIT 1`,
    [tenantId],
  );
}

/** Converts the audit log to the form that an earlier version without states wrote: the same entries in a chain with the same key. */
export async function forgetStates(superuser: Superuser, key: AuditKey, tenantId: string): Promise<void> {
  const entries = await superuser.query<ChainedEntry & pg.QueryResultRow>(
    `SELECT tenant_id AS "tenantId", seq, id, operation, object_type AS "objectType", object_id AS "objectId", object_name AS "objectName",
       container_id AS "containerId", person_id AS "personId", person_name AS "personName", reason, before, after, created_at AS "createdAt"
     FROM activity WHERE tenant_id = $1 ORDER BY seq`,
    [tenantId],
  );
  let hash: Buffer = Buffer.alloc(32);
  for (const entry of entries) {
    hash = chainHash(key, hash, entry);
    await superuser.query('UPDATE activity SET state = NULL, hash = $3 WHERE tenant_id = $1 AND seq = $2', [
      tenantId,
      entry.seq,
      hash,
    ]);
  }
  await superuser.query('UPDATE activity_head SET hash = $2 WHERE tenant_id = $1', [tenantId, hash]);
}
