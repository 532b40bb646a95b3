import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vestingScheduleStore } from '../../carry/rules/rules.ts';
import { type TestDatabase, testDatabase } from '../../testing/testDatabase.ts';
import { type TestTenant, testStore } from '../../testing/tenants.ts';
import type { Transaction } from './transaction.ts';
import { unitOfWork, type WithTenant } from './withTenant.ts';

const readOnly = { readOnly: true };

describe('a connection shared by the reads of several firms', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let withTenant: WithTenant;
  let [alder, birch]: TestTenant[] = [];

  const namesSeen = (tx: Transaction) => tx.query<{ name: string }>('SELECT name FROM vesting_schedule ORDER BY name');
  const read = <T>(tenant: TestTenant | undefined, work: (tx: Transaction) => Promise<T>) =>
    withTenant(tenant!.context, work, readOnly);

  /** Returns what remains set on the connection between two transactions. */
  async function remainingState() {
    const { rows } = await pool.query(
      `SELECT nullif(current_setting('app.tenant_id', true), '') AS tenant, nullif(current_setting('app.person_id', true), '') AS person,
              current_setting('plan_cache_mode') AS plans, (SELECT count(*) FROM vesting_schedule) AS seen`,
    );
    return rows[0];
  }
  const nothing = { tenant: null, person: null, plans: 'auto', seen: 0 };

  beforeAll(async () => {
    database = await testDatabase();
    const store = testStore(database);
    [alder, birch] = [await store.tenant(), await store.tenant()];
    for (const [tenant, name] of [
      [alder, 'Alder four years'],
      [birch, 'Birch five years'],
    ] as const) {
      await store.withTenant(tenant.context, (tx) =>
        vestingScheduleStore.insert(tx, { operation: 'saveVestingSchedule' }, { name }),
      );
    }
    const { connectionString, types } = database.app.options;
    pool = new pg.Pool({ connectionString, ...(types ? { types } : {}), max: 1, pipeline: true });
    // Dropping the database can end a connection that is still closing.
    pool.on('error', () => undefined);
    withTenant = unitOfWork({ pool, auditKey: store.auditKey });
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  it('separates them, even if nobody waits for the ends of their reads', async () => {
    const seen = await Promise.all([alder, birch, alder, birch].map((tenant) => read(tenant, namesSeen)));
    expect(seen.flat().map(({ name }) => name)).toEqual([
      'Alder four years',
      'Birch five years',
      'Alder four years',
      'Birch five years',
    ]);
    expect(await remainingState()).toEqual(nothing);
  });

  it.each([
    ['the first statement', (tx: Transaction) => tx.query('SELECT 1 / 0')],
    [
      'one of several statements sent at once',
      (tx: Transaction) => {
        const sent = [namesSeen(tx), tx.plannedOnce('SELECT 1 / $1::int', [0]), namesSeen(tx)];
        return Promise.all(sent);
      },
    ],
    ['a text that is not SQL', (tx: Transaction) => tx.prepared('SELECT FROM WHERE', [])],
    [
      'a rule after the read',
      async (tx: Transaction) => {
        await namesSeen(tx);
        throw new Error('refused');
      },
    ],
  ])('leaves nothing of a firm on it if %s fails', async (_label, work) => {
    await expect(read(alder, work)).rejects.toThrow();
    expect(await remainingState()).toEqual(nothing);
    expect(await read(birch, namesSeen)).toEqual([{ name: 'Birch five years' }]);
  });

  it('reuses a statement that failed once, and plans as before after a list', async () => {
    const halve = (by: number) => read(alder, (tx) => tx.plannedOnce('SELECT (10 / $1::int)::int AS half', [by]));
    await expect(halve(0)).rejects.toThrow(/division by zero/);
    expect(await halve(2)).toEqual([{ half: 5 }]);
    expect(await remainingState()).toEqual(nothing);
  });

  it('refuses statements of an ended transaction, so no late statement runs in the next one', async () => {
    const [late, never] = await Promise.all([
      read(alder, async (tx) => {
        await namesSeen(tx);
        return tx;
      }),
      read(alder, async (tx) => tx),
    ]);
    expect(() => namesSeen(late)).toThrow(/has ended/);
    expect(() => namesSeen(never)).toThrow(/has ended/);
    expect(await read(birch, namesSeen)).toEqual([{ name: 'Birch five years' }]);
  });

  it('is returned clean after a read of a single statement, answered or refused, and refuses a second one', async () => {
    const single = { readOnly: true, singleStatement: true };
    const seen = [alder, birch].map((tenant) => withTenant(tenant!.context, namesSeen, single));
    expect((await Promise.all(seen)).flat()).toEqual([{ name: 'Alder four years' }, { name: 'Birch five years' }]);
    const fails = withTenant(alder!.context, (tx) => tx.plannedOnce('SELECT 1 / $1::int', [0]), single);
    await expect(fails).rejects.toThrow(/division by zero/);
    expect(await remainingState()).toEqual(nothing);
    const writes = withTenant(alder!.context, (tx) => tx.query(`UPDATE vesting_schedule SET name = 'Lost'`), single);
    await expect(writes).rejects.toThrow(/a read transaction tried to write/);
    const readsTwice = withTenant(birch!.context, async (tx) => [await namesSeen(tx), await namesSeen(tx)], single);
    await expect(readsTwice).rejects.toThrow(/has ended/);
    expect(await remainingState()).toEqual(nothing);
    expect(await read(alder, namesSeen)).toEqual([{ name: 'Alder four years' }]);
  });

  it('is planned once and does not wait for the disk while it seeds, and only then', async () => {
    const settings = (tx: Transaction) =>
      tx.query(`SELECT current_setting('plan_cache_mode') AS plans, current_setting('synchronous_commit') AS commits`);
    const seeding = unitOfWork({ pool, auditKey: Buffer.alloc(32), isSeeding: true });
    expect(await seeding(alder!.context, settings)).toEqual([{ plans: 'force_generic_plan', commits: 'off' }]);
    const usual = (await pool.query(`SHOW synchronous_commit`)).rows[0]?.synchronous_commit;
    expect(await withTenant(alder!.context, settings)).toEqual([{ plans: 'auto', commits: usual }]);
  });

  it('stores nothing of a write whose first statement failed, nor its message', async () => {
    const write = withTenant(alder!.context, async (tx) => {
      const sent = [tx.query('SELECT 1 / 0'), tx.query(`UPDATE vesting_schedule SET name = 'Lost'`)];
      return Promise.all(sent);
    });
    await expect(write).rejects.toThrow(/division by zero/);
    expect(await read(alder, namesSeen)).toEqual([{ name: 'Alder four years' }]);
  });
});
