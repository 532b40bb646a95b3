import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as newId } from 'uuid';
import { copyRow } from '../../testing/copyRow.ts';
import { type PlantedCarry, plantCarry } from '../../testing/plantedCarry.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Coverage {
  readonly Included: number;
  readonly Of: number;
  readonly LeftOut: readonly { readonly Name: string }[];
}
interface Sums {
  readonly Keys: readonly string[];
  readonly Apart: readonly string[];
  readonly Totals: readonly { readonly Field: string; readonly Total: string | null; readonly Coverage: Coverage }[];
}
interface Answer {
  readonly PageData: readonly Readonly<Record<string, unknown>>[];
  readonly TotalItemCount: number;
  readonly Subtotals: readonly Sums[];
}

/**
 * The planted firm paid 150.00 from a tranche of Fund I. Here there also are two drafts: one of the coinvestment with
 * 40.00, and an undetermined one of the fund.
 */
describe('distributions by fund', () => {
  let server: TestServer;
  let tenantId: string;
  let person: TestPerson;
  let planted: PlantedCarry;
  const url = '/api/carry/reporting/v2/distributions-by-fund';
  const call = (query = '', by = person, at = tenantId) =>
    server.call(by.token, at, { method: 'GET', url: `${url}${query}` });
  const get = async (query = ''): Promise<Answer> => {
    const answer = await call(query);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const total = (sums: Sums | undefined, field: string) => sums?.Totals.find(({ Field }) => Field === field)?.Total;

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

  it('shows each source with its figures, and says what its sums leave out', async () => {
    const { PageData, TotalItemCount, Subtotals } = await get();
    expect(TotalItemCount).toBe(3);
    expect(PageData).toMatchObject([
      {
        Holder: { Name: 'Co-Invest' },
        Type: 'Coinvestment',
        Status: { Code: 'DRAFT' },
        GrossCarryDistributed: '40.00',
        Tax: '0.00',
      },
      {
        Holder: { Id: planted.fund },
        Source: { Id: planted.fund },
        Status: { Description: 'Draft' },
        GrossCarryDistributed: null,
        NetCarryDistributed: null,
      },
      {
        Source: { Id: planted.tranches[0] },
        Status: { Code: 'DISB' },
        Currency: 'USD',
        NumberOfDistributions: 1,
        GrossCarryDistributed: '150.00',
        Escrow: '15.00',
        NetCarryDistributed: '135.00',
      },
    ]);
    const whole = Subtotals.filter(({ Keys }) => Keys.length === 0);
    expect(whole.map(({ Apart }) => Apart)).toEqual([
      ['Draft', 'USD'],
      ['Disbursed', 'USD'],
    ]);
    expect(whole.map((sums) => total(sums, 'grossCarryDistributed'))).toEqual(['40.00', '150.00']);
    expect(whole[0]?.Totals.find(({ Field }) => Field === 'grossCarryDistributed')?.Coverage).toMatchObject({
      Included: 1,
      Of: 2,
      // As in the rows.
      LeftOut: [{ Name: 'Fund I' }],
    });
    // The draft has two sources but counts as one distribution.
    expect(whole.map((sums) => total(sums, 'numberOfDistributions'))).toEqual(['1', '1']);
    expect(Subtotals.filter(({ Keys }) => Keys[0] === planted.fund).map(({ Apart }) => Apart[0])).toEqual([
      'Draft',
      'Disbursed',
    ]);
  });

  it('comes to the totals of the distribution itself', async () => {
    const own = await server.call(person.token, tenantId, {
      method: 'GET',
      url: `/api/carry/distribution/${planted.distribution}`,
    });
    const { Reconciliation } = own.json<{ Reconciliation: Readonly<Record<string, string>> }>();
    const [sums] = (await get('?status=DISB')).Subtotals;
    const fields = [
      'grossCarryDistributed',
      'tax',
      'escrow',
      'loanRepayment',
      'otherAdjustment',
      'netCarryDistributed',
    ];
    expect(fields.map((field) => total(sums, field))).toEqual(
      fields.map((field) => Reconciliation[field.charAt(0).toUpperCase() + field.slice(1)]),
    );
    expect(Reconciliation['GrossCarryDistributed']).toBe('150.00');
  });

  it('asks with its parameters, pages, and refuses a period that ends before it begins', async () => {
    expect(await get('?from=2026-01-01&to=2026-12-31')).toMatchObject({ TotalItemCount: 2 });
    expect(await get('?to=2025-06-30')).toMatchObject({ TotalItemCount: 1 });
    expect(await get('?to=2025-06-29')).toMatchObject({ TotalItemCount: 0, PageData: [], Subtotals: [] });
    expect(await get(`?fundId=${planted.fund}&status=DRAFT`)).toMatchObject({ TotalItemCount: 1 });
    const first = await get('?PageSize=1');
    expect([first.TotalItemCount, first.Subtotals.map(({ Keys }) => Keys)]).toEqual([
      3,
      [[], [], [planted.coinvestment]],
    ]);
    expect((await call('?from=2026-01-01&to=2025-01-01')).json()).toMatchObject({ Errors: [{ Path: 'to' }] });
    expect((await call('?status=NOPE')).statusCode).toBe(400);
  });

  it('counts the distributions that the list behind a row shows, in the same period', async () => {
    const listed = async (query: string) => {
      const url = `/api/carry/distribution?status=DISB&sourceId=${planted.tranches[0]}${query}`;
      const answer = await server.call(person.token, tenantId, { method: 'GET', url });
      return answer.json<{ TotalItemCount: number }>().TotalItemCount;
    };
    for (const period of ['', '&from=2025-06-30&to=2025-06-30', '&to=2025-06-29', '&from=2025-07-01']) {
      const [row] = (await get(`?status=DISB${period}`)).PageData;
      expect(await listed(period), period).toBe(row?.['NumberOfDistributions'] ?? 0);
    }
  });

  it('refuses a fund that is none, and one that is a coinvestment, and so does the list that it leads to', async () => {
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
    expect((await list(`?fundId=${planted.fund}`)).json()).toMatchObject({ TotalItemCount: 2 });
    expect((await list(`?coinvestmentId=${planted.fund}`)).json()).toMatchObject({
      Message: 'There is no such coinvestment.',
    });
  });

  it('refuses a search, which nothing of a report answers', async () => {
    const answer = await call('?SearchQuery=Fund');
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { Errors: [{ Path: 'SearchQuery' }] }]);
    expect(await get('?SearchQuery=')).toMatchObject({ TotalItemCount: 3 });
  });

  it('answers its files with the same figures', async () => {
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

  it('shows another firm nothing, and nothing to who may not see distributions', async () => {
    const other = await server.tenant();
    const stranger = await server.person(other, { carry: 'viewer' });
    expect((await call('', stranger, other)).json()).toMatchObject({ TotalItemCount: 0, Subtotals: [] });
    expect((await call(`?fundId=${planted.fund}`, stranger, other)).statusCode).toBe(404);
    const elsewhere = await server.person(tenantId, { comp: 'administrator' });
    expect((await call('', elsewhere)).statusCode).toBe(403);
  });
});

/** The planted firm gives one employee 10% of Fund I, and 5% to an entity of which he is a member. */
describe('allocations by participant', () => {
  let server: TestServer;
  let send: (url: string) => Promise<{ readonly statusCode: number; readonly body: string; json<T>(): T }>;
  let planted: PlantedCarry;
  const url = '/api/carry/reporting/v2/allocations-by-participant';

  beforeAll(async () => {
    server = await TestServer.start();
    const tenantId = await server.tenant();
    const person = await server.person(tenantId, { carry: 'administrator' });
    planted = await plantCarry(server, tenantId, person);
    send = (path) => server.call(person.token, tenantId, { method: 'GET', url: path });
  });
  afterAll(() => server.stop());

  it("has the rows and the percentages of the fund's allocation report", async () => {
    const list = (await send(`/api/carry/fund/${planted.fund}/allocation-report?PageSize=500`)).json<Answer>();
    const report = (await send(`${url}?fundId=${planted.fund}&PageSize=500`)).json<Answer>();
    const short = (rows: Answer['PageData'], name: string, at: string) =>
      rows.map((row) => {
        const { [name]: who, [at]: source } = row;
        const text = (value: unknown) => (typeof value === 'string' ? value : (value as { Name: string }).Name);
        return [text(who), text(source), row['Effective'], row['Version'], row['Predilute'], row['Shares']].join(' ');
      });
    expect(report.TotalItemCount).toBeGreaterThan(0);
    expect(short(report.PageData, 'Participant', 'Source').toSorted()).toEqual(
      short(list.PageData, 'ParticipantName', 'SourceName').toSorted(),
    );
    expect(report.Subtotals).toEqual([]);
    expect((await send(`${url}?asOf=1990-01-01`)).json()).toMatchObject({ TotalItemCount: expect.any(Number) });
    for (const format of ['excel', 'csv', 'application/pdf'])
      expect((await send(`${url}?format=${format}`)).statusCode, format).toBe(200);
  });
});
