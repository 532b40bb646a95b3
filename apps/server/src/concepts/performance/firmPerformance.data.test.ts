import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

const base = '/api/performance';

const printed = (pdf: Buffer) => pdfTexts(pdf).flat().join('').replaceAll(' ', '');

describe('firms with the sums of a quarter end', () => {
  let server: TestServer;
  let tenantId: string;
  let person: TestPerson;
  const firms: Record<string, string> = {};

  const call = (method: 'GET' | 'POST', url: string, payload?: object, at = base) =>
    server.call(person.token, tenantId, { method, url: `${at}/${url}`, ...(payload ? { payload } : {}) });
  const get = async <T>(url: string): Promise<T> => {
    const answer = await call('GET', url);
    expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
    return answer.json<T>();
  };
  const make = async (url: string, payload: object): Promise<string> => {
    const answer = await call('POST', url, payload);
    expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
    return answer.json<{ Id: string }>().Id;
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    person = await server.person(tenantId, { performance: 'administrator' });
    const type = { Id: await server.referenceEntry(tenantId, 'investor-type', 'INVESTOR') };
    const InvestorId = await make('investor', { Code: 'LP', Name: 'Pension', Type: type });
    for (const code of ['OAK', 'PINE', 'BARE']) firms[code] = await make('firm', { Code: code, Name: `${code} firm` });
    const currencies: Record<string, { Id: string }> = {};
    for (const code of ['EUR', 'USD'])
      currencies[code] = { Id: await server.referenceEntry(tenantId, 'currency', code) };
    for (const [Code, firm, currency, amount, called] of [
      ['O1', 'OAK', 'EUR', '200.00', '100.00'],
      ['O2', 'OAK', 'EUR', '200.00', '20.00'],
      ['P1', 'PINE', 'EUR', '100.00', '10.00'],
      ['P2', 'PINE', 'USD', '100.00', '50.00'],
    ] as const) {
      const VehicleId = await make('fund', {
        Code,
        Name: Code,
        Currency: currencies[currency],
        Firm: { Id: firms[firm] },
      });
      await call('POST', 'commitment', { VehicleId, InvestorId, Kind: 'CLOSE', Date: '2026-01-01', Amount: amount });
      const Entries = [
        { Type: 'CALL-INV', Amount: called, EffectiveDate: '2026-02-01' },
        { Type: 'DIST-INC', Amount: '6.00', EffectiveDate: '2026-05-01' },
      ];
      expect((await call('POST', 'ledger', { VehicleId, Entries })).statusCode).toBe(200);
    }
  });
  afterAll(() => server.stop());

  it('are listed 100 a page by code, sums of several currencies apart and never added [A-P-123] [U-P-087]', async () => {
    const page = await get<{ PageSize: number; PageData: Record<string, unknown>[] }>(
      'firm/firmList/?endDate=2026-06-30',
    );
    expect(page.PageSize).toBe(100);
    expect(page.PageData.map(({ Code }) => Code)).toEqual(['BARE', 'OAK', 'PINE']);
    const [bare, oak, pine] = page.PageData;
    expect(bare).toMatchObject({ Currency: null, TotalCapitalCommitted: null, ByCurrency: [] });
    expect(oak).toMatchObject({
      Currency: 'EUR',
      TotalCapitalCommitted: '400.00',
      TotalContributions: '120.00',
      PercentContributions: '30',
      TotalDistributed: '12.00',
      PercentDistributions: '10',
      NavChange: '-12.00',
      NavChangePercent: '-10',
      TotalNetCash: '-108.00',
      EndDate: '2026-06-30',
      Basis: 'Fee-paying limited partners',
    });
    expect(pine).toMatchObject({
      Currency: null,
      TotalContributions: null,
      ByCurrency: [
        { Currency: 'USD', TotalContributions: '50.00' },
        { Currency: 'EUR', TotalContributions: '10.00' },
      ],
    });
    expect((await call('GET', 'firm/firmList?format=excel')).statusCode).toBe(200);
  });

  it('stand in a row for each currency, added up currency by currency, and say what a sum covers [U-P-087]', async () => {
    const page = await get<{
      PageData: Record<string, unknown>[];
      Totals: Record<string, unknown>[];
      TotalItemCount: number;
      RecordCount: number;
    }>('firm/figures?endDate=2026-06-30');
    const { PageData, Totals } = page;
    expect([page.TotalItemCount, page.RecordCount]).toEqual([4, 3]);
    expect(PageData.map((row) => [row['Code'], row['Currency'], row['TotalContributions'], row['TotalFMV']])).toEqual([
      ['BARE', null, null, null],
      ['OAK', 'EUR', '120.00', '108.00'],
      ['PINE', 'EUR', '10.00', '4.00'],
      ['PINE', 'USD', '50.00', '44.00'],
    ]);
    expect(PageData.map(({ FirmId }) => FirmId)).toEqual([firms['BARE'], firms['OAK'], firms['PINE'], firms['PINE']]);
    expect(Totals.filter(({ Field }) => Field === 'totalContributions')).toMatchObject([
      { Total: '50.00', Currency: 'USD' },
      { Total: '130.00', Currency: 'EUR' },
    ]);
    const later = await get<{
      PageData: { Code: string; TotalFMV: unknown; NotDetermined: { Field: string; Message: string }[] }[];
    }>('firm/figures?endDate=2026-09-30');
    const [bare, oak] = later.PageData;
    expect([bare?.NotDetermined, oak?.TotalFMV]).toEqual([[], null]);
    expect(oak?.NotDetermined.find(({ Field }) => Field === 'totalFmv')?.Message).toBe(
      'O1: Nothing is booked for the quarter to 09/30/2026.',
    );
    expect(oak).toMatchObject({
      Covers: '0 of 2 funds; excludes O1, reported through 06/30/2026; O2, reported through 06/30/2026',
    });
    expect((await call('GET', 'firm/figures?endDate=2026-06-30&format=excel')).statusCode).toBe(200);
    const [head, ...lines] = (await call('GET', 'firm/figures?endDate=2026-06-30&format=csv')).body
      .trim()
      .split('\r\n');
    expect(head).toContain(',Basis');
    expect(lines.filter((line) => line.includes('Fee-paying limited partners'))).toHaveLength(3);
    const pdf = await call('GET', `firm/figures?endDate=2026-06-30&format=${encodeURIComponent('application/pdf')}`);
    expect(printed(pdf.rawPayload)).toContain('Fee-payinglimitedpartners');
  });

  it('have no change of NAV in percent where there was none before [A-P-120]', async () => {
    const summary = (end: string) => get(`firm/${firms['OAK']}/${end}/summary`);
    expect(await summary('2026-03-31')).toMatchObject({
      TotalFMV: '120.00',
      NavChange: '120.00',
      NavChangePercent: null,
    });
    expect(await summary('2026-06-30')).toMatchObject({ TotalFMV: '108.00', NavChange: '-12.00' });
    expect(
      (await call('GET', `firm/${firms['OAK']?.replace(/^.{8}/, '00000000')}/2026-06-30/summary`)).statusCode,
    ).toBe(404);
  });

  it('lead to their funds, investors and reporting dates, as pages and as files [A-P-117] [A-P-118] [A-P-122] [A-P-125] [A-P-126]', async () => {
    const path = `firm/${firms['OAK']}`;
    const rows = async (url: string) => (await get<{ PageData: Record<string, unknown>[] }>(url)).PageData;
    expect(await rows(`${path}/funds?endDate=2026-06-30`)).toMatchObject([
      { FundCode: 'O1', FundName: 'O1', Commitment: '200.00', RemainingCommitment: '100.00', Distributions: '6.00' },
      { FundCode: 'O2', Commitment: '200.00', RemainingCommitment: '180.00' },
    ]);
    const investors = [
      { InvestorName: 'Pension', FundName: 'O1', Contributions: '100.00', Currency: { Code: 'EUR' } },
      { InvestorName: 'Pension', FundName: 'O2', Contributions: '20.00', Currency: { Code: 'EUR' } },
    ];
    const byFund = (found: Record<string, unknown>[]) =>
      found.toSorted((first, other) => String(first['FundName']).localeCompare(String(other['FundName'])));
    expect(byFund(await rows(`${path}/investors/`))).toMatchObject(investors);
    expect(byFund(await rows(`${path}/investors/2026-06-30`))).toMatchObject(investors);
    for (const file of [`${path}/funds?endDate=2026-06-30&format=excel`, `${path}/investors/2026-06-30?format=excel`])
      expect((await call('GET', file)).headers['content-type']).toContain('spreadsheet');
    const dates = await get<{ EndDate: string }[]>(`${path}/reporting-dates`);
    expect(dates.map(({ EndDate }) => EndDate).slice(-2)).toEqual(['2026-06-30', '2026-03-31']);
    expect(await get(`firm/${firms['BARE']}/reporting-dates`)).toEqual([]);
    expect((await call('GET', `firm/${firms['OAK']?.replace(/^.{8}/, '00000000')}/funds`)).statusCode).toBe(404);
  });

  it('are printed with their sums and funds [A-P-164]', async () => {
    const file = await call(
      'GET',
      `document/pm-FirmProfile/report?id=${firms['PINE']}&endDate=2026-06-30`,
      undefined,
      '/api',
    );
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    const text = printed(file.rawPayload);
    expect(text).toContain('Basisofthefigures:Fee-payinglimitedpartners');
    const funds = `firm/${firms['PINE']}/funds?endDate=2026-06-30&format=${encodeURIComponent('application/pdf')}`;
    expect(printed((await call('GET', funds)).rawPayload)).toContain('Fee-payinglimitedpartners');
    for (const expected of ['PINEfirm', 'Contributions,EUR', 'Contributions,USD', 'P1', 'P2', '10.00', '50.00'])
      expect(text).toContain(expected);
  });

  it('are listed without figures to whoever reads none, who is told no sum of them either [A-P-119]', async () => {
    const carry = await server.person(tenantId, { carry: 'administrator' });
    const asCarry = (url: string) => server.call(carry.token, tenantId, { method: 'GET', url: `${base}/${url}` });
    const { PageData } = (await asCarry('firm/firmList')).json<{ PageData: { ByCurrency: unknown[] }[] }>();
    expect(PageData.map(({ ByCurrency }) => ByCurrency)).toEqual([[], [], []]);
    expect((await asCarry('firm/firmList?format=csv')).body).not.toContain('120.00');
    for (const url of [
      `firm/${firms['OAK']}/2026-06-30/summary`,
      'firm/charts',
      'firm/figures',
      `firm/${firms['OAK']}/reporting-dates`,
    ])
      expect((await asCarry(url)).statusCode).toBe(403);
  });

  it('are drawn currency by currency, the largest contributions first [M-P-025] [M-P-026]', async () => {
    const charts = await get<{ Name: string; Currency: string }[]>('firm/charts?endDate=2026-06-30');
    const inEuro = charts.filter(({ Currency }) => Currency === 'EUR').map(({ Name }) => Name);
    expect(inEuro).toEqual(['OAK firm', 'PINE firm']);
    expect(charts.filter(({ Currency }) => Currency === 'USD')).toHaveLength(1);
  });

  it('are of all partners once that is asked for, and say so', async () => {
    const currency = { Id: await server.referenceEntry(tenantId, 'currency', 'GBP') };
    const ash = await make('firm', { Code: 'ASH', Name: 'ASH firm' });
    const VehicleId = await make('fund', { Code: 'A1', Name: 'A1', Currency: currency, Firm: { Id: ash } });
    for (const [Code, kind, Amount, PaysFee] of [
      ['LP2', 'ENDOWMENT', '300.00', true],
      ['GP2', 'GP', '100.00', false],
    ] as const) {
      const Type = { Id: await server.referenceEntry(tenantId, 'investor-type', kind) };
      const InvestorId = await make('investor', { Code, Name: Code, Type });
      await call('POST', 'commitment', { VehicleId, InvestorId, Kind: 'CLOSE', Date: '2026-01-01', Amount, PaysFee });
    }
    const Entries = [{ Type: 'CALL-INV', Amount: '40.00', EffectiveDate: '2026-02-01' }];
    expect((await call('POST', 'ledger', { VehicleId, Entries })).statusCode).toBe(200);
    const summary = (basis: string) =>
      get<Record<string, unknown>>(`firm/${ash}/2026-03-31/summary?basis=${basis}`).then((found) => [
        found['TotalContributions'],
        found['TotalFMV'],
        found['Basis'],
      ]);
    expect(await summary('feePaying')).toEqual(['30.00', '30.00', 'Fee-paying limited partners']);
    expect(await summary('all')).toEqual(['40.00', '40.00', 'All partners']);
    const rows = async (url: string) => {
      const { PageData } = await get<{ PageData: Record<string, unknown>[] }>(`${url}?endDate=2026-03-31&basis=all`);
      return PageData.filter(({ Code, FundCode }) => Code === 'ASH' || FundCode === 'A1').map(
        ({ TotalContributions, Contributions, Basis }) => [TotalContributions ?? Contributions, Basis],
      );
    };
    for (const url of ['firm/figures', 'firm/firmList', `firm/${ash}/funds`])
      expect(await rows(url), url).toEqual([['40.00', 'All partners']]);
    const file = await call(
      'GET',
      `document/pm-FirmProfile/report?id=${ash}&endDate=2026-03-31&basis=all`,
      undefined,
      '/api',
    );
    expect(printed(file.rawPayload)).toContain('Basisofthefigures:Allpartners');
  });

  const setInvestor = (isLp: boolean) =>
    server.database.worker.query('UPDATE tenant SET is_lp_tenant = $2 WHERE id = $1', [tenantId, isLp]);
  /** Makes the tenant an investor's, with a commitment that pays fees and one that doesn't in a fund of a new firm. */
  async function ownBooks(code: string, currencyCode: string) {
    // New funds of an investor have reported values; this one has the values of its ledger.
    await setInvestor(false);
    const currency = { Id: await server.referenceEntry(tenantId, 'currency', currencyCode) };
    const firm = await make('firm', { Code: code, Name: `${code} firm` });
    const fund = `${code}-1`;
    const VehicleId = await make('fund', { Code: fund, Name: fund, Currency: currency, Firm: { Id: firm } });
    const Type = { Id: await server.referenceEntry(tenantId, 'investor-type', code) };
    for (const [Code, Amount, PaysFee] of [
      [`${code}-A`, '300.00', true],
      [`${code}-B`, '100.00', false],
    ] as const) {
      const InvestorId = await make('investor', { Code, Name: Code, Type });
      await call('POST', 'commitment', { VehicleId, InvestorId, Kind: 'CLOSE', Date: '2026-01-01', Amount, PaysFee });
    }
    const Entries = [
      { Type: 'CALL-INV', Amount: '40.00', EffectiveDate: '2026-02-01' },
      { Type: 'FEE', Amount: '4.00', EffectiveDate: '2026-03-31' },
    ];
    expect((await call('POST', 'ledger', { VehicleId, Entries })).statusCode).toBe(200);
    await setInvestor(true);
    return { firm, VehicleId };
  }

  it('name no other partners in the tenant of an investor, in any list, profile, report, file or explanation', async () => {
    const { firm: elm, VehicleId } = await ownBooks('ELM', 'CHF');
    const end = '2026-03-31';
    const pdf = `format=${encodeURIComponent('application/pdf')}`;
    const why = (figure: string) => `performance/explanation?subject=${VehicleId}&date=${end}&figure=${figure}`;
    const lists = [
      'performance/firm/firmList',
      'performance/firm/figures',
      `performance/firm/${elm}/funds`,
      'performance/fund/funds',
      'performance/reporting/fund/list',
      'performance/reporting/fund/fund-returns',
    ].map((url) => `${url}?endDate=${end}`);
    const vintages = await get<{ Year: number | null; Currency: string }[]>(
      `fund/fund-vintage-year-chart-data?endDate=${end}`,
    );
    const vintage = vintages.find(({ Currency }) => Currency === 'CHF');
    const urls = [
      ...lists.flatMap((url) => [url, `${url}&${pdf}`]),
      `performance/firm/charts?endDate=${end}`,
      `performance/firm/${elm}/${end}/summary?`,
      `document/pm-FirmProfile/report?id=${elm}&endDate=${end}`,
      `document/pm-LpFundOverview/report?endDate=${end}`,
      `document/pm-LpFundProfile/report?id=${VehicleId}&endDate=${end}`,
      `performance/fund/${VehicleId}/profile?endDate=${end}`,
      `reporting/fund?view=all&endDate=${end}&${pdf}`,
      `reporting/fund/${VehicleId}/${end}/pdf?`,
      why('nav'),
      why('tvpi'),
      why('horizon.INCEPTION'),
      `performance/explanation?date=${end}&figure=vintage.${String(vintage?.Year)}.tvpi&currency=CHF`,
    ];
    for (const url of urls) {
      const answer = await call('GET', url, undefined, '/api');
      expect([url, answer.statusCode]).toEqual([url, 200]);
      const isPdf = answer.headers['content-type'] === 'application/pdf';
      const text = isPdf ? printed(answer.rawPayload) : answer.body.replaceAll(' ', '');
      expect([url, /fee-?paying|none\s*pays|all\s*partners/i.exec(text)?.[0]]).toEqual([url, undefined]);
    }
    const { PageData } = await get<{ PageData: { Basis: string }[] }>(`firm/${elm}/funds?endDate=${end}`);
    expect(PageData.map(({ Basis }) => Basis)).toEqual(['Your commitments']);
  });

  it('count all commitments in the tenant of an investor, with or without fees, whatever basis is requested', async () => {
    const { firm, VehicleId } = await ownBooks('FIR', 'SEK');
    const end = '2026-03-31';
    const on = `endDate=${end}`;
    const whole = { Commitment: '400.00', Contributions: '40.00', NAV: '36.00', TVPI: '0.9' };
    for (const basis of ['', '&basis=feePaying', '&basis=all']) {
      const row = async (url: string) => {
        const answer = await call('GET', url, undefined, '/api');
        const { PageData } = answer.json<{ PageData: Record<string, unknown>[] }>();
        return PageData.find(({ FundId }) => FundId === VehicleId);
      };
      const rows = [
        await row(`performance/fund/funds?${on}${basis}&pageSize=100`),
        await row(`performance/firm/${firm}/funds?${on}${basis}`),
        await row(`reporting/fund/${VehicleId}?${on}${basis}`),
        await get<Record<string, unknown>>(`fund/${VehicleId}/profile?${on}${basis}`),
      ];
      const [first] = rows;
      for (const fundRow of rows) expect(fundRow).toMatchObject({ ...whole, IRR: first?.['IRR'] });
      const figures = await get<{ PageData: Record<string, unknown>[] }>(`firm/figures?${on}${basis}`);
      const sums = { TotalCapitalCommitted: '400.00', TotalContributions: '40.00', TotalFMV: '36.00' };
      expect(figures.PageData.find(({ FirmId }) => FirmId === firm)).toMatchObject(sums);
      expect(await get(`dashboard/totals?fundId=${VehicleId}&${on}${basis}`)).toMatchObject({
        TotalCommitment: '400.00',
        FMV: '36.00',
      });
      const [table] = await get<object[]>(`dashboard/fundTable?fundId=${VehicleId}&periodId=ITD&${on}${basis}`);
      expect(table).toMatchObject({ Commitment: '400.00', Contributions: '40.00', FMV: '36.00', IRR: first?.['IRR'] });
      const why = async (figure: string) =>
        (await get<{ Result: string }>(`explanation?subject=${VehicleId}&date=${end}&figure=${figure}${basis}`)).Result;
      expect([await why('commitment'), await why('nav'), await why('tvpi')]).toEqual(['400.00', '36.00', '0.9']);
      expect([await why('irr'), await why('horizon.INCEPTION')]).toEqual([first?.['IRR'], first?.['IRR']]);
    }
    const run = await call('POST', 'report-run', { Report: 'fund-overview', Parameters: [] });
    expect(run.json()).toMatchObject({ Parameters: [{ Name: 'basis', Value: 'all' }] });
  });
});
