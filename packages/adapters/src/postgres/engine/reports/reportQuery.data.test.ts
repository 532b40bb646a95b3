import { emptyId } from '@carrara/contract/core/kinds';
import { defineReport, type ReportColumn, type ReportDefinition } from '@carrara/contract/core/report';
import { createHash, createHmac } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/testDatabase.ts';
import { type TestStore, type TestTenant, testStore } from '../../testing/tenants.ts';
import { testEngines } from '../../testing/servers.ts';
import { unitOfWork } from '../unitOfWork/withTenant.ts';
import { defineReportQuery, type ReportQuery } from './reportQuery.ts';

const report = defineReport({
  name: 'payments-by-person',
  title: 'Payments by person',
  group: 'Distributions',
  summary: 'For this test.',
  module: 'carry',
  permission: 'distribution.view',
  parameters: { redactName: { kind: 'boolean', title: 'Hide names' }, from: { kind: 'date', title: 'From' } },
  columns: [
    { field: 'person', kind: 'reference', target: 'participant', title: 'Person', redact: true },
    { field: 'kind', kind: 'text', title: 'What' },
    {
      field: 'status',
      kind: 'status',
      title: 'Status',
      options: [
        { code: 'B', description: 'Before' },
        { code: 'A', description: 'After' },
      ],
    },
    { field: 'runs', kind: 'count', title: 'Runs', countOf: 'run' },
    { field: 'amount', kind: 'money', title: 'Amount', adds: true, nullIs: 'not determined' },
  ],
  groupBy: ['person'],
  splitBy: ['status'],
  defaultSort: { field: 'kind', ascending: true },
  tags: [],
});

