import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as newId } from 'uuid';
import { copyRow } from '../../../testing/copyRow.ts';
import { type PlantedCarry, plantCarry } from '../../../testing/plantedCarry.ts';
import { type AnswerOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type Sums = AnswerOf<'reportDistributionsByFund'>['subtotals'][number];

/**
 * The planted firm paid 150.00 from a tranche of Fund I. Here there also are two drafts: one of the coinvestment with
 * 40.00, and an undetermined one of the fund.
 */
describe('distributions by fund', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;
  const url = '/api/carry/reporting/v2/distributions-by-fund';
  const call = (query = '', by = person, at = tenantId) =>
    server.call(by.token, at, { method: 'GET', url: `${url}${query}` });

  const total = (sums: Sums | undefined, field: string) => sums?.totals.find((sum) => sum.field === field)?.total;

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
    const draft = {
      id: newId(),
      name: 'Draft',
      status: 'DRAFT',
      distribution_date: '2026-03-31',
      disbursed_at: null,
      is_determined: false,
    };
    const more = (id: string, container_id: string, values: object) => ({
      distribution_source: { id, distribution_id: draft.id, container_id, source_type: 'Fund', ...values },
    });
    const noFigures = {
      gross_carry_distributed: 0,
      total_distributed: 0,
      total_carry_adjustment: 0,
      net_carry_distributed: 0,
    };
    const forty = {
      gross_carry_distributed: 40,
      total_distributed: 40,
      total_carry_adjustment: 0,
      net_carry_distributed: 40,
    };
    await server.withTenant({ tenantId, personId: person.personId, now: server.now.toISOString() }, async (tx) => {
      const like = (table: string, id: string, values: object) => copyRow(tx, table, `x.id = '${id}'`, values);
      const [source] = await tx.query<{ id: string }>('SELECT id FROM distribution_source WHERE tenant_id = $1', [
        tenantId,
      ]);
      await like('distribution', planted.distribution, draft);
      const rows = [
        more(newId(), planted.fund, { ...noFigures, is_determined: false }),
        more(newId(), planted.coinvestment, { ...forty, source_type: 'Coinvestment' }),
      ];
      for (const { distribution_source } of rows)
        await like('distribution_source', source?.id ?? '', distribution_source);
    });
  });
  afterAll(() => server.stop());

  it('lists each source with its figures, and reports what the sums omit', async () => {
    const { pageData, totalItemCount, subtotals } = await as(person).reportDistributionsByFund();
    expect(totalItemCount).toBe(3);
    expect(pageData).toMatchObject([
      {
        holder: { name: 'Co-Invest' },
        type: 'Coinvestment',
        status: { code: 'DRAFT' },
        grossCarryDistributed: '40.00',
        tax: '0.00',
      },
      {
        holder: { id: planted.fund },
        source: { id: planted.fund },
        status: { description: 'Draft' },
        grossCarryDistributed: null,
        netCarryDistributed: null,
      },
      {
        source: { id: planted.tranches[0] },
        status: { code: 'DISB' },
        currency: 'USD',
        numberOfDistributions: 1,
        grossCarryDistributed: '150.00',
        escrow: '15.00',
        netCarryDistributed: '135.00',
      },
    ]);
    const whole = subtotals.filter(({ keys }) => keys.length === 0);
    expect(whole.map(({ splitKeys }) => splitKeys)).toEqual([
      ['Draft', 'USD'],
      ['Disbursed', 'USD'],
    ]);
    expect(whole.map((sums) => total(sums, 'grossCarryDistributed'))).toEqual(['40.00', '150.00']);
    expect(whole[0]?.totals.find(({ field }) => field === 'grossCarryDistributed')?.coverage).toMatchObject({
      included: 1,
      total: 2,
      // As in the rows.
      excluded: [{ name: 'Fund I' }],
    });
    // The draft has two sources but counts as one distribution.
    expect(whole.map((sums) => total(sums, 'numberOfDistributions'))).toEqual(['1', '1']);
    expect(subtotals.filter(({ keys }) => keys[0] === planted.fund).map(({ splitKeys }) => splitKeys[0])).toEqual([
      'Draft',
      'Disbursed',
    ]);
  });

  it('equals the totals of the distribution', async () => {
    const own = await as(person).getDistribution({ params: { id: planted.distribution } });
    const { reconciliation } = own;
    const [sums] = (await as(person).reportDistributionsByFund({ query: { status: 'DISB' } })).subtotals;
    const fields = [
      'grossCarryDistributed',
      'tax',
      'escrow',
      'loanRepayment',
      'otherAdjustment',
      'netCarryDistributed',
    ] as const;
    expect(fields.map((field) => total(sums, field))).toEqual(fields.map((field) => reconciliation[field]));
    expect(reconciliation.grossCarryDistributed).toBe('150.00');
  });

  it('accepts its parameters, pages, and refuses a period that ends before it begins', async () => {
    expect(
      await as(person).reportDistributionsByFund({ query: { from: '2026-01-01', to: '2026-12-31' } }),
    ).toMatchObject({ totalItemCount: 2 });
    expect(await as(person).reportDistributionsByFund({ query: { to: '2025-06-30' } })).toMatchObject({
      totalItemCount: 1,
    });
    expect(await as(person).reportDistributionsByFund({ query: { to: '2025-06-29' } })).toMatchObject({
      totalItemCount: 0,
      pageData: [],
      subtotals: [],
    });
    expect(
      await as(person).reportDistributionsByFund({ query: { fundId: planted.fund, status: 'DRAFT' } }),
    ).toMatchObject({ totalItemCount: 1 });
    const first = await as(person).reportDistributionsByFund({ query: { pageSize: 1 } });
    expect([first.totalItemCount, first.subtotals.map(({ keys }) => keys)]).toEqual([
      3,
      [[], [], [planted.coinvestment]],
    ]);
    expect(
      await refusal(as(person).reportDistributionsByFund({ query: { from: '2026-01-01', to: '2025-01-01' } })),
    ).toMatchObject({ errors: [{ path: 'to' }] });
    expect((await refusal(as(person).reportDistributionsByFund({ query: { status: 'NOPE' } }))).status).toBe(400);
  });

  it('counts the same distributions as the list behind a row', async () => {
    for (const period of [{}, { from: '2025-06-30', to: '2025-06-30' }, { to: '2025-06-29' }, { from: '2025-07-01' }]) {
      const query = { status: 'DISB', ...period } as const;
      const [row] = (await as(person).reportDistributionsByFund({ query })).pageData;
      const listed = await as(person).listDistributions({ query: { ...query, sourceId: planted.tranches[0]! } });
      expect(listed.totalItemCount, JSON.stringify(period)).toBe(row?.numberOfDistributions ?? 0);
    }
  });

  it('refuses an unknown fund and a coinvestment, as does the list behind a row', async () => {
    const list = (query: string) =>
      server.call(person.token, tenantId, { method: 'GET', url: `/api/carry/distribution${query}` });
    for (const id of [planted.coinvestment, newId()]) {
      for (const answer of [
        await call(`?fundId=${id}`),
        await call(`?fundId=${id}&format=csv`),
        await list(`?fundId=${id}`),
        await list(`?fundId=${id}&format=csv`),
      ])
        expect([answer.statusCode, answer.json()]).toMatchObject([
          404,
          { Errors: [{ Path: 'FundId', Message: 'There is no such fund.' }] },
        ]);
    }
    expect(await as(person).listDistributions({ query: { fundId: planted.fund } })).toMatchObject({
      totalItemCount: 2,
    });
    expect(await refusal(as(person).listDistributions({ query: { coinvestmentId: planted.fund } }))).toMatchObject({
      message: 'There is no such coinvestment.',
    });
  });

  it('refuses a search, which reports don’t support', async () => {
    const answer = await refusal(as(person).reportDistributionsByFund({ query: { searchQuery: 'Fund' } }));
    expect([answer.status, answer]).toMatchObject([400, { errors: [{ path: 'SearchQuery' }] }]);
    expect(await as(person).reportDistributionsByFund({ query: { searchQuery: '' } })).toMatchObject({
      totalItemCount: 3,
    });
  });

  it('has the same figures in its files', async () => {
    const book = (await readWorkbook((await call('?format=excel')).rawPayload))._unsafeUnwrap();
    const cells = book.map(({ rows }) => rows.map(({ cells }) => cells.map(({ text }) => text)));
    const line = (start: string) => cells[0]?.find(([first]) => first === start);
    expect(line('Fund I')).toEqual(expect.arrayContaining(['Fund I', 'Fund', 'Draft', 'USD', 'not determined']));
    expect(line('Fund I, Disbursed, USD')).toEqual(expect.arrayContaining(['1', '150', '15', '135']));
    expect(line('Total, Disbursed, USD')).toEqual(expect.arrayContaining(['1', '150', '15', '135']));
    const response = await call(`?format=excel&from=2025-01-01&fundId=${planted.fund}&status=DISB`);
    const sheets = (await readWorkbook(response.rawPayload))._unsafeUnwrap();
    const facts = sheets[1]?.rows.map(({ cells: [name, value] }) => [name?.text, value?.text]);
    expect(facts).toEqual(
      expect.arrayContaining([
        ['From', '2025-01-01'],
        ['Fund', 'Fund I'],
        ['Status', 'Disbursed'],
      ]),
    );
    const csv = (await call('?format=csv&status=DISB')).body;
    expect(csv.split('\r\n')[1]).toContain('Disbursed,USD,1,150.00,0.00,15.00,0.00,0.00,135.00');
    const pdf = await call('?format=application/pdf');
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect((await call('?format=excel&to=1999-12-31')).statusCode).toBe(200);
  });

  it('is empty for another firm, and refused without access to distributions', async () => {
    const other = await server.tenant();
    const stranger = await server.person(other, { carry: 'viewer' });
    expect(await as(stranger).reportDistributionsByFund()).toMatchObject({ totalItemCount: 0, subtotals: [] });
    expect((await refusal(as(stranger).reportDistributionsByFund({ query: { fundId: planted.fund } }))).status).toBe(
      404,
    );
    const elsewhere = await server.person(tenantId, { comp: 'administrator' });
    expect((await refusal(as(elsewhere).reportDistributionsByFund())).status).toBe(403);
  });
});

