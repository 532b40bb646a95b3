import { types } from '@carrara/adapters/postgres/engine/database/parsers';
import type { ListQuery, PageRequest } from '@carrara/adapters/postgres/engine/lists/listQuery';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import pg from 'pg';
import { performance } from 'node:perf_hooks';
import { processorTime } from '../load/processorTime.ts';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The person whose permissions apply. */
export interface Requester {
  readonly tenantId: string;
  readonly personId?: string | undefined;
}

/** Returns the SQL statement of a list request, without running it. */
async function statementOf(list: ListQuery, request: PageRequest): Promise<Statement> {
  let statement: Statement | undefined;
  const listening = {
    plannedOnce: async (text: string, values: readonly unknown[]) => {
      statement = { text, values };
      return [];
    },
  } as unknown as Transaction;
  await list.page(listening, request);
  if (!statement) throw new Error('the list asked for nothing');
  return statement;
}

async function connect(
  url: string,
  { tenantId, personId = '' }: Requester,
): Promise<{ client: pg.Client; pid: number }> {
  const client = new pg.Client({ connectionString: url, types });
  await client.connect();
  await client.query(
    `SET plan_cache_mode = force_generic_plan; SELECT set_config('app.tenant_id', '${tenantId}', false), set_config('app.person_id', '${personId}', false)`,
  );
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return { client, pid: rows[0]?.pid ?? 0 };
}

/** Measures the SQL statement of a list alone, as the application's database user: prepared once and then run repeatedly. */
export async function bareStatement(
  app: pg.Pool,
  asker: Requester,
  list: ListQuery,
  { request = {}, connections = 2, times = 500 }: { request?: PageRequest; connections?: number; times?: number } = {},
): Promise<{ readonly perSecond: number; readonly processorMs: number; readonly medianMs: number }> {
  const { text, values } = await statementOf(list, request);
  const open = await Promise.all(
    Array.from({ length: connections }, () => connect(app.options.connectionString ?? '', asker)),
  );
  const run = ({ client }: { client: pg.Client }) => client.query({ name: 'bare', text, values: [...values] });
  for (const connection of open) for (let round = 0; round < 3; round++) await run(connection);
  const pids = open.map(({ pid }) => pid);
  const used = processorTime(pids) ?? Number.NaN;
  const milliseconds: number[] = [];
  const from = performance.now();
  await Promise.all(
    open.map(async (connection) => {
      for (let round = 0; round < times / connections; round++) {
        const began = performance.now();
        await run(connection);
        milliseconds.push(performance.now() - began);
      }
    }),
  );
  const seconds = (performance.now() - from) / 1000;
  const processorMs = ((processorTime(pids) ?? Number.NaN) - used) / milliseconds.length;
  await Promise.all(open.map(({ client }) => client.end()));
  milliseconds.sort((a, b) => a - b);
  return {
    perSecond: milliseconds.length / seconds,
    processorMs,
    medianMs: milliseconds[Math.floor(milliseconds.length / 2)] ?? Number.NaN,
  };
}

/**
 * Measures the INSERT statements of stored rows alone, with their constraints and indexes. It stores the rows of the
 * tables again, one statement per table, and rolls back. A table follows the ones that it references.
 */
export async function bareInserts(adminUrl: string, tables: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const columns = async (table: string) => {
    const { rows } = await client.query<{ names: string }>(
      `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [table],
    );
    return rows[0]?.names ?? '';
  };
  await client.query('BEGIN');
  for (const table of [...tables].reverse())
    await client.query(
      `CREATE TEMP TABLE copy_of_${table} AS SELECT ${await columns(table)} FROM ${table};
       ALTER TABLE ${table} DISABLE TRIGGER USER; DELETE FROM ${table}; ALTER TABLE ${table} ENABLE TRIGGER USER`,
    );
  const from = performance.now();
  for (const table of tables) {
    const names = await columns(table);
    await client.query(`INSERT INTO ${table} (${names}) SELECT ${names} FROM copy_of_${table}`);
  }
  const milliseconds = performance.now() - from;
  await client.query('ROLLBACK');
  await client.end();
  return milliseconds;
}
