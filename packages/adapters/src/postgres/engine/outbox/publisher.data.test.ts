import { afterEach, beforeAll, afterAll, describe, expect, it, vi } from 'vitest';
import { vestingScheduleStore } from '../../carry/rules/rules.ts';
import { type TestDatabase, testDatabase } from '../../testing/testDatabase.ts';
import { type TestStore, type TestTenant, testStore } from '../../testing/tenants.ts';
import { testEngines } from '../../testing/servers.ts';
import { type OutgoingEvent, type Publisher, startPublisher } from './publisher.ts';

describe.each(testEngines)('outgoing events (%s)', (engine) => {
  let database: TestDatabase;
  let store: TestStore;
  let tenant: TestTenant;
  let wake = () => undefined as void;
  const publishers: Publisher[] = [];

  beforeAll(async () => {
    database = await testDatabase({ engine });
    store = testStore(database, () => wake());
    tenant = await store.tenant();
  });
  afterEach(async () => {
    wake = () => undefined;
    await Promise.all(publishers.splice(0).map((publisher) => publisher.stop()));
  });
  afterAll(() => database?.drop());

  /** Listens like one server process. */
  async function listener(pollMs = 60_000) {
    const events: OutgoingEvent[] = [];
    const notices: string[] = [];
    const publisher = await startPublisher({
      worker: database.worker,
      workerUrl: database.workerUrl,
      onEvents: (some) => events.push(...some),
      onNotice: (topic, body) => notices.push(`${topic}: ${body}`),
      pollMs,
    });
    publishers.push(publisher);
    return { publisher, events, notices };
  }
  const schedule = (name: string, at = tenant) =>
    store.withTenant(at.context, (tx) =>
      vestingScheduleStore.insert(tx, { operation: 'saveVestingSchedule' }, { name }),
    );

  it('reach every process, once and in order, with ids and versions only', async () => {
    const here = await listener();
    const there = await listener();
    wake = () => here.publisher.wake();
    const saved = (await schedule('First'))._unsafeUnwrap();
    await Promise.all(Array.from({ length: 80 }, (_, index) => schedule(`Burst ${index}`)));
    for (const { events } of [here, there]) {
      await vi.waitFor(() => expect(events).toHaveLength(81), { timeout: 10_000 });
      expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => (events[0]?.seq ?? 0) + index));
    }
    expect(there.events[0]).toEqual({
      tenantId: tenant.tenantId,
      seq: 1,
      operation: 'saveVestingSchedule',
      application: 'carry',
      linkType: 'VestingSchedule',
      id: saved.id,
      version: 1,
      personId: tenant.personId,
      params: [],
      createdDate: tenant.context.now,
    });
  });

  it('arrive without a wake-up, and from a tenant created later', async () => {
    const { events } = await listener(50);
    const late = await store.tenant();
    await schedule('Late', late);
    await vi.waitFor(() => expect(events.map((event) => event.tenantId)).toEqual([late.tenantId]), { timeout: 10_000 });
  });

  it('are merged into one if a transaction changes many records of a type', async () => {
    const { events, publisher } = await listener();
    wake = () => publisher.wake();
    await store.withTenant(tenant.context, async (tx) => {
      for (let index = 0; index < 60; index += 1)
        await vestingScheduleStore.insert(tx, { operation: 'importCarryPlan' }, { name: `Imported ${index}` });
    });
    await vi.waitFor(() => expect(events).toHaveLength(1), { timeout: 10_000 });
    expect(events[0]).toMatchObject({
      linkType: 'VestingSchedule',
      id: '00000000-0000-0000-0000-000000000000',
      version: null,
    });
    await schedule('After');
    await vi.waitFor(() => expect(events).toHaveLength(2), { timeout: 10_000 });
  });

  it('continue after the listening connection was cut', async () => {
    const { events, publisher } = await listener(100);
    await database.worker.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'carrara listener' AND datname = current_database()`,
    );
    await schedule('Through the cut');
    await vi.waitFor(() => expect(events).toHaveLength(1), { timeout: 10_000 });
    const other = await listener();
    // The listener reconnects within half a second. Announcing until it responds proves that.
    await vi.waitFor(async () => {
      await publisher.announce('probe', 'x');
      expect(other.notices.length).toBeGreaterThan(0);
    });
  });

  it('deliver announcements without a tenant to every process', async () => {
    const [first, two] = [await listener(), await listener()];
    await first.publisher.announce('sessionRevoked', '0190 with spaces');
    for (const { notices } of [first, two])
      await vi.waitFor(() => expect(notices).toEqual(['sessionRevoked: 0190 with spaces']));
  });
});
