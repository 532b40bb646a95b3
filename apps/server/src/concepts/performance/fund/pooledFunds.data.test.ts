import { describe, expect, it } from 'vitest';
import { entry, type LedgerFund, openLedgerFirm } from '../../../testing/ledgerFirm.ts';
import type { BodyOf } from '../../../testing/testClient.ts';

type Reported = BodyOf<'saveReported'>['figures'][number];

const firm = openLedgerFirm();
const { as, enter, plant } = firm;
const endDate = '2020-06-30';
const bases = ['feePaying', 'all'] as const;

/** Returns the fund's row in the list, and the ratios of a dashboard and a vintage with only this fund. */
async function surfacesOf({ fund }: LedgerFund, basis: (typeof bases)[number]) {
  const query = { endDate, basis } as const;
  const { pageData } = await as(firm.editor).listVehicles({ query: { ...query, pageSize: 100 } });
  const { contributions, distributions, nav, tvpi, dpi } = pageData.find(({ fundId }) => fundId === fund)!;
  const stats = await as(firm.editor).getDashboardTopStats({ query: { ...query, fundId: fund } });
  const stat = (code: string) => stats.find((row) => row.code === code);
  return {
    list: [contributions, distributions, nav],
    dashboard: ['CONTRIBUTIONS', 'DISTRIBUTIONS', 'NAV'].map((code) => stat(code)?.value),
    ratios: [tvpi, dpi],
    pooled: [stat('TVPI')?.value, stat('DPI')?.value],
    stat,
  };
}

describe('a transfer between partners at its price', () => {
  it.each([
    ['one entry', [{ a: '-70.00', b: '70.00' }]],
    ['one entry of each partner', [{ a: '-70.00' }, { b: '70.00' }]],
  ])('counts for the partners and not for the fund: %s', async (name, values) => {
    const owner = firm.administrator;
    const { rowVersion } = await as(owner).getTenantSettings();
    await as(owner).saveTenantSettings({ body: { rowVersion, transfersAtPrice: 'True' } });
    const sold = await plant(`PRICE${String(values.length)}`);
    await enter(sold, entry('CALL-INV', '100.00', '2020-04-01'), entry('DIST-GAIN', '10.00', '2020-04-15'));
    const before = await Promise.all(bases.map((basis) => surfacesOf(sold, basis)));
    const commitments = await as(firm.editor).listCommitments({ query: { vehicleId: sold.fund } });
    const commitmentId = (key: 'a' | 'b') =>
      commitments.find(({ investor }) => investor.id === sold.investors[key])!.id;
    await enter(
      sold,
      ...values.map((amounts) => {
        const shares = (['a', 'b'] as const).flatMap((key) => {
          const amount = (amounts as Partial<Record<'a' | 'b', string>>)[key];
          return amount === undefined ? [] : [{ commitmentId: commitmentId(key), amount }];
        });
        const isWhole = shares.length > 1;
        return entry('TRANSFER', isWhole ? '0.00' : shares[0]!.amount, '2020-05-01', {
          allocationKey: isWhole ? 'NOTICE' : 'ONE',
          shares,
        });
      }),
    );
    const after = await Promise.all(bases.map((basis) => surfacesOf(sold, basis)));
    for (const [i, surfaces] of after.entries()) {
      expect(surfaces.list, `${name} ${bases[i]!}`).toEqual(before[i]!.list);
      expect(surfaces.dashboard).toEqual(surfaces.list);
      expect(surfaces.ratios).toEqual(before[i]!.ratios);
      expect(surfaces.pooled).toEqual(surfaces.ratios);
    }
    const { pageData } = await as(firm.editor).listFundInvestors({ params: { id: sold.fund, endDate } });
    const own = (key: 'a' | 'b') => pageData.find(({ investorId }) => investorId === sold.investors[key])!;
    expect([own('a').distributions, own('b').contributions]).toEqual(['76.00', '100.00']);
    const why = await as(firm.editor).explainPerformance({
      query: { subject: sold.fund, figure: 'contributions', date: endDate, basis: 'all' },
    });
    expect(why.result).toBe('100.00');
  });
});

