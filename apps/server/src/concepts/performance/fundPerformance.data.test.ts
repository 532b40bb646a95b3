import { listenLive } from '@carrara/adapters/signalr/client/listenLive';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import type { LiveEvent } from '@carrara/contract/core/events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { plantVehicle, type PlantedVehicle, referenceOnce } from '../../testing/plantedVehicle.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface FundRow {
  readonly Id: string;
  readonly FundCode: string;
  readonly FundName: string;
  readonly VintageYear: number | null;
  readonly PeriodEndDate: string | null;
  readonly Commitment: string | null;
  readonly Contributions: string | null;
  readonly Distributions: string | null;
  readonly Unfunded: string | null;
  readonly NAV: string | null;
  readonly IRR: string | null;
  readonly IrrAnnualized: boolean | null;
  readonly TVPI: string | null;
  readonly MOIC: string | null;
  readonly DPI: string | null;
  readonly NotDetermined: readonly { readonly Field: string; readonly Code: string; readonly Message: string }[];
}
interface Page {
  readonly PageData: readonly FundRow[];
  readonly TotalItemCount: number;
}

const base = '/api/performance/fund';

describe('funds with the figures of a quarter end', () => {
  let server: TestServer;
  let tenantId: string;
  let owner: TestPerson;
  let alpha: PlantedVehicle;
  let beta: PlantedVehicle;

  const get = async <T>(path: string, as = owner): Promise<T> => {
    const answer = await server.call(as.token, tenantId, { method: 'GET', url: `${base}/${path}` });
    expect(answer.statusCode, `${path}: ${answer.body.slice(0, 600)}`).toBe(200);
    return answer.json<T>();
  };
  const rowOf = async (code: string, query = '?endDate=2021-06-30') => {
    const { PageData } = await get<Page>(`funds${query}`);
    return PageData.find(({ FundCode }) => FundCode === code)!;
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant('Fir Hollow Capital');
    owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
    alpha = await plantVehicle(server, tenantId, owner, {
      code: 'ALPHA',
      entries: [
        ['CALL-INV', '500.00', '2020-02-01'],
        ['BUY', '500.00', '2020-02-01'],
        ['DIST-GAIN', '150.00', '2021-06-30'],
      ],
      values: [
        ['2020-12-31', '620.00'],
        ['2021-06-30', '700.00'],
      ],
    });
    beta = await plantVehicle(server, tenantId, owner, {
      code: 'BETA',
      currency: 'USD',
      investors: alpha.investors,
      entries: [
        ['LINE-DRAW-INV', '200.00', '2020-06-01'],
        ['CALL-INV', '200.00', '2020-11-01'],
        ['LINE-REPAY-INV', '200.00', '2020-11-01'],
      ],
    });
  });
  afterAll(() => server?.stop());

  interface Totals {
    readonly Totals: readonly { readonly Field: string; readonly Total: string | null; readonly Currency?: string }[];
  }
  const totalOf = async (query: string, field: string) => {
    const { Totals: all } = await get<Totals>(`funds${query}`);
    return Object.fromEntries(all.filter(({ Field }) => Field === field).map((item) => [item.Currency, item.Total]));
  };

  it('are those of the last date that funds with over half of the NAV have unless another is asked for [A-P-101 A-P-103 U-P-043]', async () => {
    const dates =
      await get<
        readonly { EndDate: string; FormattedDate: string; IsDefault: boolean; IsWhole: boolean; Late: object[] }[]
      >('fund-reporting-dates');
    // BETA, with 200 of the last 750, has no figures of 2021.
    expect(dates[0]).toMatchObject({
      EndDate: '2021-06-30',
      FormattedDate: '06/30/2021',
      IsDefault: true,
      IsWhole: false,
      Late: [{ Name: 'BETA Fund', LastDate: '2020-12-31' }],
    });
    expect(dates.find(({ IsWhole }) => IsWhole)?.EndDate).toBe('2020-12-31');
    expect((await rowOf('ALPHA', '')).PeriodEndDate).toBe('2021-06-30');
    expect(dates.at(-1)?.EndDate).toBe('2020-03-31');
    const latest = await rowOf('ALPHA', '?endDate=2021-06-30');
    expect(latest).toMatchObject({
      PeriodEndDate: '2021-06-30',
      Basis: 'Fee-paying limited partners',
      Commitment: '900.00',
      Contributions: '450.00',
      Distributions: '135.00',
      NAV: '495.00',
      TVPI: '1.4',
      MOIC: '1.4',
      DPI: '0.3',
      VintageYear: 2020,
    });
    expect(await rowOf('ALPHA', '?endDate=2021-06-30&basis=all')).toMatchObject({
      Basis: 'All partners',
      Commitment: '1000.00',
      Contributions: '500.00',
      Distributions: '150.00',
      NAV: '550.00',
      TVPI: '1.4',
    });
    const earlier = await rowOf('ALPHA', '?endDate=2020-12-31');
    expect(earlier).toMatchObject({ PeriodEndDate: '2020-12-31', Distributions: '0.00', NAV: '558.00' });
    expect(earlier.IrrAnnualized).toBe(false);
  });

  it('tell why a fund has none of a quarter in which nothing was booked, and a dash before its first', async () => {
    const behind = await rowOf('BETA');
    expect(behind.NAV).toBeNull();
    expect(behind.NotDetermined).toContainEqual({
      Field: 'nav',
      Code: 'NAV_MISSING',
      Message: 'Nothing is booked for the quarter to 06/30/2021; the last figures are of 12/31/2020.',
    });
    expect(await rowOf('BETA', '?endDate=2019-12-31')).toMatchObject({ NAV: null, NotDetermined: [] });
  });

  it('have dates of their own, with the funds that these are of [A-P-102]', async () => {
    const dates = await get<readonly { EndDate: string; Collection: readonly { Id: string }[] }[]>(
      `${beta.fund}/reporting-dates`,
    );
    expect([dates[0]?.EndDate, dates.at(-1)?.EndDate]).toEqual(['2020-12-31', '2020-03-31']);
    expect(dates[0]?.Collection).toMatchObject([{ Id: beta.fund, Name: 'BETA Fund' }]);
  });

  it('are added up currency by currency over those that are determined, which the sum says [sums-say-what-they-cover]', async () => {
    expect(await totalOf('?endDate=2020-12-31', 'nav')).toEqual({ EUR: '558.00', USD: '180.00' });
    expect(await totalOf('?endDate=2021-06-30', 'nav')).toEqual({ EUR: '495.00', USD: null });
    // If every row is undetermined, the sum is not zero but undetermined.
    expect(await totalOf('?endDate=2019-12-31', 'nav')).toEqual({ EUR: null, USD: null });
    const excel = await server.call(owner.token, tenantId, { method: 'GET', url: `${base}/funds?format=excel` });
    expect(excel.statusCode).toBe(200);
  });

  it('come currency by currency when they are sorted by an amount, those without one last', async () => {
    const codes = async (query: string) =>
      (await get<{ PageData: FundRow[] }>(`funds?endDate=2021-06-30&${query}`)).PageData.map(
        ({ FundCode }) => FundCode,
      );
    // USD is the base currency, so it comes first.
    expect(await codes('SortColumn=NAV&SortAsc=false')).toEqual(['BETA', 'ALPHA']);
    expect(await codes('SortColumn=TVPI&SortAsc=false')).toEqual(['ALPHA', 'BETA']);
    expect(await codes('SortColumn=TVPI&SortAsc=true')).toEqual(['ALPHA', 'BETA']);
  });

  it('are shown in one currency at the rate of the quarter end, and returns stay their own [A-P-169 R-P-069 U-P-048]', async () => {
    const own = await rowOf('ALPHA', '?endDate=2020-12-31');
    const without = await rowOf('ALPHA', '?endDate=2020-12-31&currency=USD');
    expect(without.NAV).toBeNull();
    expect(without.NotDetermined).toContainEqual({
      Field: 'nav',
      Code: 'NO_FX_RATE',
      Message: 'There is no exchange rate for EUR/USD on or before 12/31/2020.',
    });
    const { post } = alpha;
    await post('/api/reference/currency-pair', { SourceCurrencyCode: 'EUR', DestinationCurrencyCode: 'USD' });
    const rate = {
      SourceCurrencyCode: 'EUR',
      DestinationCurrencyCode: 'USD',
      EffectiveDate: '2020-12-30',
      Rate: '1.25',
    };
    await post('/api/fx', { Rates: [rate] });
    const converted = await rowOf('ALPHA', '?endDate=2020-12-31&currency=USD');
    expect(converted).toMatchObject({ NAV: '697.50', Commitment: '1125.00', IRR: own.IRR, TVPI: own.TVPI });
    expect((await rowOf('BETA', '?endDate=2020-12-31&currency=USD')).NAV).toBe('180.00');
    expect(await rowOf('ALPHA', '?endDate=2020-12-31&currency=USD&basis=all')).toMatchObject({ NAV: '775.00' });
    expect(await totalOf('?endDate=2020-12-31&currency=USD', 'nav')).toEqual({ USD: '877.50' });
    const late = { Name: 'BETA', LastDate: '2020-12-31' };
    const totalsAt = async (query: string) =>
      (await get<{ Totals: readonly { Field: string }[] }>(`funds?endDate=2021-06-30&${query}`)).Totals.filter(
        ({ Field }) => Field === 'nav',
      );
    expect(await totalsAt('currency=USD')).toMatchObject([
      { Total: '618.75', Currency: 'USD', Coverage: { Included: 1, Of: 2, LeftOut: [late], Carried: [] } },
    ]);
    // On request, a late fund is included with its last value, and the sum's coverage says so.
    expect(await totalsAt('currency=USD&carriesForward=true')).toMatchObject([
      { Total: '798.75', Coverage: { Included: 2, Of: 2, LeftOut: [], Carried: [late] } },
    ]);
    expect(await rowOf('BETA', '?endDate=2021-06-30&carriesForward=true')).toMatchObject({
      NAV: '180.00',
      LastDate: null,
      CarriedFrom: '2020-12-31',
    });
    const pairs = await server.call(owner.token, tenantId, { method: 'GET', url: '/api/fx/destinationCurrencies/EUR' });
    expect(pairs.json()).toMatchObject([{ ISOCode: 'USD' }]);
    const refused = await server.call(owner.token, tenantId, { method: 'GET', url: `${base}/funds?currency=XXX` });
    expect(refused.json<{ Errors: unknown }>().Errors).toMatchObject([{ Code: 'UNKNOWN_CURRENCY', Path: 'Currency' }]);
  });

  it('have a mean return and pooled multiples by vintage year, currency by currency [A-P-098 A-P-100 U-P-105 U-T-107]', async () => {
    const { IRR } = await rowOf('ALPHA');
    expect(await get('summary?endDate=2021-06-30')).toMatchObject({
      AverageIrr: IRR,
      NumberOfFunds: 1,
      Coverage: { Included: 1, Of: 2, LeftOut: [{ Name: 'BETA', LastDate: '2020-12-31' }] },
    });
    // Spans of less than a year aren't annualized and don't count in the mean.
    expect(await get('summary?endDate=2020-12-31')).toMatchObject({ AverageIrr: null, NumberOfFunds: 0 });
    interface Vintage {
      readonly Year: number;
      readonly Currency: string;
      readonly TVPI: string | null;
    }
    const then = await get<readonly Vintage[]>('fund-vintage-year-chart-data?endDate=2020-12-31');
    expect(then).toMatchObject([
      {
        Year: 2020,
        Currency: 'EUR',
        NumberOfFunds: 1,
        TotalCommitment: '900.00',
        EndUnfundedCommitment: '450.00',
        TVPI: '1.24',
      },
      { Year: 2020, Currency: 'USD', TVPI: '1' },
    ]);
    const now = await get<readonly Vintage[]>('fund-vintage-year-chart-data?endDate=2021-06-30');
    expect(now.map(({ Currency, TVPI }) => [Currency, TVPI])).toEqual([
      ['EUR', '1.4'],
      ['USD', null],
    ]);
    expect(await get('distributions-by-period')).toEqual([
      { Year: 2020, Currency: 'EUR', Contributions: '450.00', Distributions: '0.00' },
      { Year: 2020, Currency: 'USD', Contributions: '180.00', Distributions: '0.00' },
      { Year: 2021, Currency: 'EUR', Contributions: '0.00', Distributions: '135.00' },
    ]);
  });

  interface Profile extends FundRow {
    readonly Bridges: readonly {
      readonly Period: string;
      readonly Steps: readonly { Step: string; Amount: string }[];
    }[];
    readonly JCurve: {
      readonly Depth: object;
      readonly BreakEven: string | null;
      readonly Quarters: readonly object[];
    };
    readonly Line: object | null;
    readonly Versions: readonly object[];
  }

  it('tell of one fund how its NAV came about, its cash by age and what was locked [A-P-092 R-P-060]', async () => {
    const profile = await get<Profile>(`${alpha.fund}/profile`);
    expect(profile).toMatchObject({
      FundCode: 'ALPHA',
      NAV: '495.00',
      Basis: 'Fee-paying limited partners',
      PeriodReportingData: { PeriodEndDate: '2021-06-30' },
    });
    const moved = Object.fromEntries(
      profile.Bridges.map(({ Period, Steps }) => [
        Period,
        Steps.filter(({ Amount }) => Amount !== '0.00').map(({ Step, Amount }) => `${Step} ${Amount}`),
      ]),
    );
    expect(moved).toEqual({
      QTD: ['opening 620.00', 'distributions -150.00', 'unrealized 80.00', 'closing 550.00'],
      YTD: ['opening 620.00', 'distributions -150.00', 'unrealized 80.00', 'closing 550.00'],
      ITD: ['contributions 500.00', 'distributions -150.00', 'unrealized 200.00', 'closing 550.00'],
    });
    expect(profile.JCurve.Depth).toEqual({ Date: '2020-02-01', Cumulative: '-450.00', Percent: '-50' });
    expect(profile.JCurve.BreakEven).toBeNull();
    expect(profile.Line).toBeNull();
    expect((await get<Profile>(`${alpha.fund}/profile?endDate=2020-12-31&currencyPair=EUR-USD`)).NAV).toBe('697.50');
  });

  it('tell the net return over years, which is the fund’s own since inception; the report tells the same of all funds', async () => {
    interface Returned {
      readonly Horizons: readonly {
        Horizon: string;
        From: string | null;
        IRR: string | null;
        NotDetermined: object[];
      }[];
      readonly IRR: string;
    }
    const { Horizons, IRR } = await get<Returned>(`${alpha.fund}/profile`);
    const byHorizon = new Map(Horizons.map((horizon) => [horizon.Horizon, horizon]));
    expect(byHorizon.get('INCEPTION')).toMatchObject({ From: null, IRR, NotDetermined: [] });
    expect(byHorizon.get('1Y')?.From).toBe('2020-06-30');
    expect(Number(byHorizon.get('1Y')?.IRR)).toBeGreaterThan(0);
    // The fund is younger than the horizon, so the figure doesn't apply and needs no reason.
    expect(byHorizon.get('3Y')).toMatchObject({ From: '2018-06-30', IRR: null, NotDetermined: [] });
    const url = `/api/performance/reporting/fund/fund-returns?endDate=2021-06-30&fundId=${alpha.fund}`;
    const report = await server.call(owner.token, tenantId, { method: 'GET', url });
    expect(report.statusCode, report.body.slice(0, 300)).toBe(200);
    expect(report.json<{ PageData: readonly object[] }>().PageData).toMatchObject([
      { Code: 'ALPHA', OneYear: byHorizon.get('1Y')?.IRR, ThreeYears: null, SinceInception: IRR, NotDetermined: [] },
    ]);
  });

  it('tell the return of a fund with and without its line', async () => {
    const { Line } = await get<Profile>(`${beta.fund}/profile`);
    expect(Line).toMatchObject({
      WithLine: { TVPI: '1' },
      WithoutLine: { TVPI: '1' },
      Balance: '0.00',
      BothRequired: true,
      NotDetermined: [],
    });
  });

  it('list what a fund holds, twenty by name, and who committed to it [A-P-093 A-P-094 A-P-114 A-P-115 U-P-097]', async () => {
    const holdings = await get<Page & { PageSize: number; Sort: string; SortAsc: boolean }>(
      `${alpha.fund}/investments?endDate=2021-06-30`,
    );
    expect(holdings).toMatchObject({ PageSize: 20, Sort: 'InvestmentName', SortAsc: true, TotalItemCount: 1 });
    expect(holdings.PageData[0]).toMatchObject({
      InvestmentName: 'ALPHA Steel',
      InvestmentId: alpha.investment,
      Invested: '500.00',
      FairValue: '700.00',
      GrossMOIC: '1.4',
    });
    const inDollars = await get<Page>(`${alpha.fund}/investments?endDate=2020-12-31&currencyPair=EUR-USD`);
    expect(inDollars.PageData[0]).toMatchObject({ Invested: '625.00', FairValue: '775.00' });
    const investors = await get<Page>(`${alpha.fund}/investors/06-30-2021`);
    expect(investors.PageData).toMatchObject([
      { InvestorName: 'ALPHA GP', Commitment: '100.00', NAV: '55.00', InvestorType: { Code: 'GP' } },
      { InvestorName: 'ALPHA LP-A', InvestorId: alpha.investors['LP-A'], Commitment: '600.00', NAV: '330.00' },
      { InvestorName: 'ALPHA LP-B', Commitment: '300.00', NAV: '165.00' },
    ]);
    for (const path of ['investments-export?format=excel&endDate=2021-06-30', 'investors/2021-06-30?format=excel']) {
      const file = await server.call(owner.token, tenantId, { method: 'GET', url: `${base}/${alpha.fund}/${path}` });
      expect(file.headers['content-type'], path).toContain('spreadsheetml');
    }
  });

  it('draw what a fund has invested in and from whom it comes [A-P-095 A-P-099 A-P-106 A-P-107 A-P-108]', async () => {
    const chart = (name: string) => get(`${alpha.fund}/2021-06-30/${name}`);
    expect(await chart('capitalInvestedBySector')).toMatchObject([
      { Name: 'No sector', Currency: 'EUR', Amount: '500.00' },
    ]);
    expect(await chart('commitments-by-investor-type')).toMatchObject([
      { Name: 'INVESTOR', Amount: '900.00', Count: 2 },
      { Name: 'GP', Amount: '100.00' },
    ]);
    expect(await chart('investmentInvestedChart')).toMatchObject([{ Name: 'ALPHA Steel', Amount: '500.00' }]);
    expect(await chart('moicChart')).toMatchObject([{ Name: 'ALPHA Steel', GrossMOIC: '1.4' }]);
    const quarters = await get<readonly object[]>(`${alpha.fund}/investmentMetricsChart`);
    expect(quarters.at(-1)).toMatchObject({
      Quarter: '2021-06-30',
      InvestedCapital: '500.00',
      ReportedMultipleGross: '1.4',
    });
  });

  it('stand beside what their calls would have become in an index [A-P-097 R-P-116]', async () => {
    expect(await get('index-chart-data')).toEqual({ Indices: [], Index: null, Points: [] });
    const Currency = { Id: await referenceOnce(server, tenantId, 'currency', 'EUR') };
    const { Id } = await alpha.post<{ Id: string }>('index-series', { Code: 'WORLD', Name: 'World', Currency });
    const levels = ['2020-01-31 100', '2020-12-31 110', '2021-06-30 120'].map((text) => text.split(' '));
    await alpha.post(`index-series/${Id}/levels`, { Levels: levels.map(([day, Level]) => ({ Date: day, Level })) });
    const chart = await get<{ Index: string; Points: readonly { Date: string }[] }>(
      'index-chart-data?endDate=2021-06-30',
    );
    expect(chart.Index).toBe(Id);
    expect(chart.Points.at(-1)).toEqual({
      Date: '2021-06-30',
      Contributions: '500.00',
      TotalValue: '700.00',
      InIndex: '600.00',
    });
  });

  it('say in the file that they are taken out to of when, and in which currency, they are', async () => {
    const url = `${base}/funds?endDate=2020-12-31&currency=USD&format=excel`;
    const { headers, rawPayload } = await server.call(owner.token, tenantId, { method: 'GET', url });
    expect(headers['content-disposition']).toContain('filename="Funds 2020-12-31 USD.xlsx"');
    const [sheet] = (await readWorkbook(rawPayload))._unsafeUnwrap();
    expect(sheet?.name).toBe('Funds at 12 31 2020 in USD');
  });

  it('are printed as they are listed, with their mean, and one by one; for an investor without the others', async () => {
    const print = async (name: string, query: string) => {
      const url = `/api/document/${name}/report?${query}`;
      const answer = await server.call(owner.token, tenantId, { method: 'GET', url });
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
      // Changes of font split a text at its figures, so blanks are ignored.
      return pdfTexts(answer.rawPayload).flat().join('').replaceAll(' ', '');
    };
    const printQuery = `id=${alpha.fund}&endDate=2021-06-30`;
    expect(await print('pm-FundOverview', 'endDate=2021-06-30&searchQuery=ALPHA')).toMatch(
      /Fundoverviewat06\/30\/2021,fee-payinglimitedpartners,averageIRR26\.93%\(1of2funds\).*ALPHA.*495\.00/s,
    );
    expect(await print('pm-LpFundOverview', 'endDate=2021-06-30')).not.toContain('GrossIRR');
    const own = await print('pm-FundProfile', printQuery);
    for (const text of [
      'Reportingdate:06/30/2021',
      'Basisofthefigures:Fee-payinglimitedpartners',
      'RVPI',
      'PIC',
      'GrossIRR',
      'GrossMOIC',
      'OpeningNAV',
      '620.00',
      'ALPHASteel',
      'ALPHALP-A',
    ])
      expect(own, own).toContain(text);
    const inDollars = await print('pm-FundProfile', `id=${alpha.fund}&endDate=2020-12-31&currencyPair=EUR-USD`);
    for (const text of ['NAV,USD', 'NetIRR,EUR', 'NAVbridge,allpartners,EUR', 'Investments,USD', 'Investors,EUR'])
      expect(inDollars).toContain(text);
    const ofInvestor = await print('pm-LpFundProfile', printQuery);
    expect(ofInvestor).toContain('ALPHASteel');
    expect(ofInvestor).not.toContain('ALPHALP-A');
  });

  interface Step {
    readonly Name: string;
    readonly Result: string | null;
    readonly Inputs: readonly { readonly Name: string; readonly Value: string | null }[];
    readonly WhyNot?: { readonly Code: string; readonly Mend: string };
    readonly Entries?: readonly {
      readonly Title: string;
      readonly Date: string;
      readonly Amount: string;
      readonly Counted: string;
      readonly Source: object | null;
    }[];
    readonly Children: readonly Step[];
  }
  const send = (query: string) =>
    server.call(owner.token, tenantId, { method: 'GET', url: `/api/performance/explanation${query}` });
  const why = async (query: string) => {
    const answer = await send(`?date=2021-06-30&${query}`);
    expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
    return answer.json<Step>();
  };

  it('tell why a figure is what it is, down to the entries that it counts [U27]', async () => {
    const { IRR } = await rowOf('ALPHA');
    const irr = await why(`subject=${alpha.fund}&figure=irr`);
    expect(irr.Result).toBe(IRR);
    expect(irr.Name).toBe('Net IRR · ALPHA Fund · EUR · 06/30/2021 · quarter open, not final');
    // The share of the two that pay fees: 900 of 1,000.
    expect(irr.Entries).toMatchObject([
      { Title: 'Capital call: investments', Date: '2020-02-01', Amount: '500.00', Counted: '-450.00', Source: null },
      { Title: 'Distribution: gain', Date: '2021-06-30', Amount: '150.00', Counted: '135.00' },
    ]);
    const [nav] = irr.Children;
    expect(nav).toMatchObject({ Name: 'NAV, for the fee-paying limited partners', Result: '495.00' });
    expect(nav!.Children.map(({ Name, Result }) => [Name, Result])).toEqual([
      ['NAV of the entries, for the fee-paying limited partners', '315.00'],
      ['Unrealized gain, for the fee-paying limited partners', '180.00'],
    ]);
    // Amounts use the basis of the rates, unless all partners are requested.
    const [ownNav, allNav] = [
      await why(`subject=${alpha.fund}&figure=nav`),
      await why(`subject=${alpha.fund}&figure=nav&basis=all`),
    ];
    expect([ownNav.Result, allNav.Result]).toEqual(['495.00', '550.00']);
    const own = await why(`subject=${alpha.fund}&investorId=${alpha.investors['LP-A']}&figure=contributions`);
    expect([own.Name, own.Result]).toEqual([
      'Contributions · ALPHA LP-A in ALPHA Fund · EUR · 06/30/2021 · quarter open, not final',
      '300.00',
    ]);
    const step = await why(`subject=${alpha.holding}&figure=grossMoic`);
    expect([step.Result, step.Inputs.map(({ Name }) => Name)]).toEqual([
      '1.4',
      ['proceeds', 'income', 'fairValue', 'invested'],
    ]);
  });

  it('tell it of returns over years, of the line, of the carry position and of all funds as well', async () => {
    interface Reported {
      readonly PeriodEndDate: string;
      readonly Horizons: readonly { readonly Horizon: string; readonly IRR: string | null }[];
      readonly Line: { readonly WithoutLine: { readonly TVPI: string } } | null;
    }
    const { Horizons } = await get<Reported>(`${alpha.fund}/profile`);
    for (const { Horizon, IRR } of Horizons)
      expect((await why(`subject=${alpha.fund}&figure=horizon.${Horizon}`)).Result, Horizon).toBe(IRR);
    const lined = await get<Reported>(`${beta.fund}/profile`);
    const line = await send(`?date=${lined.PeriodEndDate}&subject=${beta.fund}&figure=line.withoutTvpi`);
    expect(line.json<Step>().Result).toBe(lined.Line!.WithoutLine.TVPI);
    const carry = await why(`subject=${alpha.fund}&figure=carry.earned`);
    expect([carry.Result, carry.WhyNot]).toMatchObject([null, { Code: 'NOT_DETERMINED' }]);
    const paid = await why(`subject=${alpha.fund}&figure=carry.paid`);
    expect(paid.Result).toBe((await get<{ CarryPaid: string }>(`${alpha.fund}/2021-06-30/carry-position`)).CarryPaid);
    const average = await why('figure=averageIrr');
    expect(average.Result).toBe((await get<{ AverageIrr: string }>('summary?endDate=2021-06-30')).AverageIrr);
    expect(average.Inputs.map(({ Name }) => Name)).toContain('ALPHA Fund');
    const vintages = await get<readonly { Year: number; Currency: string; TVPI: string; TotalCommitment: string }[]>(
      'fund-vintage-year-chart-data?endDate=2021-06-30',
    );
    for (const { Year, Currency, TVPI, TotalCommitment } of vintages) {
      const stepOf = (name: string) => why(`figure=vintage.${String(Year)}.${name}&currency=${Currency}`);
      expect([(await stepOf('tvpi')).Result, (await stepOf('commitment')).Result]).toEqual([TVPI, TotalCommitment]);
    }
    const refusedOf = async (query: string) =>
      (await send(`?date=2021-06-30&${query}`)).json<{ Errors: readonly { Message: string }[] }>().Errors[0]?.Message;
    expect(await refusedOf('figure=nothing')).toBe('There is no figure nothing for all funds.');
    expect(await refusedOf(`subject=${alpha.fund}&figure=nothing`)).toBe('There is no figure nothing.');
    expect(await refusedOf(`subject=${alpha.fund}&figure=line.nothing`)).toBe('ALPHA Fund has no figure line.nothing.');
    expect(await refusedOf(`subject=${alpha.holding}&figure=carry.earned`)).toContain(
      'Only funds and coinvestments have it.',
    );
  });

  it('say of a figure without a value why, and what would mend it; of a converted one the rate', async () => {
    const query = `/api/performance/explanation?date=2020-12-31&subject=${alpha.fund}&figure=nav&currency=`;
    const explainIn = async (currency: string) =>
      (await server.call(owner.token, tenantId, { method: 'GET', url: `${query}${currency}` })).json<Step>();
    expect(await explainIn('USD')).toMatchObject({
      Result: '697.50',
      Children: [{ Name: 'NAV, for the fee-paying limited partners in EUR', Result: '558.00' }],
    });
    expect((await explainIn('CHF')).WhyNot).toEqual({
      Code: 'NO_FX_RATE',
      Message: 'There is no exchange rate for EUR/CHF on or before 12/31/2020.',
      Mend: 'Enter an exchange rate for this pair on the quarter end or an earlier day.',
    });
    const investor = alpha.investors['LP-A'];
    const refused = await send(`?date=2020-12-31&subject=${investor}&figure=irr`);
    expect(refused.json<{ Errors: unknown }>().Errors).toMatchObject([{ Code: 'REQUIRED', Path: 'Currency' }]);
    const pooled = await send(`?date=2020-12-31&subject=${investor}&figure=nav&currency=USD`);
    expect(pooled.json<Step>().Result).toBe('120.00');
    expect((await send(`?date=2021-06-30&subject=${beta.fund}&figure=nav`)).statusCode).toBe(404);
    expect((await send(`?date=2021-06-30&subject=${alpha.fund}&figure=nothing`)).statusCode).toBe(404);
    const pdf = await send(`/pdf?date=2021-06-30&subject=${alpha.fund}&figure=irr`);
    expect(pdfTexts(pdf.rawPayload).flat().join('').replaceAll(' ', '')).toContain('Distribution:gain');
  });

  it('tell every open screen of what a posting made anew, with ids alone [A-P-170 A-P-171 A-P-172 U-P-052]', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const viewer = await server.person(tenantId, { performance: 'viewer' });
    const heard: LiveEvent[] = [];
    const client = await listenLive(
      { baseUrl: `http://127.0.0.1:${String(port)}`, tenantId, token: () => viewer.token },
      { onUpdate: (event) => heard.push(event), onState: () => undefined },
    );
    await alpha.post('valuation', {
      VehicleId: alpha.fund,
      Valuations: [{ SecurityId: alpha.security, Date: '2021-06-30', FairValue: '710.00' }],
    });
    const eventsOf = (linkType: string) => heard.filter((event) => event.linkType === linkType);
    await vi.waitFor(() => expect(eventsOf('Investor Performance')).toHaveLength(3), { timeout: 2_000, interval: 20 });
    expect(eventsOf('Fund Performance')).toMatchObject([{ application: 'performance', id: alpha.fund }]);
    expect(eventsOf('Investment Performance')).toMatchObject([{ application: 'performance', id: alpha.holding }]);
    expect(JSON.stringify(heard)).not.toContain('710.00');
    await client.stop();
  });

  it('are looked through from an investor, directly and through a feeder that committed to them', async () => {
    const { post, investors } = alpha;
    const reference = async (type: string, code: string) => ({ Id: await referenceOnce(server, tenantId, type, code) });
    const Currency = await reference('currency', 'EUR');
    const feeder = await post<{ Id: string }>('/api/carry/fund', { Code: 'FEED', LegalName: 'Feeder', Currency });
    const spv = await post<{ Id: string }>('investor', {
      Code: 'SPV',
      Name: 'Feeder SPV',
      Type: await reference('investor-type', 'SPV'),
      Vehicle: { Id: feeder.Id },
    });
    const commit = (InvestorId: string, VehicleId: string, Amount: string) =>
      post('commitment', { VehicleId, InvestorId, Kind: 'CLOSE', Date: '2020-01-01', Amount });
    await commit(spv.Id, alpha.fund, '1000.00');
    await commit(investors['LP-A'], feeder.Id, '100.00');
    await commit(investors['LP-B'], feeder.Id, '100.00');
    const url = `/api/performance/investor/${investors['LP-A']}/look-through/2021-06-30`;
    const answer = await server.call(owner.token, tenantId, { method: 'GET', url });
    expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
    const through = answer.json<{
      Positions: readonly { Way: string; Amount: string }[];
      BySector: readonly object[];
    }>();
    expect(through.Positions.map(({ Way, Amount }) => [Way, Amount])).toEqual([
      ['ALPHA Fund', '213.00'],
      ['Feeder > ALPHA Fund', '177.50'],
    ]);
    expect(through.BySector).toEqual([{ Name: 'No sector', Currency: 'EUR', Amount: '390.50', Percent: '100' }]);
    const file = await server.call(owner.token, tenantId, { method: 'GET', url: `${url}/export` });
    expect(file.headers['content-type']).toContain('spreadsheetml');
    // Nothing is posted for a later quarter, so the holdings have no value in it.
    const later = await server.call(owner.token, tenantId, {
      method: 'GET',
      url: url.replace('2021-06-30', '2023-12-31'),
    });
    expect(later.json()).toMatchObject({
      Positions: [],
      ByCurrency: [{ Currency: 'EUR', Looked: '0.00', Rest: null }, { Currency: 'USD' }],
    });
  });
});
