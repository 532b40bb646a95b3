import { figureCovers } from '@carrara/contract/core/coverage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BodyOf } from '../../../testing/testClient.ts';
import { buyHolding, end, plantSteel, type SteelFirm } from '../../../testing/plantedSteel.ts';
import { type TestPerson, type TestServer } from '../../../testing/testServer.ts';

type Metrics = BodyOf<'savePortfolioMetrics'>;
type Position = Partial<NonNullable<Metrics['fundInvestmentPeriod']>>;

const base = '/api/performance/investment';

describe('the totals of investments', () => {
  let firm: SteelFirm;
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let editor: TestPerson;
  let reference: SteelFirm['reference'];
  let funds: SteelFirm['funds'];
  let steel: SteelFirm['steel'];
  let sources: SteelFirm['sources'];

  const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
    server.call(editor.token, tenantId, { method, url, ...(payload ? { payload } : {}) });

  beforeAll(async () => {
    firm = await plantSteel();
    ({ server, tenantId, editor, reference, funds, steel, sources } = firm);
  });
  afterAll(() => server?.stop());

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
      await buyHolding(firm, vehicle.id, id, vehicle.id === dollar.id ? '30.00' : '25.00', '30.00');

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
