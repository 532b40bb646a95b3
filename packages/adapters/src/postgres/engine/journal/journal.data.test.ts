import { err } from 'neverthrow';
import pg from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vestingScheduleStore } from '../../carry/rules/rules.ts';
import { type TestDatabase, testDatabase } from '../../testing/testDatabase.ts';
import { type TestStore, type TestTenant, testStore } from '../../testing/tenants.ts';
import { testEngines } from '../../testing/servers.ts';
import { chainHeads, verifyChain } from './verifyChain.ts';

describe.each(testEngines)('the audit log (%s)', (engine) => {
  let database: TestDatabase;
  let store: TestStore;
  let owner: pg.Client;

  beforeAll(async () => {
    database = await testDatabase({ engine });
    store = testStore(database);
    owner = new pg.Client({ connectionString: database.adminUrl });
    owner.on('error', () => undefined);
    await owner.connect();
  });
  afterAll(async () => {
    await owner?.end();
    await database?.drop();
  });

  const schedule = (tenant: TestTenant, name: string) =>
    store.withTenant(tenant.context, (tx) =>
      vestingScheduleStore.insert(tx, { operation: 'saveVestingSchedule', reason: 'new' }, { name }),
    );
  const entries = (tenant: TestTenant) =>
    store.withTenant(tenant.context, (tx) => tx.query<Record<string, unknown>>('SELECT * FROM activity ORDER BY seq'));

  /** Creates a tenant with ten entries. */
  async function filled() {
    const tenant = await store.tenant();
    for (let index = 0; index < 10; index += 1) await schedule(tenant, `Schedule ${index}`);
    const heads = await chainHeads(database.worker);
    const storedHead = heads.find((head) => head.tenantId === tenant.tenantId);
    if (!storedHead) throw new Error('no head');
    return { ...tenant, head: storedHead };
  }

  it('A16: has one entry for each changed record, with who, when, why, before and after, in the transaction of the change', async () => {
    const tenant = await store.tenant();
    const created = (await schedule(tenant, 'Five years'))._unsafeUnwrap();
    await store.withTenant(tenant.context, (tx) =>
      vestingScheduleStore.update(tx, { operation: 'saveVestingSchedule' }, created.id, 1, { name: 'Four years' }),
    );
    const [first, second] = await entries(tenant);
    expect(first).toMatchObject({
      seq: 1,
      operation: 'saveVestingSchedule',
      object_type: 'vestingSchedule',
      object_id: created.id,
      object_name: 'Five years',
      person_id: tenant.personId,
      person_name: 'Ada Example',
      reason: 'new',
      before: null,
      created_at: tenant.context.now,
    });
    expect(second).toMatchObject({
      seq: 2,
      before: { name: 'Five years' },
      after: { name: 'Four years', rowVersion: 2 },
    });
  });

  it('A16: has none for a change that was rolled back, refused or failed', async () => {
    const tenant = await store.tenant();
    await store.withTenant(tenant.context, async (tx) => {
      await vestingScheduleStore.insert(tx, { operation: 'saveVestingSchedule' }, { name: 'Refused' });
      return err('no');
    });
    const failed = store.withTenant(tenant.context, async (tx) => {
      await vestingScheduleStore.insert(tx, { operation: 'saveVestingSchedule' }, { name: 'Failed' });
      throw new Error('fault');
    });
    await expect(failed).rejects.toThrow('fault');
    expect(await entries(tenant)).toEqual([]);
    expect(await store.withTenant(tenant.context, (tx) => vestingScheduleStore.find(tx))).toEqual([]);
  });

  it('verifies, even with unusual texts and numbers and after many concurrent writers', async () => {
    const tenant = await store.tenant();
    await store.withTenant(tenant.context, async (tx) => {
      const odd = {
        text: 'a\u0000\ud800b "quoted" \\ é 漢',
        big: 1e300,
        small: 1e-7,
        zero: -0,
        list: [undefined, null, [1, 'x']],
        removed: undefined,
      };
      tx.record({
        operation: 'test',
        objectType: 'odd',
        objectId: newId(),
        before: odd,
        after: { z: 1, a: { c: 2, b: 3 }, ü: 1, U: 2 },
      });
    });
    await Promise.all(Array.from({ length: 60 }, (_, index) => schedule(tenant, `Writer ${index}`)));
    expect(await verifyChain(database.worker, tenant.tenantId, store.auditKey)).toEqual({
      tenantId: tenant.tenantId,
      entries: 61,
    });
  });

  it.each<[string, string, number, string]>([
    ['changed', `UPDATE activity SET after = '{"name":"Forged"}' WHERE seq = 4`, 4, 'changed'],
    ['backdated', `UPDATE activity SET created_at = created_at - interval '1 day' WHERE seq = 7`, 7, 'changed'],
    ['deleted', 'DELETE FROM activity WHERE seq = 5', 5, 'missing'],
    [
      'swapped',
      'UPDATE activity SET seq = 1000 WHERE seq = 3; UPDATE activity SET seq = 3 WHERE seq = 6; UPDATE activity SET seq = 6 WHERE seq = 1000',
      3,
      'changed',
    ],
    ['cut off at the end', 'DELETE FROM activity WHERE seq > 8', 9, 'cut'],
    [
      'inserted',
      `INSERT INTO activity SELECT tenant_id, 11, gen_random_uuid(), operation, object_type, object_id, object_name, container_id, person_id, person_name, reason, before, after, created_at, hash FROM activity WHERE seq = 10`,
      11,
      'changed',
    ],
  ])('A14: names the first broken entry when a superuser has %s one', async (_label, statements, seq, reason) => {
    const tenant = await filled();
    const only = statements.replaceAll(' WHERE ', ` WHERE tenant_id = '${tenant.tenantId}' AND `);
    await owner.query(only);
    const report = await verifyChain(database.worker, tenant.tenantId, store.auditKey);
    expect(report.broken).toEqual({ seq, reason: expect.stringContaining(reason) });
  });

  it('A14: needs the stored head to detect a truncated tail with a rewound head', async () => {
    const tenant = await filled();
    await owner.query(`ALTER TABLE activity_head DISABLE TRIGGER chain_grows`);
    await owner.query(
      `WITH removed AS (DELETE FROM activity WHERE tenant_id = $1 AND seq > 8)
       UPDATE activity_head SET seq = 8, hash = (SELECT hash FROM activity WHERE tenant_id = $1 AND seq = 8) WHERE tenant_id = $1`,
      [tenant.tenantId],
    );
    await owner.query(`ALTER TABLE activity_head ENABLE TRIGGER chain_grows`);
    expect((await verifyChain(database.worker, tenant.tenantId, store.auditKey)).broken).toBeUndefined();
    const report = await verifyChain(database.worker, tenant.tenantId, store.auditKey, tenant.head);
    expect(report.broken).toEqual({ seq: 9, reason: 'the chain was cut: it once reached entry 10' });
  });

  it('cannot be extended with another key, so that database access alone cannot forge a valid entry', async () => {
    const tenant = await filled();
    expect((await verifyChain(database.worker, tenant.tenantId, Buffer.alloc(32, 1))).broken?.seq).toBe(1);
  });

  it('A15: does not let the application rewind the chain', async () => {
    const tenant = await filled();
    const rewound = store.withTenant(tenant.context, (tx) => tx.query('UPDATE activity_head SET seq = 3'));
    await expect(rewound).rejects.toThrow(/can.t be removed or replaced/);
  });
});
