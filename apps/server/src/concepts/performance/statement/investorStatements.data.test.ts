import { describe, expect, it } from 'vitest';
import { type QueryOf, refusal } from '../../../testing/testClient.ts';
import { END, openStatements } from '../../../testing/openStatements.ts';

const book = openStatements();
const { as, figures } = book;

describe('an investor', () => {
  it('has figures, funds and quarters [A-P-046 A-P-047 A-P-048 A-P-049 A-P-050]', async () => {
    const own = (await figures())('INVESTOR', 'Partner LP-A');
    const profile = await as(book.editor).getInvestorProfile({ params: { id: book.investors.a } });
    expect(profile).toMatchObject({
      endDate: END,
      investorName: 'Partner LP-A',
      currency: 'EUR',
      totalCommitment: '600.00',
      investedCapital: '251.40',
      nav: own.nav,
    });
    const { id: _id, investorName: _name, investorType: _type, byCurrency, ...sums } = profile;
    expect(await as(book.editor).getInvestorSummary({ params: { id: book.investors.a, date: END } })).toEqual({
      ...sums,
      byCurrency: byCurrency.map(({ history: _history, ...figuresOfCurrency }) => figuresOfCurrency),
    });
    const funds = await as(book.editor).listInvestorFundsByPeriod({ params: { id: book.investors.a, date: END } });
    expect(funds.map(({ fundName, nav }) => [fundName, nav])).toEqual([['Oak Fund', own.nav]]);
    expect(await as(book.editor).listInvestorFunds({ params: { id: book.investors.a } })).toMatchObject([
      { id: book.fund, name: 'Oak Fund' },
    ]);
    const quarters = await as(book.editor).chartInvestor({ params: { id: book.investors.a } });
    expect([quarters.length, quarters.at(-1)]).toEqual([6, expect.objectContaining({ quarter: END, nav: own.nav })]);
    // Each figure ends with the displayed one. Its change is from the figure of the previous quarter end.
    const [current] = byCurrency;
    const { byCurrency: earlier } = await as(book.editor).getInvestorProfile({
      params: { id: book.investors.a },
      query: { endDate: quarters.at(-2)?.quarter },
    });
    expect(current?.history.map(({ field }) => field)).toEqual(expect.arrayContaining(['nav', 'commitment', 'tvpi']));
    for (const { field, change, trend } of current?.history ?? []) {
      expect(Number(trend.at(-1)?.value), field).toBeCloseTo(Number(current?.[field]), 8);
      const before = earlier[0]?.[field];
      if (before == null || field === 'irr') continue;
      expect(Number(change?.difference), field).toBeCloseTo(Number(current?.[field]) - Number(before), 8);
      expect(change?.since, field).toBe(quarters.at(-2)?.quarter);
    }
    expect((await refusal(as(book.editor).listInvestorFunds({ params: { id: book.fund } }))).status).toBe(404);
  });

  it('has no figures for a date without any, which profile, funds and list say alike', async () => {
    const date = '2030-12-31';
    const params = { id: book.investors.a, date };
    const { byCurrency } = await as(book.editor).getInvestorSummary({ params });
    const coverage = expect.stringMatching(/^0 of 1 fund; excludes \S+, reported through 06\/30\/2021$/) as string;
    expect(byCurrency).toMatchObject([{ periodEnd: date, commitment: null, nav: null, coverage }]);
    const query = { type: 'ALL', endDate: date, pageSize: 100 } as const;
    const { pageData } = await as(book.editor).listInvestorFigures({ query });
    const row = pageData.find(({ investorId }) => investorId === book.investors.a);
    expect(row).toMatchObject({ periodEndDate: date, commitment: null, nav: null, coverage: byCurrency[0]!.coverage });
    expect(row!.fundsCovered).toEqual(byCurrency[0]!.fundsCovered);
    expect(row!.fundsCovered[0]).toMatchObject({ included: 0, total: 1, excluded: [{ lastDate: END }] });
    expect(await as(book.editor).listInvestorFundsByPeriod({ params })).toMatchObject([
      { nav: null, excluded: { lastDate: END } },
    ]);
  });

  it('has notices and cash flows by category [A-P-057 A-P-058 E-P-145 E-P-151 U-P-044]', async () => {
    const flows = (date: string, query: QueryOf<'listInvestorCashFlows'> = {}) =>
      as(book.editor).listInvestorCashFlows({ params: { investorId: book.investors.a, date }, query });
    const all = await flows(END);
    expect(
      all.overviews.map(({ overview, contributions, distributions }) => [
        overview.issueDate,
        overview.sequenceNumber,
        overview.kind,
        contributions.total,
        distributions.total,
      ]),
    ).toEqual([
      ['2021-05-03', null, 'DISTRIBUTION', '0.00', '60.00'],
      ['2020-01-02', 1, 'CALL', '251.40', '0.00'],
    ]);
    expect(all.overviews[1]!.contributions.properties.map(({ code, amount }) => [code, amount])).toEqual([
      ['CALL-FEE', '5.40'],
      ['CALL-INV', '246.00'],
    ]);
    expect([all.funds[0]?.name, all.selectedCashFlow?.overview.issueDate]).toEqual(['Oak Fund', '2021-05-03']);
    expect(
      [all.callChartData, all.distributionChartData].map((item) => item.map(({ key, value }) => `${key} ${value}`)),
    ).toEqual([
      ['2020 251.40', '2021 0.00'],
      ['2020 0.00', '2021 60.00'],
    ]);
    expect((await flows('2020-12-31')).selectedCashFlow?.overview.issueDate).toBe('2020-01-02');
    const expenses = await flows(END, { category: 'Expense' });
    expect(expenses.overviews.map(({ contributions }) => contributions.total)).toEqual(['5.40']);
  });

  it('is charted by commitment and by type [A-P-056 R-P-111 R-P-112]', async () => {
    const charts = await as(book.editor).chartInvestors();
    expect(charts.commitmentsByInvestor.map(({ key, value }) => `${key} ${value}`)).toEqual([
      'Partner LP-A 600.00',
      'Partner LP-B 300.00',
      'Partner GP 100.00',
    ]);
    expect(charts.commitmentsByType.map(({ value, currency }) => `${value} ${currency}`)).toEqual([
      '900.00 EUR',
      '100.00 EUR',
    ]);
  });
});
