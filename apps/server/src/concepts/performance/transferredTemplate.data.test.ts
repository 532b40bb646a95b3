import { filesIn } from '@carrara/adapters/files/filesIn';
import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { loadPackage } from '@carrara/adapters/postgres/platform/dataTransfer/dataTransfers';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

const base = '/api/performance';
const [earlier, end] = ['2026-03-31', '2026-06-30'];

describe('the Reporting Template of an investor in its own tenant', () => {
  let server: TestServer;
  const firm = { id: '', person: {} as TestPerson };
  const endowment = { id: '', person: {} as TestPerson };
  type Side = typeof firm;
  const theirs = { fund: '', investor: '', other: '', gp: '' };
  const own = { fund: '', investor: '' };
  let transferId = '';

  async function request<T>(side: Side, method: 'GET' | 'POST', path: string, payload?: object): Promise<T> {
    const url = `${base}/${path}`;
    const answer = await server.call(side.person.token, side.id, { method, url, ...(payload ? { payload } : {}) });
    expect(answer.statusCode, `${url}: ${answer.body.slice(0, 600)}`).toBe(200);
    return answer.json<T>();
  }
  const get = <T>(side: Side, path: string) => request<T>(side, 'GET', path);
  const post = <T>(side: Side, path: string, payload: object) => request<T>(side, 'POST', path, payload);
  const make = async (side: Side, path: string, payload: object) =>
    (await post<{ Id: string }>(side, path, payload)).Id;

  /** Returns the cells of a template from the head to its last row, by address. */
  async function cells(side: Side, path: string): Promise<ReadonlyMap<string, string>> {
    const { statusCode, rawPayload } = await server.call(side.person.token, side.id, {
      method: 'GET',
      url: `${base}/${path}`,
    });
    expect(statusCode).toBe(200);
    const [sheet] = (await readWorkbook(rawPayload))._unsafeUnwrap();
    const lines = sheet!.rows.filter(({ row }) => row <= 131);
    return new Map(lines.flatMap(({ cells: all }) => all.map(({ address, text }) => [address, text])));
  }
  const templateOf = (side: Side, { fund, investor }: { fund: string; investor?: string }, day = end) =>
    cells(side, `ilpa/investorexport?fundId=${fund}&endDate=${day}${investor ? `&investorId=${investor}` : ''}`);

  beforeAll(async () => {
    server = await TestServer.start();
    for (const [side, name] of [
      [firm, 'Ridge Partners'],
      [endowment, 'Lakeside Endowment'],
    ] as const) {
      side.id = await server.tenant(name);
      side.person = await server.person(side.id, { performance: 'administrator' });
    }
    await server.database.worker.query('UPDATE tenant SET is_lp_tenant = true WHERE id = $1', [endowment.id]);
    const entry = async (type: string, code: string) => {
      await server.referenceEntry(endowment.id, type, code);
      return { Id: await server.referenceEntry(firm.id, type, code) };
    };
    const Currency = await entry('currency', 'EUR');
    const types = { INVESTOR: await entry('investor-type', 'INVESTOR'), GP: await entry('investor-type', 'GP') };
    theirs.fund = await make(firm, 'fund', { Code: 'F1', Name: 'Fund I', Currency });
    for (const [Code, key, Amount, type, more] of [
      ['Lake', 'investor', '601.00', 'INVESTOR', {}],
      ['Hidden pension', 'other', '379.00', 'INVESTOR', {}],
      ['Ridge GP', 'gp', '20.00', 'GP', { PaysFee: false, PaysCarry: false }],
    ] as const) {
      theirs[key] = await make(firm, 'investor', { Code, Name: Code, Type: types[type] });
      const commitment = { VehicleId: theirs.fund, InvestorId: theirs[key] };
      await post(firm, 'commitment', { ...commitment, Kind: 'CLOSE', Date: '2026-01-05', Amount, ...more });
    }
    const company = { Code: 'OAK', Name: 'Oak Mills', LegalName: 'Oak Mills BV', Vehicles: [{ Id: theirs.fund }] };
    const investment = await make(firm, 'investment/save', company);
    const [source] = await get<{ Id: string }[]>(firm, `investment/source-list?investmentId=${investment}`);
    const HoldingId = source!.Id;
    const shares = { VehicleId: theirs.fund, HoldingId, Class: 'EQUITY', Name: 'Shares' };
    const SecurityId = await make(firm, 'security', shares);
    const position = { HoldingId, SecurityId };
    await post(firm, 'ledger', {
      VehicleId: theirs.fund,
      Entries: [
        { Type: 'CALL-INV', Amount: '300.00', EffectiveDate: '2026-01-20' },
        { ...position, Type: 'BUY', Amount: '250.00', EffectiveDate: '2026-01-21' },
        { Type: 'FEE', Amount: '12.34', EffectiveDate: '2026-03-31' },
        { Type: 'OFFSET-FEE', Amount: '2.22', EffectiveDate: '2026-04-10' },
        { Type: 'EXP-AUDIT', Amount: '3.33', EffectiveDate: '2026-04-10' },
        { HoldingId, Type: 'INC-DIV', Amount: '5.55', EffectiveDate: '2026-04-11' },
        { ...position, Type: 'SELL', Amount: '90.00', CostRelieved: '50.00', EffectiveDate: '2026-05-02' },
        { Type: 'DIST-ROC', Amount: '30.00', EffectiveDate: '2026-05-10', IsRecallable: true },
        { Type: 'DIST-GAIN', Amount: '20.00', EffectiveDate: '2026-05-10' },
        { Type: 'CARRY-EARNED', Amount: '8.00', EffectiveDate: '2026-05-10' },
        { Type: 'CARRY-ACCRUED', Amount: '7.00', EffectiveDate: '2026-06-30' },
        { Type: 'OFFREC-MONITORING', Amount: '1.11', EffectiveDate: '2026-06-30' },
        { Type: 'PORTFEE-MONITORING', Amount: '4.44', EffectiveDate: '2026-06-30' },
      ],
    });
    await post(firm, 'valuation', {
      VehicleId: theirs.fund,
      Valuations: [
        { SecurityId, Date: earlier, FairValue: '260.00' },
        { SecurityId, Date: end, FairValue: '240.00' },
      ],
    });
    for (const day of [earlier, end]) {
      const { RowVersion } = await get<{ RowVersion: number }>(firm, `period/${theirs.fund}/${day}`);
      await post(firm, `period/${theirs.fund}/${day}/lock`, { RowVersion, Acknowledged: ['T11', 'T12'] });
    }
    const linkRequest = await post<{ Id: string }>(firm, 'tenant-link-request/create', {
      TargetTenantId: endowment.id,
      TargetTenantName: 'Lakeside Endowment',
      Investors: [{ Id: theirs.investor }],
    });
    const manager = await make(endowment, 'firm', { Code: 'RP', Name: 'Ridge' });
    await post(endowment, 'tenant-link-request/accept', { Id: linkRequest.Id, Firm: { Id: manager } });
    const sent = await post<{ Id: string }>(firm, 'data-transfer/submit', {
      InvestorId: theirs.investor,
      EndDate: end,
    });
    transferId = sent.Id;
    await post(endowment, 'data-transfer/accept', { Id: transferId });
    const { PageData } = await get<{ PageData: { FundId: string }[] }>(endowment, 'fund/funds');
    own.fund = PageData[0]!.FundId;
    own.investor = (await get<{ Id: string }[]>(endowment, 'capitalaccount/cas-investors'))[0]!.Id;
  });
  afterAll(() => server.stop());

  it('equals the template that the manager makes for this investor, cell by cell', async () => {
    const template = await templateOf(firm, theirs);
    const here = await templateOf(endowment, own);
    // Three parties with three periods each, in every row that isn't a heading.
    expect(template.size).toBeGreaterThan(900);
    expect([...template.values()].filter((cell) => cell.includes('not determined'))).toEqual([]);
    expect([...here]).toEqual([...template]);
    expect([...(await templateOf(endowment, { fund: own.fund }))]).toEqual([...template]);
    const ofStatement = `capitalaccount/ilpa?fundId=${own.fund}&investorId=${own.investor}&endDate=${end}`;
    expect([...(await cells(endowment, ofStatement))]).toEqual([...template]);
  });

  it('shows the fees of the whole fund, of its general partner and of the investor as the manager does', async () => {
    type Fees = { readonly Periods: object[]; readonly NotDetermined: { readonly Message: string }[] };
    const fees = (side: Side, path: string, fund: string) => get<Fees>(side, `ilpa/${path}&fundId=${fund}`);
    for (const type of ['FUND', 'GP']) {
      const path = `${end}/fee?investorType=${type}`;
      const here = await fees(endowment, path, own.fund);
      expect([here.Periods, here.NotDetermined]).toEqual([(await fees(firm, path, theirs.fund)).Periods, []]);
      const summary = `summary?endDate=${end}&investorType=${type}`;
      expect(await fees(endowment, summary, own.fund)).toMatchObject({
        Periods: (await fees(firm, summary, theirs.fund)).Periods,
        NotDetermined: [],
      });
    }
    const path = (investor: string) => `investor/${end}/fee?investorId=${investor}`;
    const [mine, manager] = [
      await fees(endowment, path(own.investor), own.fund),
      await fees(firm, path(theirs.investor), theirs.fund),
    ];
    expect([mine.Periods, mine.NotDetermined]).toEqual([manager.Periods, []]);
    // A package has no figures of related parties, and no number of partners.
    const related = await fees(endowment, `${end}/fee?investorType=RELATEDPARTY`, own.fund);
    expect(JSON.stringify(related.Periods)).not.toContain('0.00');
    expect(related.NotDetermined[0]!.Message).toBe('The related parties of Fund I aren’t known here.');
    const { NumberOfInvestors, ...head } = await get<Record<string, unknown>>(
      endowment,
      `ilpa/${end}/profile?fundId=${own.fund}`,
    );
    const profile = await get<Record<string, unknown>>(firm, `ilpa/${end}/profile?fundId=${theirs.fund}`);
    expect(NumberOfInvestors).toBeNull();
    for (const name of ['Commitment', 'Unfunded', 'Contributions', 'Distributions', 'NAV', 'InitialClosing'])
      expect([name, head[name]]).toEqual([name, profile[name]]);
  });

  /** Returns the rows of a domain of certified data that are about the fund and one investor. */
  const certified = async (side: Side, { fund, investor }: typeof own, domain: string) => {
    const ids = (id: string) => encodeURIComponent(JSON.stringify([id]));
    const url = `${base}/certifieddata/certify?endDate=${end}&domains=${domain}&fundIdsJson=${ids(fund)}&investorIdsJson=${ids(investor)}`;
    const { statusCode, rawPayload } = await server.call(side.person.token, side.id, { method: 'GET', url });
    expect(statusCode).toBe(200);
    for await (const { fileName, bytes } of filesIn(rawPayload))
      if (fileName.endsWith('.xlsx'))
        return (await readWorkbook(bytes))
          ._unsafeUnwrap()[0]!
          .rows.map(({ cells: row }) => row.map(({ text }) => text));
    return [];
  };

  it('has the fees of the fund and of the investor in certified data as the manager certifies them', async () => {
    const made = await certified(firm, theirs, 'FEE');
    expect(made.length).toBeGreaterThan(20);
    expect(await certified(endowment, own, 'FEE')).toEqual(made);
  });

  it.each([
    ['CAS', 80],
    ['PSI', 1],
  ])(
    'has its account and its share of the portfolio in certified data as the manager certifies them: %s',
    async (domain, rows) => {
      const ofInvestor = (all: readonly (readonly string[])[]) => all.filter((cells) => cells[1] === 'Lake');
      const made = ofInvestor(await certified(firm, theirs, domain));
      expect(made.length).toBeGreaterThanOrEqual(rows);
      const here = await certified(endowment, own, domain);
      expect(ofInvestor(here)).toEqual(made);
      if (domain === 'CAS') {
        // Without an investor, the account is that of all commitments here, of which there is one.
        const ofFund = here.filter((cells) => cells[0] === 'Fund I' && !ofInvestor(here).includes(cells));
        // An empty cell isn’t in the file.
        expect(ofFund.map((cells) => cells.slice(1))).toEqual(made.map((cells) => cells.slice(2)));
      }
    },
  );

  it.each(['PS', 'FUNDSCHED'])('has the holdings of its share in certified data: %s', async (domain) => {
    expect((await certified(endowment, own, domain)).filter((cells) => cells.includes('Oak Mills'))).toHaveLength(1);
  });

  it('has its own account in the report of all funds, and the columns of the fund in its statements', async () => {
    type Report = { readonly PageData: Record<string, unknown>[] };
    const [line] = (await get<Report>(endowment, `capitalaccount/${end}/fund-cas-report?periodId=YTD`)).PageData;
    const { Partners } = await get<{ Partners: { YTD: Record<string, unknown> }[] }>(
      firm,
      `capitalaccount/${end}/${theirs.investor}/fund/${theirs.fund}`,
    );
    for (const name of ['Beginning', 'Contributions', 'Operating', 'Realized', 'Unrealized', 'Ending', 'Unfunded'])
      expect([name, line![name]]).toEqual([name, Partners[0]!.YTD[name]]);
    const statement = async (side: Side, { fund, investor }: typeof own) => {
      const query = `fundId=${fund}&investorId=${investor}&format=application/pdf`;
      const url = `${base}/capitalaccount/${end}/cas-report/export?${query}`;
      const { rawPayload } = await server.call(side.person.token, side.id, { method: 'GET', url });
      return pdfTexts(rawPayload)
        .flat()
        .filter((text) => /^[-(]?[\d,]+\.\d\d\)?$/.test(text));
    };
    const printed = await statement(firm, theirs);
    expect(printed.length).toBeGreaterThan(100);
    expect(await statement(endowment, own)).toEqual(printed);
  });

  it('comes in a package that has no figures and no names of other investors', async () => {
    const stored = await server.withTenant({ tenantId: firm.id, personId: null, now: server.now.toISOString() }, (tx) =>
      loadPackage(tx, transferId),
    );
    const text = stored!.text;
    expect(text).toContain('"reportingTemplate"');
    for (const other of [theirs.other, theirs.gp, 'Hidden pension', 'Ridge GP']) expect(text).not.toContain(other);
    const { Rows } = await get<{ Rows: Record<'QTD' | 'YTD' | 'ITD', string | null>[] }>(
      firm,
      `capitalaccount/${end}/${theirs.other}/fund/${theirs.fund}`,
    );
    const mine = await get<{ Rows: Record<'QTD' | 'YTD' | 'ITD', string | null>[] }>(
      firm,
      `capitalaccount/${end}/${theirs.investor}/fund/${theirs.fund}`,
    );
    const amounts = (rows: typeof Rows) => new Set(rows.flatMap(({ QTD, YTD, ITD }) => [QTD, YTD, ITD]));
    const shared = amounts(mine.Rows);
    const others = [...amounts(Rows)].filter((amount) => amount !== null && !shared.has(amount));
    expect(others.length).toBeGreaterThan(10);
    for (const amount of others) expect(text, amount!).not.toContain(`"${amount!}"`);
  });

  it('says what is not determined, and why, where no package has it', async () => {
    const without = async (reason: string, day: string) => {
      const here = await templateOf(endowment, own, day);
      const whole = ['E', 'F', 'G', 'H', 'I', 'J'].flatMap((column) =>
        [12, 13, 18, 95, 104, 114].map((row) => here.get(`${column}${String(row)}`)),
      );
      expect(whole).toEqual(whole.map(() => 'not determined'));
      // Its own cash is known.
      expect(here.get('D13')).toBe('180.3');
      const fees = await get<{ NotDetermined: { Message: string }[] }>(
        endowment,
        `ilpa/${day}/fee?investorType=FUND&fundId=${own.fund}`,
      );
      expect(fees.NotDetermined[0]!.Message).toBe(reason);
    };
    await without(
      'The figures of all partners of Fund I aren’t known here: no package of its manager was accepted for 09/30/2026.',
      '2026-09-30',
    );
    // As of a package of an earlier version.
    const superuser = new pg.Client({ connectionString: server.database.adminUrl });
    await superuser.connect();
    await superuser.query('UPDATE transfer_statement SET template = NULL');
    await superuser.end();
    await without('The package that the manager of Fund I sent doesn’t contain these figures of the whole fund.', end);
  });
});