describe.each(testEngines)('reports (%s)', (engine) => {
  let database: TestDatabase;
  let store: TestStore;
  let tenant: TestTenant;
  const people: Readonly<Record<'ada' | 'bea', string>> = { ada: newId(), bea: newId() };
  const facts = [
    { person: people.bea, kind: 'Loan', status: 'A', run: 'r1', amount: '0.10', date: '2024-01-01' },
    { person: people.bea, kind: 'Loan', status: 'A', run: 'r2', amount: '0.20', date: '2025-01-01' },
    { person: people.bea, kind: 'Rent', status: 'A', run: 'r2', amount: '-1.00', date: '2025-01-01' },
    { person: people.bea, kind: 'Rent', status: 'B', run: 'r3', amount: null, date: '2025-01-01' },
    { person: people.bea, kind: 'Rent', status: 'B', run: 'r3', amount: '5.00', date: '2025-01-01' },
    { person: people.ada, kind: 'Wage', status: 'A', run: 'r2', amount: '99999999999999999.99', date: '2025-01-01' },
  ];
  const ofStatement = (definition: ReportDefinition = report) =>
    defineReportQuery(definition, {
      source: 'facts',
      from: `SELECT current_tenant() AS tenant_id, x.* FROM (VALUES ${facts
        .map(
          ({ person, kind, status, run, amount, date }) =>
            `('${person}'::uuid, '${kind}', '${status}', '${run}', ${amount ?? 'NULL'}::numeric(38,2), '${date}'::date)`,
        )
        .join(', ')}) x(person, kind, status, run, amount, date)
        WHERE EXISTS (SELECT FROM participant p WHERE p.tenant_id = current_tenant() AND p.id = x.person)
          AND (:from::date IS NULL OR x.date >= :from::date)`,
    });
  const ofRule = (definition: ReportDefinition = report) =>
    defineReportQuery(definition, {
      source: 'facts',
      from: async (_tx, { from }) => facts.filter(({ date }) => typeof from !== 'string' || date >= from),
    });

  beforeAll(async () => {
    database = await testDatabase({ engine });
    store = testStore(database);
    tenant = await store.tenant();
    await store.withTenant(tenant.context, async (tx) => {
      for (const [name, id] of Object.entries(people)) {
        await tx.query(
          `WITH p AS (INSERT INTO participant (tenant_id, id, kind, name) VALUES ($1, $2, 'employee', $3))
           INSERT INTO employee (tenant_id, id, first_name, last_name) VALUES ($1, $2, $3, $3)`,
          [tenant.tenantId, id, name],
        );
      }
    });
  });
  afterAll(() => database?.drop());

  const rows = async (query: ReportQuery, values: Readonly<Record<string, unknown>> = {}, page = {}, at = tenant) =>
    store.withTenant(at.context, async (tx) => (await query.page(tx, { filters: values, ...page }))._unsafeUnwrap(), {
      readOnly: true,
    });
  const sums = (query: ReportQuery, values: Readonly<Record<string, unknown>> = {}, at = tenant) =>
    store.withTenant(at.context, async (tx) => (await query.sums(tx, values)).subtotals, { readOnly: true });
  const short = (found: Awaited<ReturnType<typeof rows>>) =>
    found.pageData.map((row) => [
      (row['person'] as { name: string }).name,
      row['kind'],
      (row['status'] as { description: string }).description,
      row['runs'],
      row['amount'],
    ]);

  it.each([
    ['a statement', ofStatement],
    ['a rule', ofRule],
  ])('add up the rows of %s, row by row and group by group, with different units apart', async (_, build) => {
    const query = build();
    expect(short(await rows(query))).toEqual([
      ['ada', 'Wage', 'After', 1, '99999999999999999.99'],
      ['bea', 'Loan', 'After', 2, '0.30'],
      ['bea', 'Rent', 'Before', 1, null],
      ['bea', 'Rent', 'After', 1, '-1.00'],
    ]);
    const figures = (runs: string, amount: string | null) => [
      { field: 'runs', total: runs },
      { field: 'amount', total: amount },
    ];
    const found = await sums(query);
    expect(found).toMatchObject([
      { keys: [], splitKeys: ['Before'], totals: figures('1', null) },
      { keys: [], splitKeys: ['After'], totals: figures('2', '99999999999999999.29') },
      { keys: [people.ada], splitKeys: ['After'], totals: figures('1', '99999999999999999.99') },
      { keys: [people.bea], splitKeys: ['Before'], totals: figures('1', null) },
      { keys: [people.bea], splitKeys: ['After'], totals: figures('2', '-0.70') },
    ]);
    // Only a sum that excludes a row has a coverage.
    expect(found.map(({ totals }) => totals.map(({ coverage }) => coverage?.excluded.map(({ name }) => name)))).toEqual(
      [
        [undefined, ['bea']],
        [undefined, undefined],
        [undefined, undefined],
        [undefined, ['bea']],
        [undefined, undefined],
      ],
    );
  });

  it.each([
    ['a statement', ofStatement],
    ['a rule', ofRule],
  ])('add up their chart parts from %s, largest first, by day, with different units apart', async (_, build) => {
    const query = build({
      ...report,
      columns: [...report.columns, { field: 'date', kind: 'date', title: 'Day' }],
      charts: [
        { title: 'By what', measure: 'amount', by: 'kind' },
        { title: 'By person', measure: 'amount', by: 'person', over: 'date' },
      ],
    });
    const charts = async (values = {}) =>
      (await store.withTenant(tenant.context, (tx) => query.sums(tx, values), { readOnly: true })).charts.map((parts) =>
        parts.map(({ name, date, splitKeys, amount }) => [name, date, splitKeys.join(), amount]),
      );
    const [groupingRows, byPerson] = await charts();
    expect(groupingRows).toEqual([
      ['Wage', null, 'After', '99999999999999999.99'],
      ['Loan', null, 'After', '0.30'],
      ['Rent', null, 'After', '-1.00'],
      ['Rent', null, 'Before', null],
    ]);
    expect(byPerson).toEqual([
      ['ada', '2025-01-01', 'After', '99999999999999999.99'],
      ['bea', '2024-01-01', 'After', '0.10'],
      ['bea', '2025-01-01', 'After', '-0.80'],
      ['bea', '2025-01-01', 'Before', null],
    ]);
    const [, hidden] = await charts({ redactName: true });
    expect(new Set(hidden?.map(([name]) => name))).toEqual(new Set(['Participant 1', 'Participant 2']));
  });

  it('can group by a column, or chart by it, that also keeps figures separate', async () => {
    const chart = { title: 'Amount by status', measure: 'amount', by: 'status', href: '/rows?status={status}' };
    const query = ofStatement({ ...report, groupBy: ['status'], charts: [chart] });
    expect(await sums(query)).toMatchObject([
      { keys: [], splitKeys: ['Before'] },
      { keys: [], splitKeys: ['After'] },
      { keys: ['B'], splitKeys: ['Before'] },
      { keys: ['A'], splitKeys: ['After'] },
    ]);
    const { charts } = await store.withTenant(tenant.context, (tx) => query.sums(tx, {}), { readOnly: true });
    expect(charts).toEqual([
      [
        { name: 'Before', date: null, splitKeys: ['Before'], amount: null, link: [{ field: 'status', key: 'B' }] },
        {
          name: 'After',
          date: null,
          splitKeys: ['After'],
          amount: '99999999999999999.29',
          link: [{ field: 'status', key: 'A' }],
        },
      ],
    ]);
  });

  it('accept parameters, page within groups, and sort inside them', async () => {
    const query = ofStatement();
    expect(short(await rows(query, { from: '2025-01-01' }))).toContainEqual(['bea', 'Loan', 'After', 1, '0.20']);
    const pages = await Promise.all([1, 2, 3].map((startPage) => rows(query, {}, { startPage, pageSize: 2 })));
    expect(pages.map(({ totalItemCount }) => totalItemCount)).toEqual([4, 4, 4]);
    expect(pages.flatMap(short)).toEqual(short(await rows(query)));
    const largestFirst = short(await rows(query, {}, { sortColumn: 'runs', sortAsc: false }));
    expect(largestFirst.map(([person, , , runs]) => [person, runs])).toEqual([
      ['ada', 1],
      ['bea', 2],
      ['bea', 1],
      ['bea', 1],
    ]);
  });

  it("replace people's names with numbers, the same in rows and sums, and contain no personal id", async () => {
    const [hidden, total] = [
      await rows(ofStatement(), { redactName: true }),
      await sums(ofStatement(), { redactName: true }),
    ];
    const found = JSON.stringify([hidden, total]);
    for (const [name, id] of Object.entries(people)) {
      expect(found).not.toContain(id);
      // A random id may contain the letters of a name.
      expect(found).not.toContain(JSON.stringify(name));
    }
    const keys = hidden.pageData.map((row) => row['person'] as { id: string; name: string });
    expect(new Set(keys.map(({ name }) => name))).toEqual(new Set(['Participant 1', 'Participant 2']));
    expect(new Set(total.flatMap(({ keys: [key] }) => key ?? []))).toEqual(new Set(keys.map(({ id }) => id)));
    expect(keys.map(({ id }) => id)).not.toContain(emptyId);
  });

  describe('an anonymized person', () => {
    const many = Array.from({ length: 40 }, (_, at) => ({
      person: newId(),
      kind: `w${at}`,
      status: 'A',
      run: 'r',
      amount: '1.00',
    }));
    const inOrder = defineReportQuery(report, { source: 'facts', from: async () => many });
    /** Returns the substitute of each person, in order of creation. */
    const deputize = async (at = tenant, by = store) => {
      const { pageData } = await by.withTenant(
        at.context,
        async (tx) => (await inOrder.page(tx, { filters: { redactName: true }, pageSize: 1000 }))._unsafeUnwrap(),
        { readOnly: true },
      );
      const person = (row: (typeof pageData)[number]) => row['person'] as { id: string; name: string };
      const sorted = pageData.toSorted(
        (a, b) => Number(String(a['kind']).slice(1)) - Number(String(b['kind']).slice(1)),
      );
      return sorted.map((row) => ({ id: row.id, person: person(row).id, number: Number(person(row).name.slice(12)) }));
    };
    const ranks = (keys: readonly string[]) => keys.map((key) => keys.toSorted().indexOf(key) + 1);
    const numbers = (found: Awaited<ReturnType<typeof deputize>>) => found.map(({ number }) => number);

    it('has the same number in the same report, even after a server restart', async () => {
      const once = await deputize();
      expect(new Set(numbers(once)).size).toBe(40);
      expect(await deputize()).toEqual(once);
      const again = { ...store, withTenant: unitOfWork({ pool: database.app, auditKey: store.auditKey }) };
      expect(await deputize(tenant, again)).toEqual(once);
    });

    it('has another number and other ids in another firm, and in another installation', async () => {
      const [here, there] = [await deputize(), await deputize(await store.tenant())];
      const elsewhere = await deputize(tenant, {
        ...store,
        withTenant: unitOfWork({ pool: database.app, auditKey: Buffer.alloc(32, 7) }),
      });
      for (const other of [there, elsewhere]) {
        expect(numbers(other)).not.toEqual(numbers(here));
        const names = new Set(here.flatMap(({ id, person }) => [id, person]));
        expect(other.flatMap(({ id, person }) => [id, person]).filter((id) => names.has(id))).toEqual([]);
      }
    });

    it('cannot be identified with the ids and the code, but without the key', async () => {
      const found = await deputize();
      const uuid = (hash: Buffer) =>
        hash
          .toString('hex')
          .slice(0, 32)
          .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
      const guesses: readonly ((text: string) => Buffer)[] = [
        (text) => createHash('md5').update(text).digest(),
        (text) => createHash('sha256').update(text).digest(),
        ...['', report.name, tenant.tenantId, `report ${report.name}`, '\0'.repeat(64)].map(
          (key) => (text: string) => createHmac('sha256', key).update(text).digest(),
        ),
      ];
      for (const guess of guesses) {
        for (const text of [(id: string) => id, (id: string) => `${id}${report.name}`]) {
          expect(numbers(found)).not.toEqual(ranks(many.map(({ person }) => guess(text(person)).toString('hex'))));
        }
      }
      const derived = new Set(
        guesses.flatMap((guess) =>
          many.flatMap(({ person, kind, status }) =>
            [person, `person ${person}`, `row ${person}`, `(${person},${kind},${status})`].map((text) =>
              uuid(guess(text)),
            ),
          ),
        ),
      );
      expect(found.flatMap(({ id, person }) => [id, person]).filter((id) => derived.has(id))).toEqual([]);
      expect(found.map(({ id }) => id)).not.toContain((await rows(inOrder, {}, { pageSize: 1 })).pageData[0]?.id);
    });

    it('is anonymized in every column, or the report is refused', () => {
      const build = (columns: readonly ReportColumn[]) =>
        defineReportQuery(
          { ...report, columns: [...report.columns, ...columns] },
          {
            source: 'facts',
            from: async () => [],
          },
        );
      expect(() => build([{ field: 'trust', kind: 'reference', target: 'trust', title: 'Trust' }])).toThrow('trust');
      expect(() => build([{ field: 'participantId', kind: 'id', title: 'Id' }])).toThrow('participantId');
      expect(() => build([{ field: 'first', kind: 'text', title: 'First name', redact: true }])).toThrow('first');
    });
  });

  it('is not visible to another firm', async () => {
    const other = await store.tenant();
    expect(await rows(ofStatement(), {}, {}, other)).toMatchObject({ pageData: [], totalItemCount: 0 });
    expect(await sums(ofStatement(), {}, other)).toEqual([]);
  });
});
