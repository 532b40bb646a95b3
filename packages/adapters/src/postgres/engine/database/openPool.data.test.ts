import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/testDatabase.ts';
import { testStore } from '../../testing/tenants.ts';
import { unitOfWork } from '../unitOfWork/withTenant.ts';
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
