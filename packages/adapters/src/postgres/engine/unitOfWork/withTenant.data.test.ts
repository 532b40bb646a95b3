import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vestingScheduleStore } from '../../carry/rules/rules.ts';
import { type TestDatabase, testDatabase } from '../../testing/testDatabase.ts';
import { type TestStore, type TestTenant, testStore } from '../../testing/tenants.ts';
import type { ChainHead } from '../journal/verifyChain.ts';
import { refreshStatisticsOfWritten } from './refreshStatisticsOfWritten.ts';
import { unitOfWork } from './withTenant.ts';

describe('a transaction of a tenant', () => {
  let database: TestDatabase;
  let store: TestStore;
  let tenant: TestTenant;

  beforeAll(async () => {
    database = await testDatabase();
    store = testStore(database);
    tenant = await store.tenant();
  });
  afterAll(() => database?.drop());

  it('rejects if its connection is cut between two statements, stores nothing, and the next one works', async () => {
    const cut = store.withTenant(tenant.context, async (tx) => {
      await vestingScheduleStore.insert(tx, { operation: 'saveVestingSchedule' }, { name: 'Lost' });
      const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const admin = await import('pg').then(
        ({ default: pg }) => new pg.Client({ connectionString: database.adminUrl }),
      );
      await admin.connect();
      await admin.query('SELECT pg_terminate_backend($1, 5000)', [row?.pid]);
      await admin.end();
      return tx.query('SELECT 1');
    });
    await expect(cut).rejects.toThrow();
    const found = await store.withTenant(tenant.context, (tx) => vestingScheduleStore.find(tx));
    expect(found).toEqual([]);
  });

  it('analyzes tables with many new rows before it ends, for the plans of later queries', async () => {
    await store.withTenant(tenant.context, async (tx) => {
      for (let i = 0; i < 30; i += 1)
        await vestingScheduleStore.insert(tx, { operation: 'saveVestingSchedule' }, { name: `Schedule ${String(i)}` });
      await refreshStatisticsOfWritten(tx);
    });
    const { rows } = await database.worker.query(
      `SELECT reltuples::int AS counted FROM pg_class WHERE oid = 'vesting_schedule'::regclass`,
    );
    expect(rows).toEqual([{ counted: 30 }]);
  });

  it('returns decimals, dates and instants as exact text, in arrays too, and counts as numbers', async () => {
    const [row] = await store.withTenant(tenant.context, (tx) =>
      tx.query(`SELECT 0.10::numeric AS d, ARRAY[12345678901234567890.10, NULL] AS ds, DATE '2026-03-29' AS day, ARRAY[DATE '2026-03-29'] AS days,
                TIMESTAMPTZ '2026-03-29 01:30:00+02' AS at, count(*) AS n`),
    );
    expect(row).toEqual({
      d: '0.10',
      ds: ['12345678901234567890.10', null],
      day: '2026-03-29',
      days: ['2026-03-29'],
      at: '2026-03-28T23:30:00.000Z',
      n: 1,
    });
  });

  it('stores the audit head only after a decision', async () => {
    const stored: ChainHead[] = [];
    const withTenant = unitOfWork({
      pool: database.app,
      auditKey: store.auditKey,
      storeHead: async (head) => void stored.push(head),
    });
    const { context } = await store.tenant();
    const record = (operation: string) =>
      withTenant(context, async (tx) =>
        tx.record({ operation, objectType: 'tenant', objectId: tx.tenantId, before: null, after: null }),
      );
    await record('saveTenantSettings');
    expect(stored).toEqual([]);
    for (const operation of ['postLedgerRun', 'lockPeriod', 'releaseDelivery']) await record(operation);
    expect(stored.map(({ seq }) => seq)).toEqual([2, 3, 4]);
  });

  it('cannot write if it is a read, and refuses a tenant that isn’t an identifier', async () => {
    const write = store.withTenant(tenant.context, (tx) => tx.query(`UPDATE tenant SET name = 'x'`), {
      readOnly: true,
    });
    // Without the database's error code, which would be taken for a read-only database.
    const refused: unknown = await write.catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: expect.stringMatching(/read transaction/), cause: { code: '25006' } });
    expect(refused).not.toHaveProperty('code');
    await expect(
      store.withTenant({ ...tenant.context, tenantId: `x', true); DROP TABLE fund; --` }, async () => 1),
    ).rejects.toThrow(/isn’t an identifier/);
  });
});
