import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../postgres/testing/testDatabase.ts';
import { type TestTenant, testStore } from '../postgres/testing/tenants.ts';
import { testEngines } from '../postgres/testing/servers.ts';
import type { Transaction } from '../postgres/engine/unitOfWork/transaction.ts';
import { principalOfToken } from './principal.ts';
import { openSession, revokeSession } from './sessions.ts';

describe.each(testEngines)('the person behind a token (%s)', (engine) => {
  const now = new Date('2026-09-30T12:00:00Z');
  let database: TestDatabase;
  let [alder, birch]: TestTenant[] = [];
  let token = '';

  const inAlder = () => principalOfToken(database.app, token, alder?.tenantId, now);
  const change = (text: string) => database.worker.query(text, [alder?.tenantId]);

  const within = (work: (tx: Transaction) => Promise<unknown>) => testStore(database).withTenant(alder!.context, work);

  beforeAll(async () => {
    database = await testDatabase({ engine });
    const store = testStore(database);
    [alder, birch] = [await store.tenant('Alder'), await store.tenant('Birch')];
    await store.withTenant(alder.context, async (tx) => {
      const group = newId();
      await tx.query(
        `INSERT INTO membership_role (tenant_id, person_id, application, role) VALUES ($1, $2, 'carry', 'viewer')`,
        [tx.tenantId, tx.personId],
      );
      await tx.query('INSERT INTO user_group (tenant_id, id, name) VALUES ($1, $2, $3)', [
        tx.tenantId,
        group,
        'Partners',
      ]);
      await tx.query(
        `INSERT INTO user_group_role (tenant_id, group_id, application, role)
        VALUES ($1, $2, 'carry', 'editor'), ($1, $2, 'performance', 'viewer')`,
        [tx.tenantId, group],
      );
      await tx.query(
        'INSERT INTO user_group_member (tenant_id, id, group_id, person_id) VALUES ($1, gen_random_uuid(), $2, $3)',
        [tx.tenantId, group, tx.personId],
      );
    });
    const session = { personId: alder.personId, now, address: '', userAgent: '', methods: ['password'] } as const;
    ({ token } = await openSession(database.app, session));
  });
  afterAll(() => database?.drop());

  it('has the higher of two roles in an application, and the stored firm', async () => {
    const { person, membership } = (await inAlder()) ?? {};
    expect(person?.id).toBe(alder?.personId);
    expect(membership?.grants).toEqual({ carry: 'editor', performance: 'viewer' });
    const stored = {
      id: alder?.tenantId,
      name: 'Alder',
      isLpTenant: false,
      isDemo: false,
      isSample: false,
      rowVersion: 1,
      settings: {},
    };
    expect(membership?.tenant).toEqual(stored);
  });

  it('does not exist in another firm, or without one', async () => {
    expect((await principalOfToken(database.app, token, birch?.tenantId, now))?.membership).toBeUndefined();
    expect((await principalOfToken(database.app, token, undefined, now))?.membership).toBeUndefined();
    expect(await principalOfToken(database.app, `${token}x`, alder?.tenantId, now)).toBeUndefined();
  });

  it('has the latest changes on the next read', async () => {
    await change(`UPDATE tenant SET settings = '{"timeZone": "Asia/Tokyo"}', row_version = 2 WHERE id = $1`);
    const changed = (await inAlder())?.membership?.tenant;
    expect([changed?.settings, changed?.rowVersion]).toEqual([{ timeZone: 'Asia/Tokyo' }, 2]);
    await within((tx) => tx.query('UPDATE user_group SET is_inactive = true'));
    expect((await inAlder())?.membership?.grants).toEqual({ carry: 'viewer' });
    await within((tx) => tx.query('DELETE FROM membership_role'));
    expect((await inAlder())?.membership?.grants).toEqual({});
    await change('UPDATE tenant SET is_inactive = true WHERE id = $1');
    expect((await inAlder())?.membership).toBeUndefined();
    await change('UPDATE tenant SET is_inactive = false WHERE id = $1');
    await within((tx) => tx.query('UPDATE membership SET is_inactive = true'));
    expect((await inAlder())?.membership).toBeUndefined();
    await revokeSession(database.app, token, now);
    expect(await inAlder()).toBeUndefined();
  });
});
