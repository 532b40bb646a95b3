import { figureCovers } from '@carrara/contract/core/coverage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerOf, type BodyOf, refusal, refusalCodes } from '../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

type Metrics = BodyOf<'savePortfolioMetrics'>;
type Company = NonNullable<Metrics['investmentPeriod']>['investment'];
type Position = Partial<NonNullable<Metrics['fundInvestmentPeriod']>>;

const base = '/api/performance/investment';
const end = '2022-12-31';

/** Input for a company in the documented example of value creation. */
const example = {
  ltmEbitdaEntry: '20',
  ltmEbitdaCurrent: '30',
  totalEnterpriseValueEntry: '160',
  totalEnterpriseValueCurrent: '270',
  netDebtEntry: '60',
  netDebtCurrent: '50',
  ltmRevenueEntry: '100',
  ltmRevenueCurrent: '120',
  ownershipFullyDilutedEntry: '80',
  ownershipFullyDilutedCurrent: '75.5',
};

describe('investments in the performance area', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let editor: TestPerson;
  let viewer: TestPerson;
  const references = new Map<string, { id: string }>();
  const reference = (name: string) => references.get(name)!;
  let funds: { id: string }[];
  let steel: { id: string; rowVersion: number };
  let sources: AnswerOf<'listInvestmentSources'>;

  const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
    server.call(editor.token, tenantId, { method, url, ...(payload ? { payload } : {}) });

  const portfolioBody = (
    company: Company = {},
    position: Position = {},
    versions: readonly [number | null, number | null] = [null, null],
    quarter = end,
  ) => ({
    investmentId: steel.id,
    fundInvestmentId: sources[0]!.id,
    endDate: quarter,
    investmentPeriod: { rowVersion: versions[0], investment: company },
    fundInvestmentPeriod: { rowVersion: versions[1], fundInvestment: {}, ...position },
  });
  const portfolioAt = (quarter = end) =>
    as(editor).getPortfolioMetrics({
      query: { investmentId: steel.id, fundInvestmentId: sources[0]!.id, endDate: quarter },
    });

  /** Buys a vehicle's holding, and values it at the end. */
  async function buy(fund: string, holding: string, bought: string, value: string) {
    const security = await as(editor).saveSecurity({
      body: {
        vehicleId: fund,
        holdingId: holding,
        class: 'EQUITY',
        name: 'Shares',
      },
    });
    const entry = { holdingId: holding, securityId: security.id };
    await as(editor).saveLedgerEntries({
      body: {
        vehicleId: fund,
        entries: [
          { type: 'CALL-INV', amount: bought, effectiveDate: '2021-01-01' },
          { ...entry, type: 'BUY', amount: bought, effectiveDate: '2021-01-01' },
        ],
      },
    });
    await as(editor).saveValuations({
      body: {
        vehicleId: fund,
        valuations: [{ securityId: security.id, date: end, fairValue: value }],
      },
    });
  }

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    editor = await server.person(tenantId, { performance: 'administrator' });
    viewer = await server.person(tenantId, { performance: 'viewer' });
    const expected = [
      ['currency', 'EUR'],
      ['country', 'US'],
      ['investment-type', 'BUYOUT'],
      ['investor-type', 'INVESTOR'],
      ['sector', '20000'],
      ['sector', '30000'],
      ['sub-sector', '21000'],
      ['industry', '21001'],
      ['industry', '31001'],
      ['geo-region', 'EU'],
      ['geo-region', 'NA'],
      ['deal-type', 'LBO'],
    ] as const;
    for (const [type, code] of expected)
      references.set(`${type} ${code}`, { id: await server.referenceEntry(tenantId, type, code) });
    funds = [];
    for (const code of ['F1', 'F2'])
      funds.push(
        await as(editor).saveVehicle({ body: { code, name: `Fund ${code}`, currency: reference('currency EUR') } }),
      );
    steel = await as(editor).savePerformanceInvestment({
      body: {
        code: 'STEEL',
        name: 'Quarry Steel',
        legalName: 'Quarry Steel plc',
        sector: reference('sector 20000'),
        vehicles: funds.map(({ id }) => ({ id })),
      },
    });
    sources = await as(editor).listInvestmentSources({ query: { investmentId: steel.id } });
    for (const [i, fund] of funds.entries()) {
      const investor = await as(editor).saveInvestor({
        body: {
          code: `LP${i}`,
          name: `Partner ${i}`,
          type: reference('investor-type INVESTOR'),
        },
      });
      await as(editor).saveCommitment({
        body: {
          vehicleId: fund.id,
          investorId: investor.id,
          kind: 'CLOSE',
          date: '2020-01-01',
          amount: '1000.00',
        },
      });
    }
    await buy(funds[0]!.id, sources[0]!.id, '60.00', '80.00');
    await buy(funds[1]!.id, sources[1]!.id, '40.00', '64.00');
  });
  afterAll(() => server.stop());

  it('need at least one vehicle that holds them [A-P-079 A-P-065 U-P-058 U-P-059 M-P-060]', async () => {
    expect(
      await refusalCodes(
        as(editor).savePerformanceInvestment({ body: { code: 'X', name: 'X', legalName: 'X', vehicles: [] } }),
      ),
    ).toEqual([422, 'ASSOCIATION_REQUIRED Vehicles']);
    // A request without the field is refused like one without vehicles.
    const answer = await send('POST', `${base}/save`, { Code: 'X', Name: 'X', LegalName: 'X' });
    expect(answer.body).toContain('An investment must be linked to at least one fund or coinvestment.');
    const address = { addressLine1: '1 Quarry Road', city: 'Boston', postalCode: '02110', country: { id: '' } };
    const plain = await as(editor).savePerformanceInvestment({
      body: {
        code: 'PLAIN',
        name: 'Plain',
        legalName: 'Plain',
        type: { id: '' },
        address,
        vehicles: [{ id: funds[0]!.id }],
      },
    });
    expect(await as(editor).getPerformanceInvestment({ params: { id: plain.id } })).toMatchObject({
      type: null,
      address: null,
      fundInvestments: [{ fund: { code: 'F1' }, totalCarryDistributed: null, canDelete: true }],
      coinvestmentInvestments: [],
      vehicles: [{ code: 'F1' }],
    });
    expect(
      await refusalCodes(
        as(editor).savePerformanceInvestment({
          body: {
            id: plain.id,
            rowVersion: plain.rowVersion,
            code: 'PLAIN',
            name: 'Plain',
            legalName: 'Plain',
            vehicles: [{ id: plain.id }],
          },
        }),
      ),
    ).toEqual([404, 'NOT_FOUND Vehicles[0]']);
  });

  it('are listed with the totals of their holdings at a quarter end, and one return over all trades [A-P-064 U-P-023 U-P-096]', async () => {
    const page = await as(editor).listPerformanceInvestments();
    expect(page.pageSize).toBe(100);
    const row = page.pageData.find(({ id }) => id === steel.id)!;
    expect(row).toMatchObject({
      fundInvestmentId: sources[0]!.id,
      holderName: 'F1, F2',
      currency: 'EUR',
      totalFundInvestedAmount: '100.00',
      percentTotal: '100',
      fairValue: '144.00',
      grossMoic: '1.44',
    });
    // 100 on January 1, 2021 became 144 after 729 days.
    expect(Number(row.grossIrr)).toBeCloseTo((1.44 ** (365 / 729) - 1) * 100, 8);
    // The explanations cover both holders.
    const why = (figure: string) => as(editor).explainPerformance({ query: { date: end, subject: steel.id, figure } });
    const explained = await Promise.all(['invested', 'fairValue', 'grossMoic', 'grossIrr'].map(why));
    expect(explained.map(({ result }) => result)).toEqual(['100.00', '144.00', '1.44', row.grossIrr]);
    const before = await as(editor).listPerformanceInvestments({ query: { endDate: '2020-03-31' } });
    expect(before.pageData.find(({ id }) => id === steel.id)).toMatchObject({
      totalFundInvestedAmount: null,
      grossIrr: null,
    });
    const file = await send('GET', `${base}/investments?format=excel`);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheet')]);
  });

  it('are found by search, window and filter [A-P-076 A-P-153 U-P-024]', async () => {
    const found = await as(editor).searchInvestments({ body: { searchString: 'quarry', top: 1, skip: 0 } });
    expect(found.foundRows.map(({ investmentName }) => investmentName)).toEqual(['Quarry Steel']);
    expect([found.odataCount, found.searchFacets[0]?.values[0]?.childCount]).toEqual([1, 1]);
    const all = await as(editor).searchInvestments({ body: { top: 1, skip: 1, sort: '-InvestmentName' } });
    expect([all.foundRows[0]?.investmentName, all.odataCount]).toEqual(['Plain', 2]);
    expect(await as(editor).searchInvestmentPage({ body: { searchString: 'nothing of the kind' } })).toMatchObject({
      pageData: [],
      totalItemCount: 0,
    });
    expect(await refusalCodes(as(editor).searchInvestments({ body: { sort: 'Nonsense' } }))).toEqual([
      422,
      'UNKNOWN_SORT_COLUMN SortColumn',
    ]);
  });

  it('have a search index in the database, which is refreshed by POST only [A-P-080 A-P-081 A-P-082 A-P-154 A-P-155]', async () => {
    const indexed = [
      await as(editor).initSearchIndexes(),
      await as(editor).updateSearchIndexes(),
      await as(editor).refreshInvestments(),
    ];
    expect(indexed).toMatchObject([{ indexed: 2 }, { indexed: 2 }, { indexed: 2 }]);
    for (const read of [as(editor).initSearchIndexesByGet, as(editor).updateSearchIndexesByGet])
      expect(await refusal(read())).toMatchObject({ status: 405, message: expect.stringContaining('POST') });
  });

  it('have sources, dates, names, charts and holdings [A-P-069 A-P-071 A-P-072 A-P-073 A-P-074 A-P-085 A-P-087 A-P-090]', async () => {
    expect(sources.map(({ vehicle }) => vehicle.name)).toEqual(['Fund F1', 'Fund F2']);
    const dates = await as(editor).listInvestmentReportingDates({ query: { investmentId: steel.id } });
    expect(dates[0]?.reportingDate).toBe(end);
    expect(await as(editor).listPerformanceInvestmentNavigation()).toEqual(
      expect.arrayContaining([{ id: steel.id, name: 'Quarry Steel', code: 'STEEL' }]),
    );
    expect(await as(editor).chartInvestments()).toMatchObject({
      byInvestment: [{ id: steel.id, amount: '100.00', currency: 'EUR' }],
      bySector: [{ amount: '100.00' }],
      coverage: [{ currency: 'EUR', coverage: { included: 2, total: 2, excluded: [], partly: [] } }],
    });
    expect(await as(editor).listSummaryInvestments({ query: { vehicleId: funds[0]!.id } })).toMatchObject([
      { id: steel.id },
    ]);
    expect(await as(editor).getInvestmentSummary({ params: { id: steel.id, date: end } })).toMatchObject([
      { name: 'Fund F1', invested: '60.00', totalValue: '80.00' },
      { name: 'Fund F2', invested: '40.00', totalValue: '64.00' },
    ]);
    // The funds have quarters before they bought it, which aren't part of its values.
    await as(editor).saveLedgerEntries({
      body: { vehicleId: funds[0]!.id, entries: [{ type: 'FEE', amount: '1.00', effectiveDate: '2020-06-15' }] },
    });
    const chart = await as(editor).chartInvestment({ params: { id: steel.id } });
    expect(chart.map(({ date }) => date).sort()[0]).toBe('2021-03-31');
    expect(chart.filter(({ date, name }) => date === end && name === 'Fair value')).toMatchObject([
      { amount: '144.00' },
    ]);
  });

  it('have a printed profile, and a portfolio summary of each holding [A-P-068]', async () => {
    const summary = await as(editor).getInvestmentPortfolioSummary({
      params: { endDate: end },
      query: { investmentId: steel.id, sourceId: sources[0]!.id },
    });
    const whole = summary.entries.find(({ humanizedSectionName }) => humanizedSectionName === 'Total');
    expect(whole?.total.fairValue).toBe('80.00');
    const printed = await send('GET', `/api/document/pm-InvestmentProfile/report?id=${steel.id}&endDate=${end}`);
    expect([printed.statusCode, printed.headers['content-type']]).toEqual([200, 'application/pdf']);
  });

  it('divide a holding among investors to the cent, with nothing for excused ones [A-P-089]', async () => {
    const shares = await as(editor).listInvestmentInvestors({
      params: { id: steel.id, date: end },
      query: { sourceId: sources[0]!.id },
    });
    expect(shares).toMatchObject([
      { investorName: 'Partner 0', invested: '60.00', fairValue: '80.00', isExcused: false, percentTotal: '100' },
    ]);
  });

  it('have the multiple and the rate of the holdings with a fair value, and say which funds each figure covers', async () => {
    const [, other] = sources;
    const reason = { code: 'NOT_REPORTED', message: 'Not included in the data your manager sent.' };
    const replaceValue = (value: string | null, reasons: readonly object[]) =>
      server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
        tx.query(
          `UPDATE period_figure SET fair_value = $3, not_determined = $4 WHERE tenant_id = $1 AND subject_id = $2 AND period_end = '${end}'`,
          [tenantId, other!.id, value, JSON.stringify(reasons)],
        ),
      );
    const rowOf = async () => {
      const { pageData } = await as(editor).listPerformanceInvestments({ query: { endDate: end } });
      return pageData.find(({ id }) => id === steel.id)!;
    };
    expect(await rowOf()).toMatchObject({ coverage: null, fundsCovered: [] });
    // A data transfer can lack the fair value of a holding.
    await replaceValue(null, [{ field: 'fairValue', ...reason }]);
    const { totalFundInvestedAmount, fairValue, grossMoic, grossIrr, notDetermined, ...row } = await rowOf();
    expect([totalFundInvestedAmount, fairValue, grossMoic]).toEqual(['60.00', '80.00', '1.33333333333']);
    // 60 on January 1, 2021 became 80 after 729 days.
    expect(Number(grossIrr)).toBeCloseTo(((80 / 60) ** (365 / 729) - 1) * 100, 8);
    expect(notDetermined).toEqual([]);
    expect(
      ['totalFundInvestedAmount', 'fairValue', 'grossMoic', 'grossIrr'].map((field) => figureCovers(field, row)),
    ).toEqual([undefined, undefined, undefined, undefined]);
    expect(row.coverage).toBe('1 of 2 funds; excludes F2 (Not included in the data your manager sent)');
    const charts = await as(editor).chartInvestments({ query: { endDate: end } });
    expect(charts.byInvestment.map(({ amount }) => amount)).toEqual(['60.00']);
    expect(charts.coverage).toMatchObject([
      { currency: 'EUR', coverage: { included: 1, total: 2, excluded: [{ name: 'F2', reason: reason.message }] } },
    ]);
    const [share] = await as(editor).listInvestmentInvestors({
      params: { id: steel.id, date: end },
      query: { sourceId: other!.id },
    });
    expect(share).toMatchObject({ invested: '40.00', fairValue: null, totalValue: null, grossMoic: null });
    expect(share!.notDetermined).toContainEqual({ field: 'totalValue', ...reason });
    // Later, the report on all holdings has no value either.
    const later = await as(editor).reportFundPortfolioSummaries({ params: { endDate: '2023-03-31' } });
    const reportRow = later.pageData.find(({ id }) => id === other!.id);
    expect([reportRow?.invested, reportRow?.fairValue]).toEqual(['40.00', null]);
    await replaceValue('64.00', []);
  });

  describe('at a quarter end', () => {
    it('store data of the company and the holding, with ownership in percent [A-P-067 A-P-070 A-P-077 U-P-030 U-P-065]', async () => {
      const saved = await as(editor).savePortfolioMetrics({
        body: portfolioBody(
          {
            altXSector: reference('sector 20000'),
            altXSubSector: reference('sub-sector 21000'),
            altXIndustry: reference('industry 21001'),
            financialYearEnd: '06-30',
            isPublic: true,
            numberOfEmployees: 1200,
            geoRegion1: reference('geo-region EU'),
            geoPercentage1: '60',
            geoRegion2: reference('geo-region NA'),
            geoPercentage2: '40',
          },
          { ...example, fundInvestment: { dealType: reference('deal-type LBO') }, ltmDate: '2022-09-30' },
        ),
      });
      expect(saved.fundInvestmentPeriod).toMatchObject({
        ...example,
        ltmEbitdaEntry: '20.00',
        ltmEbitdaCurrent: '30.00',
        totalEnterpriseValueEntry: '160.00',
        totalEnterpriseValueCurrent: '270.00',
        netDebtEntry: '60.00',
        netDebtCurrent: '50.00',
        ltmRevenueEntry: '100.00',
        ltmRevenueCurrent: '120.00',
        periodEnd: end,
        totalValueOfInvestment: '80.00',
      });
      expect(saved.referenceData.subSectors).toMatchObject([{ code: '21000' }]);
      expect((await as(editor).listInvestmentReferenceData()).dealTypes).toMatchObject([{ code: 'LBO' }]);
      const stored = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
        tx.query<{ own: string }>(
          'SELECT ownership_fully_diluted_current::text AS own FROM holding_period WHERE tenant_id = $1',
          [tenantId],
        ),
      );
      expect(Number(stored[0]?.own)).toBe(0.755);
    });

    it('show changes and the sources of value creation [A-P-066 A-P-084 U-P-049]', async () => {
      const profileOf = (source: number) =>
        as(editor).getInvestmentProfile({
          query: { investmentId: steel.id, sourceId: sources[source]!.id, endDate: end },
        });
      const profile = await profileOf(0);
      expect(profile.metrics.find(({ field }) => field === 'ltmEbitda')).toMatchObject({ change: '50' });
      expect(profile.metrics.find(({ field }) => field === 'netDebt')).toMatchObject({ change: '-16.6666666667' });
      expect(profile.geography).toEqual({ total: '100', isOverExposed: false });
      expect(profile.valueCreation?.steps.map(({ driver, amount }) => `${driver} ${amount}`)).toEqual([
        'revenue 25.60',
        'margin 32.00',
        'revenueAndMargin 6.40',
        'multiple 16.00',
        'growthAndMultiple 8.00',
        'debt 8.00',
        'other -76.00',
      ]);
      expect(profile.valueCreation?.total).toBe('20.00');
      const other = await profileOf(1);
      expect(other.valueCreation).toBeNull();
      expect(other.notDetermined[0]?.message).toContain('Not entered: ');
      const tables = await as(editor).getInvestmentMetrics({
        query: { investmentId: steel.id, endDate: '2023-03-31' },
      });
      expect([tables.metrics.length, tables.periodEnd]).toEqual([9, end]);
    });

    it('are carried forward until the next quarter has data of its own [A-P-078 U-P-093 M-P-039]', async () => {
      const next = await portfolioAt('2023-03-31');
      expect(next.fundInvestmentPeriod).toMatchObject({
        id: null,
        rowVersion: null,
        periodEnd: end,
        ltmDate: '2022-09-30',
      });
      const part = { investmentId: steel.id, fundInvestmentId: sources[0]!.id, endDate: '2023-03-31' };
      const saved = await as(editor).saveInvestmentMetrics({
        body: {
          ...part,
          fundInvestmentPeriod: { ltmEbitdaCurrent: '31.00' },
        },
      });
      expect((await portfolioAt('2023-03-31')).fundInvestmentPeriod).toMatchObject({
        periodEnd: '2023-03-31',
        ltmEbitdaCurrent: '31.00',
        ltmEbitdaEntry: '20.00',
        ownershipFullyDilutedCurrent: '75.5',
      });
      expect((await portfolioAt()).fundInvestmentPeriod).toMatchObject({ ltmEbitdaCurrent: '30.00' });
      const again = { ...part, fundInvestmentPeriod: { rowVersion: saved.rowVersion! + 7, ltmEbitdaCurrent: '1.00' } };
      expect(await refusalCodes(as(editor).saveInvestmentMetrics({ body: again }))).toEqual([
        409,
        'STALE_VERSION FundInvestmentPeriod.RowVersion',
      ]);
    });

    it('refuse inconsistent values, each at its field [U-P-046 U-P-060 U-P-061 U-P-063 U-P-064 U-P-066]', async () => {
      const company = {
        altXSector: reference('sector 30000'),
        altXSubSector: reference('sub-sector 21000'),
        altXIndustry: reference('industry 31001'),
        financialYearEnd: '30-06',
        geoRegion1: reference('geo-region EU'),
        geoPercentage1: '60',
        geoRegion2: reference('geo-region EU'),
        geoPercentage2: '41',
      };
      const at = 'InvestmentPeriod.Investment';
      expect(
        await refusalCodes(
          as(editor).savePortfolioMetrics({ body: portfolioBody(company, { ownershipDebtEntry: '100.5' }, [1, 1]) }),
        ),
      ).toEqual([
        422,
        `OUT_OF_SECTOR ${at}.AltXSubSector`,
        `OUT_OF_SECTOR ${at}.AltXIndustry`,
        `REGION_TWICE ${at}.GeoRegion2`,
        `OVER_EXPOSED ${at}.GeoPercentage2`,
        `DATE_FORMAT ${at}.FinancialYearEnd`,
        'INVALID_VALUE FundInvestmentPeriod.OwnershipDebtEntry',
      ]);
      expect(
        await refusalCodes(as(editor).savePortfolioMetrics({ body: portfolioBody({}, {}, [1, 1], '2022-11-30') })),
      ).toEqual([422, 'INVALID_VALUE EndDate']);
      expect(await refusalCodes(as(editor).savePortfolioMetrics({ body: portfolioBody() }))).toEqual([
        409,
        'STALE_VERSION InvestmentPeriod.RowVersion',
      ]);
    });

    it('can be entered by editors, but not for a locked quarter [U-P-003]', async () => {
      expect((await refusal(as(viewer).savePortfolioMetrics({ body: portfolioBody() }))).status).toBe(403);
      expect((await as(viewer).getPerformanceInvestment({ params: { id: steel.id } })).name).toBe('Quarry Steel');
      const quarter = '2020-03-31';
      const { rowVersion } = await as(editor).getPeriod({ params: { vehicleId: funds[0]!.id, endDate: quarter } });
      expect((await portfolioAt(quarter)).locked).toBeNull();
      await as(editor).lockPeriod({ params: { vehicleId: funds[0]!.id, endDate: quarter }, body: { rowVersion } });
      // The lock is known before anything is entered.
      expect((await portfolioAt(quarter)).locked).toEqual({
        vehicle: expect.any(String),
        lockedDate: expect.stringMatching(/^\d{4}-/),
        lockedBy: expect.any(String),
      });
      expect(
        await refusalCodes(as(editor).savePortfolioMetrics({ body: portfolioBody({}, {}, [null, null], quarter) })),
      ).toEqual([422, 'PERIOD_LOCKED EndDate']);
    });
  });

  it('have news that can be searched [A-P-075 A-P-086 A-P-156]', async () => {
    const item = { investment: { id: steel.id }, title: 'Quarry Steel opens a plant', publishedOn: '2022-05-01' };
    const twice = {
      Investment: item.investment,
      Title: item.title,
      URL: 'javascript:alert(1)',
      Url: 'javascript:alert(1)',
    };
    expect((await send('POST', `${base}/news`, twice)).statusCode).toBe(400);
    expect(await refusalCodes(as(editor).saveNewsItem({ body: { ...item, url: 'javascript:alert(1)' } }))).toEqual([
      422,
      'INVALID_VALUE Url',
    ]);
    const saved = await as(editor).saveNewsItem({
      body: {
        ...item,
        url: 'https://example.com/a',
      },
    });
    const titles = (items: AnswerOf<'searchNews'>) => items.map(({ title }) => title);
    const ofSteel = async (query: string) =>
      titles(await as(editor).listInvestmentNews({ query: { investmentId: steel.id, query } }));
    expect(await ofSteel('PLANT')).toEqual([item.title]);
    expect(await ofSteel('100%')).toEqual([]);
    expect(titles(await as(editor).searchNews({ query: { query: 'quarry' } }))).toEqual([item.title]);
    await as(editor).deleteNewsItem({ params: { id: saved.id }, query: { rowVersion: saved.rowVersion } });
    expect(await as(editor).searchNews()).toEqual([]);
  });

  it('are totaled by currency over all vehicles, and have no total without figures of the quarter [A-P-064 U-P-096]', async () => {
    const dollar = await as(editor).saveVehicle({
      body: {
        code: 'F3',
        name: 'Fund F3',
        currency: { id: await server.referenceEntry(tenantId, 'currency', 'USD') },
      },
    });
    const partner = await as(editor).saveInvestor({
      body: {
        code: 'LP3',
        name: 'Partner 3',
        type: reference('investor-type INVESTOR'),
      },
    });
    const close = {
      vehicleId: dollar.id,
      investorId: partner.id,
      kind: 'CLOSE',
      date: '2020-01-01',
      amount: '1000.00',
    } as const;
    await as(editor).saveCommitment({ body: close });
    const glass = await as(editor).savePerformanceInvestment({
      body: {
        code: 'GLASS',
        name: 'Harbour Glass',
        legalName: 'Harbour Glass plc',
        vehicles: [funds[0]!, dollar].map(({ id }) => ({ id })),
      },
    });
    const found = await as(editor).listInvestmentSources({ query: { investmentId: glass.id } });
    for (const { id, vehicle } of found)
      await buy(vehicle.id, id, vehicle.id === dollar.id ? '30.00' : '25.00', '30.00');

    const rowOn = async (day: string) => {
      const { pageData, totals } = await as(editor).listPerformanceInvestments({ query: { endDate: day } });
      const sums = totals!.filter(({ field }) => field === 'totalFundInvestedAmount');
      return {
        row: pageData.find(({ id }) => id === glass.id)!,
        sums: sums.map(({ currency, total }) => `${currency} ${String(total)}`).sort(),
      };
    };
    const now = await rowOn(end);
    expect(now.row).toMatchObject({
      totalFundInvestedAmount: null,
      investedAmounts: [
        { currency: 'USD', amount: '30.00' },
        { currency: 'EUR', amount: '25.00' },
      ],
      realizedAmounts: [
        { currency: 'USD', amount: '0.00' },
        { currency: 'EUR', amount: '0.00' },
      ],
      fairValueAmounts: [
        { currency: 'USD', amount: '30.00' },
        { currency: 'EUR', amount: '30.00' },
      ],
    });
    const different = 'The funds that hold this investment have different currencies.';
    expect(now.row.notDetermined.map(({ field, message }) => [field, message])).toEqual(
      ['grossIrr', 'grossMoic', 'percentTotal'].map((field) => [field, different]),
    );
    const csv = await send('GET', `${base}/investments?format=csv&endDate=${end}&searchQuery=Harbour`);
    expect(csv.body).toMatch(/Realized[^,]*EUR/);
    expect(now.sums).toEqual(['EUR 125.00', 'USD 30.00']);
    // A late fund is left out of the row and of the total, which name it.
    await as(editor).saveLedgerEntries({
      body: { vehicleId: dollar.id, entries: [{ type: 'FEE', amount: '1.00', effectiveDate: '2023-03-31' }] },
    });
    const partly = await rowOn('2023-03-31');
    expect(partly.row).toMatchObject({
      currency: 'USD',
      totalFundInvestedAmount: '30.00',
      investedAmounts: [{ currency: 'USD', amount: '30.00' }],
      realizedAmounts: [{ currency: 'USD', amount: '0.00' }],
      fairValue: '30.00',
      fairValueAmounts: [{ currency: 'USD', amount: '30.00' }],
      grossMoic: '1',
      coverage: '1 of 2 funds; excludes F1, reported through 12/31/2022',
      notDetermined: [],
    });
    expect(partly.sums).toEqual(['EUR null', 'USD 30.00']);
    const later = await rowOn('2023-06-30');
    expect(later.row).toMatchObject({ totalFundInvestedAmount: null, investedAmounts: [], fairValue: null });
    expect(later.row.notDetermined).toContainEqual({
      field: 'totalFundInvestedAmount',
      code: 'NAV_MISSING',
      message: 'Nothing is booked for the quarter to 06/30/2023; the last figures are of 12/31/2022.',
    });
    expect(later.sums).toEqual(['EUR null', 'USD null']);
  });

  it('include the rest if one of their funds is late or only reports values of its holdings', async () => {
    const next = '2023-03-31';
    const entries = [{ type: 'FEE', amount: '1.00', effectiveDate: next }] as const;
    await as(editor).saveLedgerEntries({ body: { vehicleId: funds[0]!.id, entries: [...entries] } });
    const query = { endDate: next, searchQuery: 'Quarry' };
    const listed = async () => {
      const { pageData, totals } = await as(editor).listPerformanceInvestments({ query });
      const total = totals!.find(({ field }) => field === 'totalFundInvestedAmount');
      return { row: pageData[0]!, total: total! };
    };
    const late = await listed();
    expect(late.row).toMatchObject({
      totalFundInvestedAmount: '60.00',
      investedAmounts: [{ currency: 'EUR', amount: '60.00' }],
      fairValue: '80.00',
      grossMoic: '1.33333333333',
      coverage: '1 of 2 funds; excludes F2, reported through 12/31/2022',
      notDetermined: [],
    });
    expect(late.row.fundsCovered.map(({ field, included }) => [field, included])).toEqual(
      ['totalFundInvestedAmount', 'percentTotal', 'realized', 'fairValue', 'grossIrr', 'grossMoic'].map((field) => [
        field,
        1,
      ]),
    );
    const [percent] = [late.row.percentTotal];
    expect([late.total.total, late.total.coverage?.partly, percent === null]).toEqual([
      '60.00',
      [expect.objectContaining({ name: 'F2', lastDate: end })],
      false,
    ]);
    const why = await as(editor).explainPerformance({ query: { subject: steel.id, figure: 'invested', date: next } });
    expect([why.result, why.note]).toEqual(['60.00', '1 of 2 funds; excludes F2, reported through 12/31/2022.']);
    const csv = await send('GET', `${base}/investments?format=csv&endDate=${next}&searchQuery=Quarry`);
    expect(csv.body).toContain('excludes F2, reported through 12/31/2022');
    // The profile of the late holding says why it has no figures.
    const summary = await as(editor).getInvestmentSummary({ params: { id: steel.id, date: next } });
    const nothing = 'Nothing is booked for the quarter to 03/31/2023; the last figures are of 12/31/2022.';
    expect(summary[1]).toMatchObject({ invested: null, totalValue: null });
    expect(summary[1]!.notDetermined).toEqual(
      expect.arrayContaining([
        { field: 'invested', code: 'NAV_MISSING', message: nothing },
        { field: 'totalValue', code: 'NAV_MISSING', message: nothing },
      ]),
    );

    // A fund with reported values whose holding has no ledger entries.
    const sent = await as(editor).saveVehicle({
      body: {
        code: 'F4',
        name: 'Fund F4',
        currency: reference('currency EUR'),
        navBasis: { code: 'REPORTED', description: 'Reported' },
      },
    });
    const { id, rowVersion, code, name, legalName } = await as(editor).getPerformanceInvestment({
      params: { id: steel.id },
    });
    const vehicles = [...funds, sent].map((fund) => ({ id: fund.id }));
    await as(editor).savePerformanceInvestment({ body: { id, rowVersion, code, name, legalName, vehicles } });
    const all = await as(editor).listInvestmentSources({ query: { investmentId: steel.id } });
    const holdingId = all.find(({ vehicle }) => vehicle.id === sent.id)!.id;
    const reportValue = async (endDate: string, values: Pick<Position, 'endValue' | 'endProceeds'>) => {
      const holding = { investmentId: steel.id, fundInvestmentId: holdingId, endDate };
      const { investmentPeriod, fundInvestmentPeriod } = await as(editor).getPortfolioMetrics({ query: holding });
      const saved = await as(editor).savePortfolioMetrics({
        body: {
          ...holding,
          investmentPeriod: { rowVersion: investmentPeriod.rowVersion, investment: {} },
          fundInvestmentPeriod: { rowVersion: fundInvestmentPeriod.rowVersion, fundInvestment: {}, ...values },
        },
      });
      return saved.fundInvestmentPeriod;
    };
    // Its proceeds weren't reported, so it has no total value.
    expect(await reportValue(end, { endValue: '7.00' })).toMatchObject({
      totalValueOfInvestment: null,
      notDetermined: [
        { field: 'totalValueOfInvestment', code: 'NOT_DETERMINED', message: 'Not entered: End proceeds.' },
      ],
    });
    const before = await as(editor).listPerformanceInvestments({ query: { ...query, endDate: end } });
    expect(before.pageData[0]).toMatchObject({
      totalFundInvestedAmount: '100.00',
      fairValue: '144.00',
      grossMoic: '1.44',
      coverage: '2 of 3 funds; excludes F4 (Not reported for this fund)',
    });
    const { row } = await listed();
    expect([row.fairValue, row.coverage]).toEqual([
      '80.00',
      '1 of 3 funds; excludes F2, reported through 12/31/2022; F4, reported through 12/31/2022',
    ]);
    // All amounts are of the funds of the MOIC, in the row, by currency and in files.
    await reportValue(end, { endValue: null, endProceeds: '3.00' });
    const after = await as(editor).listPerformanceInvestments({ query: { ...query, endDate: end } });
    expect(after.pageData[0]).toMatchObject({
      realized: '0.00',
      realizedAmounts: [{ currency: 'EUR', amount: '0.00' }],
      fairValue: '144.00',
      fairValueAmounts: [{ currency: 'EUR', amount: '144.00' }],
    });
    const file = await send('GET', `${base}/investments?format=csv&endDate=${end}&searchQuery=Quarry`);
    expect(file.body).toContain(',100.00,80,0.00,144.00,');
  });
});
