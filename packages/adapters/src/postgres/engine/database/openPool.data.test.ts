import { afterAll, beforeAll, expect, it } from 'vitest';
import { freezableServer } from '../../testing/freezableServer.ts';
import { type TestDatabase, testDatabase } from '../../testing/testDatabase.ts';
import { testStore } from '../../testing/tenants.ts';
import { unitOfWork } from '../unitOfWork/withTenant.ts';
import { isDatabaseAway } from './failures.ts';
import { openPool } from './openDatabase.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

it('leaves no named statement and no setting on a connection that a pooler shares between transactions', async () => {
  const { context } = await testStore(database).tenant();
  const countRemaining = async (url: string) => {
    const pool = openPool(url, 1, 'pooled');
    try {
      const answered = await unitOfWork({ pool, auditKey: Buffer.alloc(32) })(context, async (tx) => [
        ...(await tx.prepared<{ n: number }>('SELECT $1::int AS n', [1])),
        ...(await tx.plannedOnce<{ n: number }>('SELECT $1::int + 1 AS n', [1])),
      ]);
      expect(answered).toEqual([{ n: 1 }, { n: 2 }]);
      const { rows } = await pool.query<{ names: number; tenant: string; plans: string }>(
        `SELECT (SELECT count(*)::int FROM pg_prepared_statements) AS names, coalesce(current_setting('app.tenant_id', true), '') AS tenant,
           current_setting('plan_cache_mode') AS plans`,
      );
      return rows[0];
    } finally {
      await pool.end();
    }
  };
  expect(await countRemaining(database.appUrl)).toEqual({ names: 2, tenant: '', plans: 'auto' });
  const pooled = new URL(database.appUrl);
  pooled.searchParams.set('prepare', 'false');
  expect(await countRemaining(pooled.toString())).toEqual({ names: 0, tenant: '', plans: 'auto' });
});

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => (isDatabaseAway(error) ? 'away' : error),
  );

it('fails the statements of a server that stops responding, and opens new connections when it responds again', async () => {
  const { context } = await testStore(database).tenant();
  const server = await freezableServer(database.appUrl);
  const pool = openPool(server.url, 3, 'frozen', { silentMs: 200, answerMs: 2_000 });
  const withTenant = unitOfWork({ pool, auditKey: Buffer.alloc(32) });
  const read = () => withTenant(context, async (tx) => tx.query('SELECT 1'), { readOnly: true });
  const write = () => withTenant(context, async (tx) => tx.query('SELECT 1'));
  try {
    // Connections of the pool that are idle when the server freezes.
    await Promise.all([read(), read(), read()]);
    server.freeze(true);
    expect(await Promise.all([read(), write(), pool.query('SELECT 1'), read()].map(outcomeOf))).toEqual(
      Array.from({ length: 4 }, () => 'away'),
    );
    server.freeze(false);
    expect(await Promise.all([read(), write(), pool.query('SELECT 1'), read()].map(outcomeOf))).toEqual(
      Array.from({ length: 4 }, () => 'answered'),
    );
  } finally {
    server.close();
    await pool.end();
  }
});

it('lets a slow statement finish while the server responds', async () => {
  const pool = openPool(database.appUrl, 1, 'slow', { silentMs: 50, answerMs: 2_000 });
  try {
    expect(await outcomeOf(pool.query('SELECT pg_sleep(1)'))).toBe('answered');
  } finally {
    await pool.end();
  }
});
