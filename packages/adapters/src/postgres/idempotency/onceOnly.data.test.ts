import { err, fail, ok } from '@carrara/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vestingScheduleStore } from '../carry/index.ts';
import {
  type TestDatabase,
  type TestStore,
  type TestTenant,
  testDatabase,
  testEngines,
  testStore,
} from '../testing/index.ts';
import { onceOnly } from './index.ts';

describe.each(testEngines)('a request under a key (%s)', (engine) => {
  let database: TestDatabase;
  let store: TestStore;
  let tenant: TestTenant;

  beforeAll(async () => {
    database = await testDatabase({ engine });
    store = testStore(database);
    tenant = await store.tenant();
  });
  afterAll(() => database?.drop());

  const send = (key: string, name: string, refuse = false) =>
    store.withTenant(tenant.context, (tx) =>
      onceOnly(tx, { key, operation: 'saveVestingSchedule', request: { name } }, async () => {
        const saved = await vestingScheduleStore.insert(tx, { operation: 'saveVestingSchedule' }, { name });
        if (refuse) return err(fail('REFUSED', [], 'by the test'));
        return saved.map((record) => ({ status: 200, body: { id: record.id, taxRate: '12.50' } }));
      }),
    );
  const stored = (name: string) => store.withTenant(tenant.context, (tx) => vestingScheduleStore.find(tx, { name }));

  it('gives a repeat the first answer, without doing it again', async () => {
    const first = await send('a', 'Once');
    expect(await send('a', 'Once')).toEqual(first);
    expect(await stored('Once')).toHaveLength(1);
  });

  it('has one effect and one answer when it is sent fifty times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('b', 'Fifty')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer._unsafeUnwrap()))).size).toBe(1);
    expect(await stored('Fifty')).toHaveLength(1);
  });

  it('refuses another request under the same key', async () => {
    await send('c', 'Mine');
    const other = await send('c', 'Another');
    expect(other.isErr() && other.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await stored('Another')).toEqual([]);
  });

  it('keeps no answer of a refused one, so that it can be sent again', async () => {
    expect((await send('d', 'Again', true)).isErr()).toBe(true);
    expect((await send('d', 'Again')).isOk()).toBe(true);
    expect(ok(await stored('Again'))._unsafeUnwrap()).toHaveLength(1);
  });
});
