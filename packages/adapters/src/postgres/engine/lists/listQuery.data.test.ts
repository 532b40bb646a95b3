import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { investmentList } from '../../portfolio/container/lists.ts';
import { type TestDatabase, testDatabase } from '../../testing/testDatabase.ts';
import { type TestStore, type TestTenant, testStore } from '../../testing/tenants.ts';
import { testEngines } from '../../testing/servers.ts';
import { defineListQuery, type PageRequest } from './listQuery.ts';
import { excludedPartSql } from './definition.ts';

const names: readonly [code: string, name: string][] = [
  ['A1', 'Alder'],
  ['A2', 'alder'],
  ['B1', '100% Birch_wood'],
  ['B2', '100 Birchwood'],
  ['C1', 'Élan Café'],
  ['C2', "O'Hara; DROP TABLE fund"],
  ['Q1', 'Back\\slash'],
  ['Z9', 'Alder Ridge'],
];

describe.each(testEngines)('lists (%s)', (engine) => {
  let database: TestDatabase;
  let store: TestStore;
  let tenant: TestTenant;

  beforeAll(async () => {
    database = await testDatabase({ engine });
    store = testStore(database);
    tenant = await store.tenant();
    const other = await store.tenant();
    for (const { tenantId, context } of [tenant, other]) {
      await store.withTenant(context, async (tx) => {
        for (const [code, name] of names) {
          const id = newId();
          await tx.query(
            `WITH c AS (INSERT INTO container (tenant_id, id, kind, code, name, legal_name) VALUES ($1, $2, 'investment', $3, $4, $4 || ', Inc.'))
             INSERT INTO investment (tenant_id, id) VALUES ($1, $2)`,
            [tenantId, id, code, name],
          );
        }
      });
    }
  });
  afterAll(() => database?.drop());

  const page = (request: PageRequest, at = tenant) =>
    store.withTenant(at.context, (tx) => investmentList.page(tx, request), { readOnly: true });
  const found = async (searchQuery: string) => {
    const result = (await page({ searchQuery }))._unsafeUnwrap();
    expect(result.totalItemCount).toBe(result.pageData.length);
    return result.pageData.map((row) => String(row['code']));
  };

  it('return page, total count and totals in one query [U-C-005 U-C-149]', async () => {
    const result = (await page({ pageSize: 3, startPage: 2 }))._unsafeUnwrap();
    expect(result).toMatchObject({
      totalItemCount: 8,
      currentPage: 2,
      pageSize: 3,
      sort: 'investmentName',
      sortAsc: true,
      searchQuery: '',
    });
    expect(result.pageData.map((row) => row['code'])).toEqual(['A2', 'Z9', 'Q1']);
    expect(result.totals).toEqual([
      { field: 'totalFundInvestmentAmount', total: '0.00' },
      { field: 'totalCarryDistributed', total: '0.00' },
    ]);
  });

  it('return only requested rows, also for a search, and none of another firm', async () => {
    const all = (await page({ pageSize: 20 }))._unsafeUnwrap().pageData;
    const idOf = (code: string) => String(all.find((row) => row['code'] === code)?.['id']);
    const rowIds = [idOf('A1'), idOf('C1')];
    const codes = async (request: PageRequest, at = tenant) => {
      const result = (await page({ rowIds, ...request }, at))._unsafeUnwrap();
      return [result.totalItemCount, ...result.pageData.map((row) => row['code'])];
    };
    expect(await codes({})).toEqual([2, 'A1', 'C1']);
    expect(await codes({ searchQuery: 'alder' })).toEqual([1, 'A1']);
    expect(await codes({}, await store.tenant())).toEqual([0]);
    const batches = await store.withTenant(
      tenant.context,
      async (tx) => {
        const rows: unknown[] = [];
        for await (const batch of (await investmentList.rows(tx, { rowIds }))._unsafeUnwrap()) rows.push(...batch);
        return rows;
      },
      { readOnly: true },
    );
    expect(batches).toHaveLength(2);
  });

  it('count beyond the last page too', async () => {
    const result = (await page({ startPage: 99 }))._unsafeUnwrap();
    expect([result.pageData, result.totalItemCount]).toEqual([[], 8]);
  });

  it.each(['code', 'investmentName', 'status', 'initialInvestmentDate', 'totalCarryDistributed', 'holderName'])(
    'sort by %s in both directions without overlapping or missing rows [U-C-005]',
    async (sortColumn) => {
      for (const sortAsc of [true, false]) {
        const pages = await Promise.all(
          [1, 2, 3, 4].map((startPage) => page({ startPage, pageSize: 2, sortColumn, sortAsc })),
        );
        const codes = pages.flatMap((result) => result._unsafeUnwrap().pageData.map((row) => String(row['code'])));
        expect(codes.toSorted()).toEqual(names.map(([code]) => code).toSorted());
      }
    },
  );

  it('put rows without a value last in both directions', async () => {
    await store.withTenant(tenant.context, (tx) =>
      tx.query(
        `WITH status AS (INSERT INTO reference_entry (tenant_id, id, type, code, description) VALUES ($1, $2, 'investment-status', 'HELD', 'Held'))
         UPDATE investment SET status_id = $2 WHERE id = (SELECT id FROM container WHERE tenant_id = $1 AND code = 'Q1')`,
        [tenant.tenantId, newId()],
      ),
    );
    for (const sortAsc of [true, false]) {
      const result = (await page({ sortColumn: 'status', sortAsc }))._unsafeUnwrap();
      expect(result.pageData[0]).toMatchObject({ code: 'Q1', status: { code: expect.any(String) } });
    }
  });

  it('name all rows that a total leaves out if a page has one row, as files do, and 20 of them otherwise', async () => {
    const late = defineListQuery({
      base: {
        table: 'own',
        rows: `SELECT current_tenant() AS tenant_id, gen_random_uuid() AS id, n AS number, CASE WHEN n = 1 THEN 5.00 END AS nav
          FROM generate_series(1, 150) n`,
      },
      columns: {
        number: { value: 'b.number' },
        nav: {
          value: 'b.nav',
          total: {
            sum: 'b.nav',
            undetermined: 'b.nav IS NULL',
            excluded: excludedPartSql({ id: 'b.id', name: `'Fund ' || b.number` }),
            from: 'own b',
            key: 'b.id',
            sameRowAs: 'b',
          },
        },
      },
      defaultSort: { field: 'number', ascending: true },
    });
    const coverageOf = async (pageSize: number) => {
      const pending = store.withTenant(tenant.context, (tx) => late.page(tx, { pageSize }), { readOnly: true });
      const [total] = (await pending)._unsafeUnwrap().totals ?? [];
      const { included, total: all, excluded } = total!.coverage!;
      return [total!.total, included, all, excluded.length];
    };
    expect(await coverageOf(1)).toEqual(['5.00', 1, 150, 149]);
    expect(await coverageOf(20)).toEqual(['5.00', 1, 150, 20]);
  });

  it('count search results next to their rows, beyond the last page too', async () => {
    const inCurrencies = defineListQuery({
      base: {
        table: 'own',
        rows: `SELECT current_tenant() AS tenant_id, gen_random_uuid() AS id, 'investor ' || n % 28 AS name, n AS nav FROM generate_series(1, 36) n`,
      },
      record: 'b.name',
      columns: {
        name: { value: 'b.name' },
        nav: { value: 'b.nav', total: { sum: 'b.nav', from: 'own b', key: 'b.id', sameRowAs: 'b' } },
      },
      search: { text: 'b.name' },
      defaultSort: { field: 'name', ascending: true },
    });
    const countsOf = async (request: PageRequest) => {
      const pending = store.withTenant(tenant.context, (tx) => inCurrencies.page(tx, request), { readOnly: true });
      const { totalItemCount, recordCount, totals } = (await pending)._unsafeUnwrap();
      return [totalItemCount, recordCount, totals?.[0]?.total];
    };
    expect(await countsOf({ pageSize: 5 })).toEqual([36, 28, '666']);
    expect(await countsOf({ startPage: 99 })).toEqual([36, 28, '666']);
    expect(await countsOf({ searchQuery: 'investor 8' })).toEqual([2, 1, '44']);
    expect(await countsOf({ searchQuery: 'nobody' })).toEqual([0, 0, '0.00']);
  });

  it('refuse an unknown sort column and an invalid page', async () => {
    for (const request of [
      { sortColumn: 'nothing' },
      { sortColumn: 'constructor' },
      { sortColumn: 'b.name; DROP TABLE fund' },
      { pageSize: 1001 },
      { pageSize: 0 },
      { startPage: -1 },
      { startPage: Number.NaN },
    ]) {
      expect((await page(request)).isErr()).toBe(true);
    }
  });

  it.each<[string, string[]]>([
    ['alder', ['A1', 'A2', 'Z9']],
    ['ALDER R', ['Z9']],
    ['"alder"', ['A1', 'A2']],
    ['"Alder Ridge"', ['Z9']],
    ['"z9"', ['Z9']],
    ['"Alder, Inc."', ['A1', 'A2']],
    ['%', ['B1']],
    ['_w', ['B1']],
    ['100%', ['B1']],
    ['100', ['B2', 'B1']],
    ['élan', ['C1']],
    ['CAFÉ', ['C1']],
    ['\\', ['Q1']],
    ["o'hara;", ['C2']],
    ['q', ['Q1']],
    ['nothing like it', []],
    ['\u0000', []],
    ['\ud800', []],
    ['"', ['B2', 'B1', 'A1', 'A2', 'Z9', 'Q1', 'C2', 'C1']],
    ['  ', ['B2', 'B1', 'A1', 'A2', 'Z9', 'Q1', 'C2', 'C1']],
  ])('find for %j: %j [U-C-005 U-C-137]', async (query, codes) => {
    expect((await found(query)).toSorted()).toEqual(codes.toSorted());
  });

  it('find the same results if a text is too common for the index', async () => {
    const many = await store.tenant();
    await store.withTenant(many.context, (tx) =>
      tx.query(
        `WITH c AS (INSERT INTO container (tenant_id, id, kind, code, name)
                    SELECT $1, gen_random_uuid(), 'investment', 'M' || n, 'Common name ' || n FROM generate_series(1, 2500) n RETURNING id)
         INSERT INTO investment (tenant_id, id) SELECT $1, id FROM c`,
        [many.tenantId],
      ),
    );
    const common = (
      await page({ searchQuery: 'common', pageSize: 5, sortColumn: 'code', sortAsc: false }, many)
    )._unsafeUnwrap();
    expect([common.totalItemCount, common.pageData[0]?.['code']]).toEqual([2500, 'M999']);
    const rare = (await page({ searchQuery: 'name 249', pageSize: 5, sortColumn: 'code' }, many))._unsafeUnwrap();
    expect([rare.totalItemCount, rare.pageData[0]?.['code']]).toEqual([11, 'M249']);
    const batches: number[] = [];
    await store.withTenant(
      many.context,
      async (tx) => {
        for await (const rows of (await investmentList.rows(tx, { searchQuery: 'common' }))._unsafeUnwrap())
          batches.push(rows.length);
      },
      { readOnly: true },
    );
    expect(batches).toEqual([500, 500, 500, 500, 500]);
  });
});
