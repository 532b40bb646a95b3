import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allocationProfileStore, taxProfileStore, vestingScheduleStore } from '../../carry/rules/rules.ts';
import { employeeStore, entityStore } from '../../people/participant/participantStore.ts';
import { fundStore } from '../../portfolio/container/containers.ts';
import { referenceEntry } from '../../testing/reference.ts';
import { type TestDatabase, testDatabase } from '../../testing/testDatabase.ts';
import { type TestStore, type TestTenant, testStore } from '../../testing/tenants.ts';
import { testEngines } from '../../testing/servers.ts';
import { metricStore } from '../../portfolio/metric/metricStore.ts';
import type { StaleFailure, StoredRecord } from './recordStore.ts';

const missingId = '00000000-0000-0000-0000-000000000000';
const unwrap = <T>(result: { isOk(): boolean; _unsafeUnwrap(): T }): T => result._unsafeUnwrap();

describe.each(testEngines)('records (%s)', (engine) => {
  let database: TestDatabase;
  let store: TestStore;
  let tenant: TestTenant;
  let usd: { id: string; code: string; description: string };

  beforeAll(async () => {
    database = await testDatabase({ engine });
    store = testStore(database);
    tenant = await store.tenant();
    usd = await referenceEntry(store, tenant, 'currency', 'USD', 'US dollar');
  });
  afterAll(() => database?.drop());

  const write = <T>(work: Parameters<typeof store.withTenant<T>>[1]) => store.withTenant(tenant.context, work);
  const fund = (code: string, more: object = {}) =>
    write((tx) =>
      fundStore.insert(
        tx,
        { operation: 'saveFund' },
        { code, legalName: `Fund ${code}, L.P.`, name: `Fund ${code}`, currency: usd, ...more },
      ),
    );

  it('are returned as saved, in the shape of the contract', async () => {
    const sector = await referenceEntry(store, tenant, 'sector', '10000', 'Health Care');
    const other = await referenceEntry(store, tenant, 'sector', '20000', 'Industrials');
    const saved = unwrap(
      await fund('SHAPE', {
        sectors: [other, sector],
        fundFamily: { id: missingId },
        initialCloseDate: '2012-03-31',
        totalCapitalRaised: '410000000.10',
      }),
    );
    expect(saved).toEqual({
      id: saved.id,
      rowVersion: 1,
      createdDate: tenant.context.now,
      createdBy: 'Ada Example',
      updatedDate: tenant.context.now,
      updatedBy: 'Ada Example',
      code: 'SHAPE',
      name: 'Fund SHAPE',
      legalName: 'Fund SHAPE, L.P.',
      fundFamily: null,
      sectors: [other, sector],
      currency: usd,
      status: null,
      platform: null,
      region: null,
      initialCloseDate: '2012-03-31',
      finalCloseDate: null,
      liquidationDate: null,
      escrowReleaseDate: null,
      totalCapitalRaised: '410000000.10',
      firm: null,
      vintageYear: null,
      fiscalYearEnd: { code: '12-31', description: 'December 31' },
      investmentPeriodEnd: null,
      navBasis: { code: 'LEDGER', description: 'Ledger' },
    });
    expect(await write((tx) => fundStore.find(tx, { code: 'shape' }))).toEqual([saved]);
    expect(await write((tx) => fundStore.load(tx, saved.id))).toEqual(saved);
  });

  it('store every digit of money, percentages and shares, whether or not they fit a double', async () => {
    const profile = unwrap(
      await write((tx) =>
        taxProfileStore.insert(
          tx,
          { operation: 'saveTaxProfile' },
          { name: 'Exact', subjectToCharacterization: false, taxRate: '12.3456789012', isInactive: false },
        ),
      ),
    );
    // Ten decimals are stored. The contract refuses more.
    expect(profile['taxRate']).toBe('12.3456789012');
    const big = unwrap(await fund('BIG', { totalCapitalRaised: '99999999999999999999.99' }));
    expect(big['totalCapitalRaised']).toBe('99999999999999999999.99');
  });

  it('change only in the named fields, and count versions', async () => {
    const created = unwrap(await fund('PART', { initialCloseDate: '2015-01-01' }));
    const changed = unwrap(
      await write((tx) =>
        fundStore.update(tx, { operation: 'saveFund' }, created.id, 1, { name: 'Renamed', initialCloseDate: null }),
      ),
    );
    expect(changed).toMatchObject({
      name: 'Renamed',
      legalName: 'Fund PART, L.P.',
      initialCloseDate: null,
      rowVersion: 2,
    });
  });

  it('C10: are not saved from an older version; the refusal says who changed them and when', async () => {
    const created = unwrap(await fund('STALE'));
    await write((tx) =>
      tx.query(`UPDATE tenant SET settings = settings || '{"timeZone": "America/New_York"}' WHERE id = $1`, [
        tx.tenantId,
      ]),
    );
    const later = { ...tenant.context, now: '2026-10-01T08:00:00.000Z' };
    await store.withTenant(later, (tx) =>
      fundStore.update(tx, { operation: 'saveFund' }, created.id, 1, { name: 'First' }),
    );
    const second = await write((tx) =>
      fundStore.update(tx, { operation: 'saveFund' }, created.id, 1, { name: 'Second' }),
    );
    expect(second.isErr() && (second.error as StaleFailure)).toMatchObject({
      code: 'STALE_VERSION',
      changedBy: 'Ada Example',
      changedDate: '2026-10-01T08:00:00.000Z',
      detail: 'Changed by Ada Example on 10/01/2026 04:00 EDT.',
      rowVersion: 2,
    });
    expect((await write((tx) => fundStore.load(tx, created.id)))?.['name']).toBe('First');
  });

  it('C10: accept one of many concurrent saves, and lose no update', async () => {
    const created = unwrap(await fund('RACE'));
    const saves = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        write((tx) => fundStore.update(tx, { operation: 'saveFund' }, created.id, 1, { name: `Racer ${index}` })),
      ),
    );
    const winners = saves.filter((save) => save.isOk());
    expect(winners).toHaveLength(1);
    expect(saves.filter((save) => save.isErr() && save.error.code === 'STALE_VERSION')).toHaveLength(19);
    expect((await write((tx) => fundStore.load(tx, created.id)))?.['name']).toBe(unwrap(winners[0]!)['name']);
  });

  it('have exactly the child rows of the input, by their ids', async () => {
    const rows = [
      { periodStart: 0, periodEnd: 12, vestedPercentage: '0' },
      { periodStart: 12, periodEnd: null, vestedPercentage: '100' },
    ];
    const created = unwrap(
      await write((tx) =>
        vestingScheduleStore.insert(tx, { operation: 'saveVestingSchedule' }, { name: 'Cliff', details: rows }),
      ),
    );
    const [first, last] = created.details;
    expect(created.details).toMatchObject(rows);
    const changed = unwrap(
      await write((tx) =>
        vestingScheduleStore.update(tx, { operation: 'saveVestingSchedule' }, created.id, 1, {
          details: [{ ...first, periodEnd: 6 }, { periodStart: 6, periodEnd: 12, vestedPercentage: '50.5' }, last],
        }),
      ),
    );
    expect(changed.details.map((row) => [row.periodEnd, row.vestedPercentage])).toEqual([
      [6, '0'],
      [12, '50.5'],
      [null, '100'],
    ]);
    expect([changed.details[0]?.id, changed.details[2]?.id]).toEqual([first?.id, last?.id]);
  });

  it('store addresses, states and the parent row of a participant', async () => {
    const country = await referenceEntry(store, tenant, 'country', 'US', 'United States');
    const created = unwrap(
      await write((tx) =>
        employeeStore.insert(
          tx,
          { operation: 'saveEmployee' },
          {
            code: 'E1',
            firstName: 'Amelia',
            lastName: 'Hartmann',
            name: 'Amelia Hartmann',
            formattedName: 'Amelia Hartmann',
            isForeign: true,
            defaultEscrow: '12.5',
            homeAddress: { addressLine1: '1 Main St', city: 'Troy', postalCode: '12180', country },
          },
        ),
      ),
    );
    expect(created).toMatchObject({
      isForeign: true,
      isEscrowExempt: false,
      defaultEscrow: '12.5',
      status: { code: 'ACTIVE', description: 'Active' },
      homeAddress: {
        addressLine1: '1 Main St',
        addressLine2: null,
        city: 'Troy',
        stateRegion: null,
        postalCode: '12180',
        country,
      },
    });
  });

  it('store an entity under one id as a participant and as a container, and delete both', async () => {
    const created = unwrap(
      await write((tx) =>
        entityStore.insert(tx, { operation: 'saveEntity' }, { code: 'N1', name: 'Carry Vehicle, LLC' }),
      ),
    );
    const where = (table: string) =>
      write((tx) => tx.query<{ name: string }>(`SELECT name FROM ${table} WHERE id = $1`, [created.id]));
    expect([await where('container'), await where('participant')]).toEqual([
      [{ name: 'Carry Vehicle, LLC' }],
      [{ name: 'Carry Vehicle, LLC' }],
    ]);
    await write((tx) => entityStore.update(tx, { operation: 'saveEntity' }, created.id, 1, { name: 'Renamed, LLC' }));
    expect([await where('container'), await where('participant')]).toEqual([
      [{ name: 'Renamed, LLC' }],
      [{ name: 'Renamed, LLC' }],
    ]);
    unwrap(await write((tx) => entityStore.remove(tx, { operation: 'deleteEntity' }, created.id, 2)));
    expect(await write((tx) => entityStore.find(tx, { code: 'N1' }))).toEqual([]);
    expect([await where('container'), await where('participant')]).toEqual([[], []]);
  });

  it('refuse a duplicate code, ignoring case, and store nothing of it', async () => {
    await fund('TWICE');
    const second = await fund('twice');
    expect(second.isErr() && second.error).toMatchObject({ code: 'DUPLICATE' });
    expect(await write((tx) => tx.query(`SELECT FROM container WHERE lower(code) = 'twice'`))).toHaveLength(1);
  });

  it('are created in bulk as one by one, in their order, each with its audit entry; all or none', async () => {
    const container = { id: unwrap(await fund('MANY')).id };
    const figures = Array.from({ length: 1100 }, (_, at) => ({
      transactionTypeCode: `C${at}`,
      transactionTypeDescription: `Figure ${at}`,
      totalAmount: at % 2 ? `${at}.25` : null,
      displayOrder: at,
      metricDate: '2026-06-30',
      container,
    }));
    const insert = (operation: string, rows: readonly object[]) =>
      write((tx) => metricStore.insertMany(tx, { operation }, rows as readonly Record<string, unknown>[]));
    const [record] = unwrap(
      await insert('saveOne', [{ ...figures[1], metricDate: '2026-03-31' }]),
    ) as readonly StoredRecord[];
    const single = unwrap(
      await write((tx) =>
        metricStore.insert(tx, { operation: 'saveOne' }, { ...figures[1], metricDate: '2025-12-31' }),
      ),
    );
    expect({ ...record, id: '', metricDate: '' }).toEqual({ ...single, id: '', metricDate: '' });
    const many = unwrap(await insert('saveMany', figures)) as readonly StoredRecord[];
    expect(many.map((row) => row['transactionTypeCode'])).toEqual(figures.map((row) => row.transactionTypeCode));
    expect((await insert('saveTwice', [{ ...figures[0], transactionTypeCode: 'NEW' }, figures[0] ?? {}])).isErr()).toBe(
      true,
    );
    const entries = await write((tx) =>
      tx.query<{ operation: string; n: number }>(
        `SELECT operation, count(*)::int AS n FROM activity WHERE tenant_id = $1 AND object_type = 'metric' GROUP BY 1 ORDER BY 1`,
        [tx.tenantId],
      ),
    );
    expect(entries).toEqual([
      { operation: 'saveMany', n: 1100 },
      { operation: 'saveOne', n: 2 },
    ]);
  });

  it('are created in bulk with their parents, rows and lists as one by one, in their order', async () => {
    const sector = await referenceEntry(store, tenant, 'sector', '30000', 'Energy');
    const values = (code: string) => ({
      code,
      legalName: `Fund ${code}, L.P.`,
      name: `Fund ${code}`,
      currency: usd,
      sectors: [sector],
    });
    const single = unwrap(await fund('ALONE', { sectors: [sector] }));
    const funds = unwrap(
      await write((tx) =>
        fundStore.insertMany(tx, { operation: 'saveFund' }, [
          values('M1'),
          { ...values('M2'), sectors: [], initialCloseDate: '2012-03-31' },
        ]),
      ),
    );
    const own = { id: '', code: '', name: '', legalName: '' };
    expect({ ...funds[0], ...own }).toEqual({ ...single, ...own });
    expect(funds[1]).toMatchObject({ code: 'M2', sectors: [], initialCloseDate: '2012-03-31', rowVersion: 1 });
    const rows = [
      { periodStart: 0, periodEnd: 12, vestedPercentage: '0' },
      { periodStart: 12, periodEnd: null, vestedPercentage: '100' },
    ];
    const schedules = unwrap(
      await write((tx) =>
        vestingScheduleStore.insertMany(tx, { operation: 'saveVestingSchedule' }, [
          { name: 'Two', details: rows },
          { name: 'One', details: rows.slice(1) },
        ]),
      ),
    );
    expect(schedules.map((schedule) => (schedule['details'] as readonly object[]).length)).toEqual([2, 1]);
    expect(schedules[0]?.['details']).toMatchObject(rows);
    expect(unwrap(await write((tx) => fundStore.insertMany(tx, { operation: 'saveFund' }, [])))).toEqual([]);
  });

  it('are not deleted while others reference them', async () => {
    const used = unwrap(await fund('USED'));
    const profile = unwrap(
      await write((tx) =>
        allocationProfileStore.insert(
          tx,
          { operation: 'saveAllocationProfile' },
          { name: 'P', container: { id: used.id }, isCurrent: true },
        ),
      ),
    );
    const refused = await write((tx) => fundStore.remove(tx, { operation: 'deleteFund' }, used.id));
    expect(refused.isErr() && refused.error.code).toBe('IN_USE');
    unwrap(
      await write((tx) => allocationProfileStore.remove(tx, { operation: 'deleteAllocationProfile' }, profile.id, 1)),
    );
    unwrap(await write((tx) => fundStore.remove(tx, { operation: 'deleteFund' }, used.id, 1)));
    expect(await write((tx) => fundStore.load(tx, used.id))).toBeUndefined();
  });

  it.each([
    ['a NUL', { name: 'a\u0000b' }, 'INVALID_TEXT'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'INVALID_VALUE'],
    ['an amount out of range', { totalCapitalRaised: '1'.repeat(40) }, 'OUT_OF_RANGE'],
    ['an invalid date', { initialCloseDate: '2021-02-30' }, 'INVALID_VALUE'],
    ['a missing reference', { status: { id: '00000000-0000-7000-8000-0000000000ff' } }, 'NOT_FOUND'],
  ])('answer %s with a refusal, not a fault', async (_label, values, code) => {
    const result = await fund(`BAD${code}${Object.keys(values)[0]}`, values);
    expect(result.isErr() && result.error.code).toBe(code);
  });
});
