import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerOf, type BodyOf, refusal, refusalCodes } from '../../../testing/testClient.ts';
import { end, plantSteel, type SteelFirm } from '../../../testing/plantedSteel.ts';
import { type TestPerson, type TestServer } from '../../../testing/testServer.ts';

type Metrics = BodyOf<'savePortfolioMetrics'>;
type Company = NonNullable<Metrics['investmentPeriod']>['investment'];
type Position = Partial<NonNullable<Metrics['fundInvestmentPeriod']>>;

const base = '/api/performance/investment';

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
  let reference: SteelFirm['reference'];
  let funds: SteelFirm['funds'];
  let steel: SteelFirm['steel'];
  let sources: SteelFirm['sources'];

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

  beforeAll(async () => {
    ({ server, tenantId, editor, viewer, reference, funds, steel, sources } = await plantSteel());
  });
  afterAll(() => server?.stop());

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
});