describe('a fund reported as a whole', () => {
  const report = (fund: string, ...figures: readonly Reported[]) =>
    as(firm.editor).saveReported({ body: { vehicleId: fund, figures } });
  const reported = (figure: Reported['figure'], value: string, date = endDate): Reported => ({ figure, value, date });

  it('marks sums of an earlier report with its date, and explains them by the report', async () => {
    const later = '2020-09-30';
    const early = await plant('EARLY', firm.tenantId, firm.editor, undefined, {
      navBasis: { code: 'REPORTED', description: 'Reported' },
    });
    const commitments = await as(firm.editor).listCommitments({ query: { vehicleId: early.fund } });
    const { id: commitmentId } = commitments.find(({ investor }) => investor.id === early.investors.a)!;
    await report(
      early.fund,
      reported('contributions', '400.00'),
      reported('distributions', '100.00'),
      reported('unfunded', '600.00'),
      reported('nav', '500.00'),
      reported('nav', '550.00', later),
      ...(['contributions', 'distributions', 'unfunded', 'nav'] as const).map((name) => ({
        ...reported(name, '60.00'),
        commitmentId,
      })),
      { ...reported('nav', '70.00', later), commitmentId },
    );
    const rowAt = async (date: string) => {
      const { pageData } = await as(firm.editor).listVehicles({
        query: { endDate: date, basis: 'all', pageSize: 100 },
      });
      const { tvpi, reportedThrough } = pageData.find(({ fundId }) => fundId === early.fund)!;
      return [tvpi, reportedThrough];
    };
    expect([await rowAt(endDate), await rowAt(later)]).toEqual([
      ['1.5', null],
      ['1.625', endDate],
    ]);
    const stats = await as(firm.editor).getDashboardTopStats({
      query: { endDate: later, basis: 'all', fundId: early.fund },
    });
    expect(stats.flatMap(({ code, reportedThrough }) => (reportedThrough === null ? [] : [code]))).toEqual([
      'CONTRIBUTIONS',
      'DISTRIBUTIONS',
      'DPI',
      'TVPI',
    ]);
    const csv = await firm.file(
      firm.editor,
      `fund/funds?endDate=${later}&basis=all&pageSize=100&format=csv&searchQuery=EARLY`,
    );
    expect(csv.body).toContain('Cash reported through 06/30/2020');
    const investor = await as(firm.editor).getInvestorProfile({
      params: { id: early.investors.a },
      query: { endDate: later },
    });
    expect(investor.byCurrency).toMatchObject([{ contributions: '60.00', nav: '70.00', reportedThrough: endDate }]);
    // A posting in another fund of the investor pools the stored figures.
    const other = await plant('EARLY2', firm.tenantId, firm.editor, early);
    await enter(other, entry('CALL-INV', '100.00', '2020-09-01'));
    const pooled = await as(firm.editor).getInvestorProfile({
      params: { id: early.investors.a },
      query: { endDate: later },
    });
    expect(pooled.byCurrency).toMatchObject([{ contributions: '120.00', reportedThrough: endDate }]);
    const whyOf = (figure: string) =>
      as(firm.editor).explainPerformance({ query: { subject: early.fund, date: later, figure, basis: 'all' } });
    for (const [figure, title, amount, date] of [
      ['contributions', 'Reported: Contributions', '400.00', endDate],
      ['unfunded', 'Reported: Unfunded', '600.00', endDate],
      ['nav', 'Reported: NAV', '550.00', later],
    ] as const) {
      const why = await whyOf(figure);
      expect(why).toMatchObject({
        result: amount,
        entries: [{ title, date, counted: amount, source: null, record: { type: 'reportedFigure' } }],
      });
    }
    // Nobody reported the commitment, so it comes from the ledger.
    expect(await whyOf('commitment')).toMatchObject({
      formula: 'performance.commitment',
      result: '1000.00',
      entries: [{ counted: '600.00' }, { counted: '300.00' }, { counted: '100.00' }],
    });
  });

  it('counts in the ratios next to its amounts, and in those of its vintage', async () => {
    const whole = await plant('WHOLE', firm.tenantId, firm.editor, undefined, {
      navBasis: { code: 'REPORTED', description: 'Reported' },
      vintageYear: 1999,
    });
    await report(
      whole.fund,
      reported('contributions', '400.00'),
      reported('distributions', '100.00'),
      reported('unfunded', '600.00'),
      reported('nav', '500.00'),
    );
    const all = await surfacesOf(whole, 'all');
    expect(all.list).toEqual(['400.00', '100.00', '500.00']);
    expect(all.dashboard).toEqual(all.list);
    expect([all.ratios, all.pooled]).toEqual([
      ['1.5', '0.25'],
      ['1.5', '0.25'],
    ]);
    const cash = await as(firm.editor).chartFundCash({ query: { endDate, basis: 'all' } });
    const ofDashboard = await as(firm.editor).getDashboardDistributionValues({ query: { endDate, basis: 'all' } });
    expect(ofDashboard).toMatchObject(cash);
    // The funds of the tests above and this one.
    expect(cash).toMatchObject([
      { contributions: '1000.00', coverage: [{ total: 5 }, { included: 5 }, { included: 5 }] },
    ]);
    const vintageOn = async (basis: (typeof bases)[number]) =>
      (await as(firm.editor).chartFundVintages({ query: { endDate, basis } })).find(({ year }) => year === 1999);
    expect(await vintageOn('all')).toMatchObject({ totalDistributions: '100.00', tvpi: '1.5', dpi: '0.25' });
    // Nobody reported the part of the partners who pay fees.
    const paying = await surfacesOf(whole, 'feePaying');
    expect([paying.dashboard, paying.pooled]).toEqual([
      [null, null, null],
      [null, null],
    ]);
    const reason =
      'WHOLE Fund: Not reported for the fee-paying limited partners; the fund’s is 400.00: choose All partners.';
    expect(await vintageOn('feePaying')).toMatchObject({ totalDistributions: null, dpi: null });
    expect((await vintageOn('feePaying'))!.notDetermined.find(({ field }) => field === 'dpi')?.message).toBe(reason);
    const why = await as(firm.editor).explainPerformance({
      query: { figure: 'vintage.1999.tvpi', date: endDate, basis: 'all' },
    });
    expect(why.result).toBe('1.5');
  });

  it('is left out of a key figure only if it lacks that figure, unless other funds have multiples', async () => {
    const { id: currency } = { id: await firm.server.referenceEntry(firm.tenantId, 'currency', 'CHF') };
    const part = await plant('PART', firm.tenantId, firm.editor, undefined, {
      navBasis: { code: 'REPORTED', description: 'Reported' },
      currency: { id: currency },
    });
    await report(part.fund, reported('contributions', '200.00'));
    const stats = async (query: { readonly fundId?: string } = {}) =>
      (await as(firm.editor).getDashboardTopStats({ query: { endDate, basis: 'all', ...query } }))
        .filter((row) => row.currency === 'CHF')
        .map(({ name, value, coverage, notDetermined }) => [
          name,
          value,
          coverage?.included,
          notDetermined[0]?.message,
        ]);
    const noDistributions = 'Distributions were not reported for this fund.';
    const noNav = 'No net asset value was reported for 06/30/2020.';
    const noRate = 'No cash flows or rate were reported, so there is no IRR.';
    expect(await stats({ fundId: part.fund })).toEqual([
      ['Funds', '1', undefined, undefined],
      ['Contributions', '200.00', 1, undefined],
      ['Distributions', null, 0, noDistributions],
      ['NAV', null, 0, noNav],
      ['DPI', null, 0, noDistributions],
      ['TVPI', null, 0, noDistributions],
      ['Average net IRR', null, 0, noRate],
    ]);
    const other = await plant('OTHER', firm.tenantId, firm.editor, undefined, {
      navBasis: { code: 'REPORTED', description: 'Reported' },
      currency: { id: currency },
    });
    await report(
      other.fund,
      reported('contributions', '100.00'),
      reported('distributions', '50.00'),
      reported('nav', '100.00'),
    );
    // The number and the average cover the same funds as the amounts.
    expect((await stats()).map((row) => row.slice(0, 3))).toEqual([
      ['Funds', '1', 1],
      ['Contributions of funds with returns', '100.00', 1],
      ['Distributions', '50.00', 1],
      ['NAV', '100.00', 1],
      ['DPI', '0.5', 1],
      ['TVPI', '1.5', 1],
      ['Average net IRR', null, 0],
    ]);
  });
});