/** The planted firm gives one employee 10% of Fund I, and 5% to an entity that includes him. */
describe('allocations by participant', () => {
  let server: TestServer;
  let person: TestPerson;
  let planted: PlantedCarry;

  beforeAll(async () => {
    server = await TestServer.start();
    const tenantId = await server.tenant();
    person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
  });
  afterAll(() => server.stop());

  it("has the rows and the percentages of the fund's allocation report", async () => {
    const client = server.as(person);
    const list = await client.listFundAllocationReport({ params: { id: planted.fund }, query: { pageSize: 500 } });
    const report = await client.reportAllocationsByParticipant({ query: { fundId: planted.fund, pageSize: 500 } });
    const short = (rows: readonly object[], name: string, at: string) =>
      (rows as readonly Readonly<Record<string, unknown>>[]).map((row) => {
        const text = (value: unknown) => (typeof value === 'string' ? value : (value as { name: string }).name);
        return [text(row[name]), text(row[at]), row['effective'], row['version'], row['predilute'], row['shares']].join(
          ' ',
        );
      });
    expect(report.totalItemCount).toBeGreaterThan(0);
    expect(short(report.pageData, 'participant', 'source').toSorted()).toEqual(
      short(list.pageData, 'participantName', 'sourceName').toSorted(),
    );
    expect(report.subtotals).toEqual([]);
    expect(await client.reportAllocationsByParticipant({ query: { asOf: '1990-01-01' } })).toMatchObject({
      totalItemCount: expect.any(Number),
    });
    for (const format of ['excel', 'csv', 'application/pdf']) {
      const url = `/api/carry/reporting/v2/allocations-by-participant?format=${format}`;
      expect((await server.call(person.token, person.tenantId, { url })).statusCode, format).toBe(200);
    }
  });
});
