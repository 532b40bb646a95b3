import { listenLive } from '@carrara/adapters/signalr/client/listenLive';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import type { LiveEvent } from '@carrara/contract/core/events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { plantLateFund, type PlantedVehicle, referenceOnce } from '../../../testing/plantedVehicle.ts';
import { type QueryOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

const base = '/api/performance/fund';

describe('funds with the figures of a quarter end', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let owner: TestPerson;
  let alpha: PlantedVehicle;
  let beta: PlantedVehicle;

  type Query = QueryOf<'listVehicles'>;
  const rowOf = async (code: string, query: Query = { endDate: '2021-06-30' }) => {
    const { pageData } = await as(owner).listVehicles({ query });
    return pageData.find(({ fundCode }) => fundCode === code)!;
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant('Fir Hollow Capital');
    owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
    ({ alpha, beta } = await plantLateFund(server, tenantId, owner));
  });
  afterAll(() => server?.stop());

  const totalOf = async (query: Query, name: string) => {
    const { totals } = await as(owner).listVehicles({ query });
    return Object.fromEntries(
      totals!.filter(({ field }) => field === name).map(({ currency, total }) => [currency, total]),
    );
  };

  it('default to the latest date with figures of funds that make up over half of the NAV [A-P-101 A-P-103 U-P-043]', async () => {
    const dates = await as(owner).listFundReportingDates();
    // BETA, with 200 of the last 750, has no figures of 2021.
    expect(dates[0]).toMatchObject({
      endDate: '2021-06-30',
      formattedDate: '06/30/2021',
      isDefault: true,
      isWhole: false,
      late: [{ name: 'BETA Fund', lastDate: '2020-12-31' }],
    });
    expect(dates.find(({ isWhole }) => isWhole)?.endDate).toBe('2020-12-31');
    expect((await rowOf('ALPHA', {})).periodEndDate).toBe('2021-06-30');
    expect(dates.at(-1)?.endDate).toBe('2020-03-31');
    const latest = await rowOf('ALPHA', { endDate: '2021-06-30' });
    expect(latest).toMatchObject({
      periodEndDate: '2021-06-30',
      basis: 'Fee-paying limited partners',
      commitment: '900.00',
      contributions: '450.00',
      distributions: '135.00',
      nav: '495.00',
      tvpi: '1.4',
      moic: '1.4',
      dpi: '0.3',
      vintageYear: 2020,
    });
    expect(await rowOf('ALPHA', { endDate: '2021-06-30', basis: 'all' })).toMatchObject({
      basis: 'All partners',
      commitment: '1000.00',
      contributions: '500.00',
      distributions: '150.00',
      nav: '550.00',
      tvpi: '1.4',
    });
    const earlier = await rowOf('ALPHA', { endDate: '2020-12-31' });
    expect(earlier).toMatchObject({ periodEndDate: '2020-12-31', distributions: '0.00', nav: '558.00' });
    expect(earlier.irrAnnualized).toBe(false);
  });

  it('keep the return of their own quarter end if they are carried forward for all partners', async () => {
    const late = { endDate: '2021-12-31', carriesForward: 'true', basis: 'all' } as const;
    const { irr, irrAnnualized, tvpi, nav } = await rowOf('ALPHA', { endDate: '2021-06-30', basis: 'all' });
    expect(irr).not.toBeNull();
    expect(await rowOf('ALPHA', late)).toMatchObject({ irr, irrAnnualized, tvpi, nav, carriedFrom: '2021-06-30' });
    expect(await as(owner).summarizeFunds({ query: late })).toMatchObject({ averageIrr: irr });
  });

  it('say why a fund has none for a quarter without entries, with a dash before its first', async () => {
    const behind = await rowOf('BETA');
    expect(behind.nav).toBeNull();
    expect(behind.notDetermined).toContainEqual({
      field: 'nav',
      code: 'NAV_MISSING',
      message: 'Nothing is booked for the quarter to 06/30/2021; the last figures are of 12/31/2020.',
    });
    expect(await rowOf('BETA', { endDate: '2019-12-31' })).toMatchObject({ nav: null, notDetermined: [] });
  });

  it('have dates of their own, with the funds that these are of [A-P-102]', async () => {
    const dates = await as(owner).listReportingDatesOfFund({ params: { id: beta.fund } });
    expect([dates[0]?.endDate, dates.at(-1)?.endDate]).toEqual(['2020-12-31', '2020-03-31']);
    expect(dates[0]?.collection).toMatchObject([{ id: beta.fund, name: 'BETA Fund' }]);
  });

  it('are added up by currency over the determined ones, and the sum names its coverage [sums-say-what-they-cover]', async () => {
    expect(await totalOf({ endDate: '2020-12-31' }, 'nav')).toEqual({ EUR: '558.00', USD: '180.00' });
    expect(await totalOf({ endDate: '2021-06-30' }, 'nav')).toEqual({ EUR: '495.00', USD: null });
    // If every row is undetermined, the sum is not zero but undetermined.
    expect(await totalOf({ endDate: '2019-12-31' }, 'nav')).toEqual({ EUR: null, USD: null });
    const excel = await server.call(owner.token, tenantId, { method: 'GET', url: `${base}/funds?format=excel` });
    expect(excel.statusCode).toBe(200);
  });

  it('are grouped by currency if sorted by an amount, with missing amounts last', async () => {
    const codes = async (query: Query) =>
      (await as(owner).listVehicles({ query: { endDate: '2021-06-30', ...query } })).pageData.map(
        ({ fundCode }) => fundCode,
      );
    // USD is the base currency, so it comes first.
    expect(await codes({ sortColumn: 'NAV', sortAsc: 'false' })).toEqual(['BETA', 'ALPHA']);
    expect(await codes({ sortColumn: 'TVPI', sortAsc: 'false' })).toEqual(['ALPHA', 'BETA']);
    expect(await codes({ sortColumn: 'TVPI', sortAsc: 'true' })).toEqual(['ALPHA', 'BETA']);
  });

  it('are converted into one currency at the rate of the quarter end, except for returns [A-P-169 R-P-069 U-P-048]', async () => {
    const own = await rowOf('ALPHA', { endDate: '2020-12-31' });
    const without = await rowOf('ALPHA', { endDate: '2020-12-31', currency: 'USD' });
    expect(without.nav).toBeNull();
    expect(without.notDetermined).toContainEqual({
      field: 'nav',
      code: 'NO_FX_RATE',
      message: 'There is no exchange rate for EUR/USD on or before 12/31/2020.',
    });
    await as(owner).saveCurrencyPair({ body: { sourceCurrencyCode: 'EUR', destinationCurrencyCode: 'USD' } });
    const rate = {
      sourceCurrencyCode: 'EUR',
      destinationCurrencyCode: 'USD',
      effectiveDate: '2020-12-30',
      rate: '1.25',
    };
    await as(owner).saveExchangeRates({ body: { rates: [rate] } });
    const converted = await rowOf('ALPHA', { endDate: '2020-12-31', currency: 'USD' });
    expect(converted).toMatchObject({ nav: '697.50', commitment: '1125.00', irr: own.irr, tvpi: own.tvpi });
    expect((await rowOf('BETA', { endDate: '2020-12-31', currency: 'USD' })).nav).toBe('180.00');
    expect(await rowOf('ALPHA', { endDate: '2020-12-31', currency: 'USD', basis: 'all' })).toMatchObject({
      nav: '775.00',
    });
    expect(await totalOf({ endDate: '2020-12-31', currency: 'USD' }, 'nav')).toEqual({ USD: '877.50' });
    const late = { name: 'BETA', lastDate: '2020-12-31' };
    const totalsAt = async (query: Query) =>
      (await as(owner).listVehicles({ query: { endDate: '2021-06-30', ...query } })).totals!.filter(
        ({ field }) => field === 'nav',
      );
    expect(await totalsAt({ currency: 'USD' })).toMatchObject([
      { total: '618.75', currency: 'USD', coverage: { included: 1, total: 2, excluded: [late], carried: [] } },
    ]);
    // On request, a late fund is included with its last value, and the sum's coverage says so.
    expect(await totalsAt({ currency: 'USD', carriesForward: 'true' })).toMatchObject([
      { total: '798.75', coverage: { included: 2, total: 2, excluded: [], carried: [late] } },
    ]);
    expect(await rowOf('BETA', { endDate: '2021-06-30', carriesForward: 'true' })).toMatchObject({
      nav: '180.00',
      lastDate: null,
      carriedFrom: '2020-12-31',
    });
    const pairs = await as(owner).listDestinationCurrencies({ params: { originCurrency: 'EUR' } });
    expect(pairs).toMatchObject([{ isoCode: 'USD' }]);
    const unknown = await refusal(as(owner).listVehicles({ query: { currency: 'XXX' } }));
    expect(unknown.errors).toMatchObject([{ code: 'UNKNOWN_CURRENCY', path: 'Currency' }]);
  });

  it('have a mean return and pooled multiples by vintage year, currency by currency [A-P-098 A-P-100 U-P-105 U-T-107]', async () => {
    const { irr } = await rowOf('ALPHA');
    expect(await as(owner).summarizeFunds({ query: { endDate: '2021-06-30' } })).toMatchObject({
      averageIrr: irr,
      numberOfFunds: 1,
      coverage: { included: 1, total: 2, excluded: [{ name: 'BETA', lastDate: '2020-12-31' }] },
    });
    // Spans of less than a year aren't annualized and don't count in the mean.
    expect(await as(owner).summarizeFunds({ query: { endDate: '2020-12-31' } })).toMatchObject({
      averageIrr: null,
      numberOfFunds: 0,
    });

    const then = await as(owner).chartFundVintages({ query: { endDate: '2020-12-31' } });
    expect(then).toMatchObject([
      {
        year: 2020,
        currency: 'EUR',
        numberOfFunds: 1,
        totalCommitment: '900.00',
        endUnfundedCommitment: '450.00',
        tvpi: '1.24',
      },
      { year: 2020, currency: 'USD', tvpi: '1' },
    ]);
    const now = await as(owner).chartFundVintages({ query: { endDate: '2021-06-30' } });
    expect(now.map(({ currency, tvpi }) => [currency, tvpi])).toEqual([
      ['EUR', '1.4'],
      ['USD', null],
    ]);
    const years = await as(owner).chartFundCash();
    expect(years).toMatchObject([
      { year: 2020, currency: 'EUR', contributions: '450.00', distributions: '0.00' },
      { year: 2020, currency: 'USD', contributions: '180.00', distributions: '0.00' },
      { year: 2021, currency: 'EUR', contributions: '0.00', distributions: '135.00' },
    ]);
    // The dashboard charts the same years, with the same coverage.
    const ofDashboard = await as(owner).getDashboardDistributionValues();
    expect(ofDashboard).toMatchObject(years);
  });

  it('include the NAV bridge, cash by age and locked versions of a fund [A-P-092 R-P-060]', async () => {
    const profile = await as(owner).getFundProfile({ params: { id: alpha.fund } });
    expect(profile).toMatchObject({
      fundCode: 'ALPHA',
      nav: '495.00',
      basis: 'Fee-paying limited partners',
      periodReportingData: { periodEndDate: '2021-06-30' },
    });
    const moved = Object.fromEntries(
      profile.bridges.map(({ period, steps }) => [
        period,
        steps!.filter(({ amount }) => amount !== '0.00').map(({ step, amount }) => `${step} ${amount}`),
      ]),
    );
    expect(moved).toEqual({
      QTD: ['opening 620.00', 'distributions -150.00', 'unrealized 80.00', 'closing 550.00'],
      YTD: ['opening 620.00', 'distributions -150.00', 'unrealized 80.00', 'closing 550.00'],
      ITD: ['contributions 500.00', 'distributions -150.00', 'unrealized 200.00', 'closing 550.00'],
    });
    expect(profile.jCurve!.depth).toEqual({ date: '2020-02-01', cumulative: '-450.00', percent: '-50' });
    expect(profile.jCurve!.breakEven).toBeNull();
    expect(profile.line).toBeNull();
    // The net return ends with the displayed one. That of less than a year isn't compared with it.
    expect(profile.irrHistory?.trend.at(-1)).toEqual({ endDate: '2021-06-30', value: profile.irr });
    expect(profile.irrHistory?.trend.find(({ endDate }) => endDate === '2020-12-31')?.value).toBeNull();
    expect(
      (
        await as(owner).getFundProfile({
          params: { id: alpha.fund },
          query: { endDate: '2020-12-31', currencyPair: 'EUR-USD' },
        })
      ).nav,
    ).toBe('697.50');
  });

  it('include the net return by horizon, which equals the IRR since inception, as the report of all funds does', async () => {
    const { horizons, irr } = await as(owner).getFundProfile({ params: { id: alpha.fund } });
    const byHorizon = new Map(horizons.map((horizon) => [horizon.horizon, horizon]));
    expect(byHorizon.get('INCEPTION')).toMatchObject({ from: null, irr, notDetermined: [] });
    expect(byHorizon.get('1Y')?.from).toBe('2020-06-30');
    expect(Number(byHorizon.get('1Y')?.irr)).toBeGreaterThan(0);
    // The fund is younger than the horizon, so the figure doesn't apply and needs no reason.
    expect(byHorizon.get('3Y')).toMatchObject({ from: '2018-06-30', irr: null, notDetermined: [] });
    const report = await as(owner).reportFundReturns({ query: { endDate: '2021-06-30', fundId: alpha.fund } });
    expect(report.pageData).toMatchObject([
      { code: 'ALPHA', oneYear: byHorizon.get('1Y')?.irr, threeYears: null, sinceInception: irr, notDetermined: [] },
    ]);
  });

  it('include the return with and without the subscription line', async () => {
    const { line } = await as(owner).getFundProfile({ params: { id: beta.fund } });
    expect(line).toMatchObject({
      withLine: { tvpi: '1' },
      withoutLine: { tvpi: '1' },
      balance: '0.00',
      bothRequired: true,
      notDetermined: [],
    });
  });

  it('list holdings by name, twenty per page, and investors of a fund [A-P-093 A-P-094 A-P-114 A-P-115 U-P-097]', async () => {
    const found = await as(owner).listFundHoldings({ params: { id: alpha.fund }, query: { endDate: '2021-06-30' } });
    expect(found).toMatchObject({ pageSize: 20, sort: 'InvestmentName', sortAsc: true, totalItemCount: 1 });
    expect(found.pageData[0]).toMatchObject({
      investmentName: 'ALPHA Steel',
      investmentId: alpha.investment,
      invested: '500.00',
      fairValue: '700.00',
      grossMoic: '1.4',
    });
    const inDollars = await as(owner).listFundHoldings({
      params: { id: alpha.fund },
      query: { endDate: '2020-12-31', currencyPair: 'EUR-USD' },
    });
    expect(inDollars.pageData[0]).toMatchObject({ invested: '625.00', fairValue: '775.00' });
    const investors = await as(owner).listFundInvestors({ params: { id: alpha.fund, endDate: '06-30-2021' } });
    expect(investors.pageData).toMatchObject([
      { investorName: 'ALPHA GP', commitment: '100.00', nav: '55.00', investorType: { code: 'GP' } },
      { investorName: 'ALPHA LP-A', investorId: alpha.investors['LP-A'], commitment: '600.00', nav: '330.00' },
      { investorName: 'ALPHA LP-B', commitment: '300.00', nav: '165.00' },
    ]);
    for (const path of ['investments-export?format=excel&endDate=2021-06-30', 'investors/2021-06-30?format=excel']) {
      const file = await server.call(owner.token, tenantId, { method: 'GET', url: `${base}/${alpha.fund}/${path}` });
      expect(file.headers['content-type'], path).toContain('spreadsheetml');
    }
  });

  it('chart investments and investors of a fund [A-P-095 A-P-099 A-P-106 A-P-107 A-P-108]', async () => {
    const params = { id: alpha.fund, endDate: '2021-06-30' };
    expect(await as(owner).chartFundSectors({ params })).toMatchObject([
      { name: 'No sector', currency: 'EUR', amount: '500.00' },
    ]);
    expect(await as(owner).chartFundInvestorTypes({ params })).toMatchObject([
      { name: 'INVESTOR', amount: '900.00', count: 2 },
      { name: 'GP', amount: '100.00' },
    ]);
    expect(await as(owner).chartFundInvested({ params })).toMatchObject([{ name: 'ALPHA Steel', amount: '500.00' }]);
    expect(await as(owner).chartFundMoic({ params })).toMatchObject([{ name: 'ALPHA Steel', grossMoic: '1.4' }]);
    const quarters = await as(owner).chartFundMetrics({ params: { id: alpha.fund } });
    expect(quarters.at(-1)).toMatchObject({
      quarter: '2021-06-30',
      investedCapital: '500.00',
      reportedMultipleGross: '1.4',
    });
  });

  it('name the date and the currency in exported files', async () => {
    const url = `${base}/funds?endDate=2020-12-31&currency=USD&format=excel`;
    const { headers, rawPayload } = await server.call(owner.token, tenantId, { method: 'GET', url });
    expect(headers['content-disposition']).toContain('filename="Funds 2020-12-31 USD.xlsx"');
    const [sheet] = (await readWorkbook(rawPayload))._unsafeUnwrap();
    expect(sheet?.name).toBe('Funds at 12 31 2020 in USD');
  });

  it('are printed as a list with averages and one by one, without other investors for an investor', async () => {
    const print = async (name: string, query: string) => {
      const url = `/api/document/${name}/report?${query}`;
      const answer = await server.call(owner.token, tenantId, { method: 'GET', url });
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
      // Changes of font split a text at its figures, so blanks are ignored.
      return pdfTexts(answer.rawPayload).flat().join('').replaceAll(' ', '');
    };
    const query = `id=${alpha.fund}&endDate=2021-06-30`;
    expect(await print('pm-FundOverview', 'endDate=2021-06-30&searchQuery=ALPHA')).toMatch(
      /Fundoverviewat06\/30\/2021,fee-payinglimitedpartners,averageIRR26\.93%\(1of2funds\).*ALPHA.*495\.00.*AverageIRR:1of2funds;excludes[A-Z]/s,
    );
    expect(await print('pm-LpFundOverview', 'endDate=2021-06-30')).not.toContain('GrossIRR');
    const own = await print('pm-FundProfile', query);
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
    const ofInvestor = await print('pm-LpFundProfile', query);
    expect(ofInvestor).toContain('ALPHASteel');
    expect(ofInvestor).not.toContain('ALPHALP-A');
  });

  it('notify open screens of figures that a posting updated, by id only [A-P-170 A-P-171 A-P-172 U-P-052]', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const viewer = await server.person(tenantId, { performance: 'viewer' });
    const events: LiveEvent[] = [];
    const client = await listenLive(
      { baseUrl: `http://127.0.0.1:${String(port)}`, tenantId, token: () => viewer.token },
      { onUpdate: (event) => events.push(event), onState: () => undefined },
    );
    await as(owner).saveValuations({
      body: {
        vehicleId: alpha.fund,
        valuations: [{ securityId: alpha.security, date: '2021-06-30', fairValue: '710.00' }],
      },
    });
    const eventsOf = (linkType: string) => events.filter((event) => event.linkType === linkType);
    await vi.waitFor(() => expect(eventsOf('Investor Performance')).toHaveLength(3), { timeout: 2_000, interval: 20 });
    expect(eventsOf('Fund Performance')).toMatchObject([{ application: 'performance', id: alpha.fund }]);
    expect(eventsOf('Investment Performance')).toMatchObject([{ application: 'performance', id: alpha.holding }]);
    expect(JSON.stringify(events)).not.toContain('710.00');
    await client.stop();
  });

  it('are looked through from an investor, directly and through a feeder', async () => {
    const { investors } = alpha;
    const referenceOf = async (type: string, code: string) => ({
      id: await referenceOnce(server, tenantId, type, code),
    });
    const currency = await referenceOf('currency', 'EUR');
    const feeder = await as(owner).saveFund({ body: { code: 'FEED', legalName: 'Feeder', currency } });
    const spv = await as(owner).saveInvestor({
      body: {
        code: 'SPV',
        name: 'Feeder SPV',
        type: await referenceOf('investor-type', 'SPV'),
        vehicle: { id: feeder.id },
      },
    });
    const commit = (investorId: string, vehicleId: string, amount: string) =>
      as(owner).saveCommitment({ body: { vehicleId, investorId, kind: 'CLOSE', date: '2020-01-01', amount } });
    await commit(spv.id, alpha.fund, '1000.00');
    await commit(investors['LP-A'], feeder.id, '100.00');
    await commit(investors['LP-B'], feeder.id, '100.00');
    const params = { id: investors['LP-A'], date: '2021-06-30' };
    const through = await as(owner).getInvestorLookThrough({ params });
    expect(through.positions.map(({ path, amount }) => [path, amount])).toEqual([
      ['ALPHA Fund', '213.00'],
      ['Feeder > ALPHA Fund', '177.50'],
    ]);
    expect(through.bySector).toEqual([{ name: 'No sector', currency: 'EUR', amount: '390.50', percent: '100' }]);
    expect((await as(owner).exportInvestorLookThrough({ params })).type).toContain('spreadsheetml');
    // Nothing is posted for a later quarter, so the holdings have no value in it.
    const later = await as(owner).getInvestorLookThrough({ params: { ...params, date: '2023-12-31' } });
    // ALPHA is late and named. The feeder, whose own ledger has no entries, counts with its zero.
    expect(later).toMatchObject({
      positions: [],
      byCurrency: [
        {
          currency: 'USD',
          nav: null,
          notDetermined: [{ field: 'nav', message: 'No net asset value on 12/31/2023: BETA.' }, { field: 'rest' }],
        },
        {
          currency: 'EUR',
          lookedThrough: '0.00',
          nav: '0.00',
          rest: '0.00',
          coverage: { included: 1, total: 2, excluded: [{ name: 'ALPHA', lastDate: '2021-06-30' }] },
        },
      ],
    });
  });

  it('have no late funds at a quarter end that has not come', async () => {
    const now = Date.now();
    const dayFrom = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
    const call = (vehicleId: string, effectiveDate: string) =>
      as(owner).saveLedgerEntries({
        body: {
          vehicleId,
          entries: [{ type: 'CALL-INV', amount: '1.00', effectiveDate, allocationKey: 'COMMITMENT' }],
          warningsConfirmed: true,
        },
      });
    await call(beta.fund, dayFrom(-100));
    await call(alpha.fund, dayFrom(200));
    const [newest] = await as(owner).listFundReportingDates();
    expect(newest!.endDate > dayFrom(0)).toBe(true);
    expect(newest!.late).toEqual([]);
  });
});
