import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargedFund, exampleFund, type ExampleFund, quartiles } from '../../../testing/exampleFund.ts';
import { type QueryOf, refusal } from '../../../testing/testClient.ts';

let example: ExampleFund;
let editor: ExampleFund['editor'];
let fund: string;
let charged: Awaited<ReturnType<typeof chargedFund>>;

beforeAll(async () => {
  example = await exampleFund();
  ({ editor, fund } = example);
  charged = await chargedFund(example);
  await editor.saveBenchmark({
    body: {
      name: 'Buyout 2021',
      provider: 'Invented',
      vintageYear: 2021,
      strategy: await example.reference('fund-family', 'BUYOUT'),
      figures: [quartiles('2024-03-31', ['18', '12', '5'], ['1.9', '1.5', '1.2'])],
    },
  });
  const terms = { managementFee: '1.75', feeBasis: { code: 'COMMITMENT' } } as const;
  await editor.saveEconomicTerms({ params: { fundId: fund }, body: terms });
});
afterAll(() => example?.server.stop());

describe('the dashboard', () => {
  it('adds up commitments, unfunded and NAV, never across currencies [A-P-127]', async () => {
    expect(await editor.getDashboardTotals()).toMatchObject({
      periodId: 'ITD',
      endDate: '2024-03-31',
      numberOfFunds: 2,
      currency: null,
      totalCommitment: null,
      byCurrency: [
        { currency: 'USD', totalCommitment: '200.00', endUnfundedCommitment: '50.00', fmv: '10.00' },
        { currency: 'EUR', totalCommitment: '900.00', endUnfundedCommitment: '432.00', fmv: '364.50' },
      ],
    });
    expect(await editor.getDashboardTotals({ query: { fundId: charged.fund } })).toMatchObject({
      fundCode: 'EX-II',
      currency: 'EUR',
      totalCommitment: '900.00',
      funds: [{ code: 'EX-I' }, { code: 'EX-II' }],
    });
  });

  it('covers the time since inception unless another period is requested [U-P-102] [A-P-128] [A-P-130 U-T-100]', async () => {
    const stat = async (code: string, query: QueryOf<'getDashboardTopStats'> = {}) =>
      (await editor.getDashboardTopStats({ query })).filter((row) => row.code === code).map(({ value }) => value);
    expect(await stat('CONTRIBUTIONS')).toEqual(['150.00', '468.00']);
    expect(await stat('DISTRIBUTIONS', { periodId: 'QTD' })).toEqual(['60.00', '90.00']);
    // With the general partner, who doesn't pay a fee.
    expect(await stat('CONTRIBUTIONS', { basis: 'all' })).toEqual(['150.00', '518.00']);
    expect(await stat('DISTRIBUTIONS', { periodId: 'QTD', basis: 'all' })).toEqual(['60.00', '100.00']);
    for (const query of [{}, { basis: 'all' }] as const) {
      const [paid, received, nav, multiple] = await Promise.all(
        ['CONTRIBUTIONS', 'DISTRIBUTIONS', 'NAV', 'TVPI'].map((code) => stat(code, query)),
      );
      const ofDisplayed = (Number(received?.[1]) + Number(nav?.[1])) / Number(paid?.[1]);
      expect(ofDisplayed).toBeCloseTo(Number(multiple?.[1]), 9);
    }
    expect(await stat('TVPI', { fundId: fund })).toEqual(['1']);
    const rows = await editor.getDashboardFundTable({ query: { periodId: 'YTD' } });
    expect(rows.map(({ fundCode, contributions, distributions }) => [fundCode, contributions, distributions])).toEqual([
      ['EX-I', '0.00', '60.00'],
      ['EX-II', '0.00', '90.00'],
    ]);
  });

  it('has key figures by currency, with the same sums as the totals, their change and their trend', async () => {
    for (const basis of ['feePaying', 'all'] as const) {
      const [byCurrency, totals, stats] = await Promise.all([
        editor.getDashboardKeyFigures({ query: { basis } }),
        editor.getDashboardTotals({ query: { basis } }),
        editor.getDashboardTopStats({ query: { basis } }),
      ]);
      const valueOf = (currency: string, code: string) =>
        byCurrency.find((own) => own.currency === currency)?.figures.find((figure) => figure.code === code)?.value;
      expect(byCurrency.map(({ currency }) => currency)).toEqual(['USD', 'EUR']);
      for (const sums of totals.byCurrency) {
        expect(valueOf(sums.currency, 'NAV')).toBe(sums.fmv);
        expect(valueOf(sums.currency, 'COMMITMENT')).toBe(sums.totalCommitment);
        expect(valueOf(sums.currency, 'UNFUNDED')).toBe(sums.endUnfundedCommitment);
      }
      for (const { code, currency, value } of stats)
        if (['DISTRIBUTIONS', 'DPI', 'TVPI'].includes(code)) expect(valueOf(currency!, code)).toBe(value);
    }
    const [own, ...others] = await editor.getDashboardKeyFigures({ query: { fundId: fund } });
    expect(others).toEqual([]);
    const earlier = await editor.getDashboardTotals({ query: { fundId: fund, endDate: '2023-12-31' } });
    const nav = own!.figures[0]!;
    expect(nav.trend).toHaveLength(8);
    expect(nav.trend.at(-2)).toEqual({ endDate: '2023-12-31', value: earlier.fmv });
    expect(nav).toMatchObject({ code: 'NAV', value: '10.00', coverage: { included: 1, total: 1 } });
    expect(nav.change).toMatchObject({ since: '2023-12-31' });
    expect(Number(nav.change?.difference)).toBeCloseTo(10 - Number(earlier.fmv), 9);
    // A family without funds has none.
    expect(await editor.getDashboardKeyFigures({ query: { fundFamilyId: example.investor } })).toEqual([]);
  });

  it('lists the next step of each fund’s quarter close for people who may do it', async () => {
    const work = async (endDate?: string) => {
      const { total, items } = await editor.getQuarterWork({ query: endDate ? { endDate } : {} });
      expect(total).toBe(items.length);
      return items.map(({ fundCode, kind, quarter, part }) => [fundCode, kind, quarter, part]);
    };
    const [first, ...others] = await work();
    expect(first?.[0]).toBe('EX-I');
    expect(others).toHaveLength(1);
    // A quarter later, both funds are late: the base currency comes first.
    expect(await work('2024-06-30')).toMatchObject([
      ['EX-I', 'LATE', '2024-06-30', 'reported'],
      ['EX-II', 'LATE', '2024-06-30', 'reported'],
    ]);
    const viewer = await example.server.person(example.tenantId, { performance: 'viewer' });
    expect((await refusal(example.server.as(viewer).getQuarterWork())).status).toBe(403);
  });

  it('shows families, commitments, returns and flows of the chosen funds [A-P-129] [A-P-132] [A-P-133] [A-P-134] [U-P-099]', async () => {
    expect(await editor.getDashboardByFundFamily()).toMatchObject([
      { currency: 'EUR', numberOfFunds: 1, fmv: '364.50' },
      { currency: 'USD', numberOfFunds: 1, fmv: '10.00' },
    ]);
    expect(await editor.getDashboardByFundFamily({ query: { fundFamilyId: example.investor } })).toEqual([]);
    // Ordered by size, because the chart shows seven.
    expect(await editor.getDashboardCommitmentComparison()).toMatchObject([
      { fundCode: 'EX-II' },
      { fundCode: 'EX-I' },
    ]);
    expect(await editor.getDashboardCommitmentComparison({ query: { fundId: charged.fund } })).toMatchObject([
      { commitment: '900.00', contributions: '468.00', unfunded: '432.00' },
    ]);
    expect(await editor.getDashboardFundStats({ query: { fundId: fund } })).toMatchObject([
      { dpi: '0.933333333333', tvpi: '1' },
    ]);
    expect(await editor.getDashboardDistributionValues({ query: { fundId: fund } })).toMatchObject([
      {
        currency: 'USD',
        year: 2021,
        quarter: null,
        commitments: '200.00',
        contributions: '100.00',
        distributions: '0.00',
      },
      {
        currency: 'USD',
        year: 2022,
        quarter: null,
        commitments: '0.00',
        contributions: '50.00',
        distributions: '0.00',
      },
      { currency: 'USD', year: 2023, quarter: null, contributions: '0.00', distributions: '80.00' },
      { currency: 'USD', year: 2024, quarter: null, contributions: '0.00', distributions: '60.00' },
    ]);
  });

  it('holds the fee of a period against days x rate / 36500 x commitment of those who pay it [U-P-106] [A-P-131]', async () => {
    // 2022-12-31 to 2024-03-31 are 456 days: 456 x 1.5 / 36500 x 900.
    expect(await editor.getDashboardFeeValues({ query: { fundId: charged.fund } })).toMatchObject([
      {
        startDate: '2022-12-31',
        endDate: '2024-03-31',
        rate: '1.5',
        fee: '13.50',
        projection: '16.87',
        difference: '-3.37',
        standing: 'below',
      },
    ]);
    expect(await editor.getDashboardFeeValues({ query: { fundId: charged.fund, periodId: 'QTD' } })).toMatchObject([
      { startDate: '2023-12-31', fee: '4.50', projection: '3.37', standing: 'above' },
    ]);
    // A commitment that pays fees from a quarter on counts from then, not in earlier quarters: 365 x 1.5 / 36500 x 900
    // + 91 x 1.5 / 36500 x 1000.
    const investorId = charged.generalPartner;
    const pays = { vehicleId: charged.fund, investorId, kind: 'TERMS', date: '2024-02-15', paysFee: true } as const;
    const { id: event } = await editor.saveCommitment({ body: pays });
    expect(await editor.getDashboardFeeValues({ query: { fundId: charged.fund } })).toMatchObject([
      { projection: '17.24' },
    ]);
    expect(await editor.getDashboardFeeValues({ query: { fundId: charged.fund, periodId: 'QTD' } })).toMatchObject([
      { projection: '3.74' },
    ]);
    await editor.reverseCommitmentEvent({ params: { id: event }, body: { reason: 'It was another one' } });
    expect(await editor.getDashboardFeeValues({ query: { fundId: charged.fund } })).toMatchObject([
      { projection: '16.87' },
    ]);
    // An increase counts from the first close, unless the terms say from its own date: 91 days and the 365 before x 1.5
    // / 36500 x 100; 45 days.
    const more = {
      vehicleId: charged.fund,
      investorId: charged.feePayer,
      kind: 'INCREASE',
      date: '2024-02-15',
      amount: '100.00',
    } as const;
    const { id: increase } = await editor.saveCommitment({ body: more });
    expect(await editor.getDashboardFeeValues({ query: { fundId: charged.fund } })).toMatchObject([
      { projection: '18.74' },
    ]);
    expect(await editor.getDashboardFeeValues({ query: { fundId: charged.fund, periodId: 'QTD' } })).toMatchObject([
      { projection: '5.24' },
    ]);
    const feeTerms = { managementFee: '1.5', feeBasis: { code: 'COMMITMENT' }, feeStart: { code: 'OWN_CLOSE' } };
    await editor.saveEconomicTerms({ params: { fundId: charged.fund }, body: { ...feeTerms, rowVersion: 1 } });
    expect(await editor.getDashboardFeeValues({ query: { fundId: charged.fund, periodId: 'QTD' } })).toMatchObject([
      { projection: '3.55' },
    ]);
    await editor.saveEconomicTerms({
      params: { fundId: charged.fund },
      body: { ...feeTerms, feeStart: null, rowVersion: 2 },
    });
    await editor.reverseCommitmentEvent({ params: { id: increase }, body: { reason: 'It was another one' } });
    // Nothing is projected from figures that have ended.
    const ended = await editor.getDashboardFeeValues({ query: { fundId: charged.fund, endDate: '2026-06-30' } });
    const message = expect.stringContaining('no figures after 03/31/2024') as string;
    expect(ended).toMatchObject([
      {
        fee: '13.50',
        projection: null,
        standing: null,
        notDetermined: [{ field: 'projection', message }],
      },
    ]);
    await editor.saveEconomicTerms({ params: { fundId: fund }, body: { managementFee: null, rowVersion: 1 } });
    expect(await editor.getDashboardFeeValues({ query: { fundId: fund } })).toMatchObject([
      {
        projection: null,
        standing: null,
        notDetermined: [{ field: 'projection', code: 'NOT_DETERMINED' }],
      },
    ]);
  });

  it('has the multiple of a fund that is the only one of its vintage', async () => {
    const { pageData } = await editor.listVehicles({ query: { endDate: '2024-03-31' } });
    const vintages = await editor.chartFundVintages({ query: { endDate: '2024-03-31' } });
    expect(vintages.find(({ currency }) => currency === 'EUR')?.tvpi).toBe(
      pageData.find(({ fundCode }) => fundCode === 'EX-II')?.tvpi,
    );
  });

  it('shows funds among others [A-P-135] [A-P-136]', async () => {
    expect(await editor.getDashboardBenchmarksIrr({ query: { fundId: fund } })).toMatchObject([
      { benchmark: 'Buyout 2021', asOf: '2024-03-31', upper: '18', median: '12', lower: '5' },
    ]);
    expect(await editor.getDashboardBenchmarksMoic({ query: { fundId: fund } })).toMatchObject([
      { rate: '1', upper: '1.9', quartile: 4 },
    ]);
  });

  it('bridges one NAV to the next, to the cent [bridge]', async () => {
    const bridge = await editor.getFundBridge({ params: { id: charged.fund, date: '2024-03-31' } });
    expect(
      bridge.periods.map(({ code, opening, contributions, distributions, expenses, closing }) => [
        code,
        opening,
        contributions,
        distributions,
        expenses,
        closing,
      ]),
    ).toEqual([
      ['QTD', '509.00', '0.00', '-100.00', '-4.50', '404.50'],
      ['YTD', '509.00', '0.00', '-100.00', '-4.50', '404.50'],
      ['ITD', '0.00', '518.00', '-100.00', '-13.50', '404.50'],
    ]);
  });
});

it('counts calls less excess, amounts without carry, and fee payers in all panels of the dashboard [A-P-128] [A-P-130] [A-P-133]', async () => {
  await editor.saveLedgerEntries({
    body: {
      vehicleId: charged.fund,
      entries: [
        { type: 'CALL-INV', amount: '40.00', effectiveDate: '2024-03-10' },
        { type: 'EXCESS-INV', amount: '30.00', effectiveDate: '2024-03-20' },
        { type: 'CARRY-PAID', amount: '5.00', effectiveDate: '2024-03-25' },
      ],
    },
  });
  const [own] = await editor.getDashboardFundStats({ query: { fundId: charged.fund } });
  for (const [period, contributions, distributions] of [
    ['QTD', '9.00', '90.00'],
    ['ITD', '477.00', '90.00'],
  ] as const) {
    const stats = await editor.getDashboardTopStats({ query: { fundId: charged.fund, periodId: period } });
    const value = (code: string) => stats.find((row) => row.code === code)?.value;
    expect([value('CONTRIBUTIONS'), value('DISTRIBUTIONS')]).toEqual([contributions, distributions]);
    expect([value('DPI'), value('TVPI')]).toEqual([own?.dpi, own?.tvpi]);
    expect(await editor.getDashboardFundTable({ query: { fundId: charged.fund, periodId: period } })).toMatchObject([
      { contributions, distributions },
    ]);
  }
  expect(
    await editor.getDashboardDistributionValues({ query: { fundId: charged.fund, periodId: 'QTD' } }),
  ).toMatchObject([{ contributions: '9.00', distributions: '90.00' }]);
  expect(await editor.getDashboardCommitmentComparison({ query: { fundId: charged.fund } })).toMatchObject([
    { contributions: '477.00' },
  ]);
});

it('has the average rate and the number of all funds, and those of each currency [A-P-128]', async () => {
  const vehicleId = await example.createFund('EX-III', 'Spent Fund III', 'EUR', 2022);
  const date = '2022-03-01';
  await editor.saveCommitment({
    body: { vehicleId, investorId: example.investor, kind: 'CLOSE', date, amount: '20.00' },
  });
  await editor.saveLedgerEntries({
    body: {
      vehicleId,
      entries: [
        { type: 'CALL-EXP', amount: '20.00', effectiveDate: date },
        { type: 'EXP-OTHER', amount: '20.00', effectiveDate: '2024-03-31' },
      ],
    },
  });
  const rates = await editor.getDashboardFundStats();
  expect(rates.map(({ irr }) => irr === null)).toEqual([false, false, true]);
  const stats = await editor.getDashboardTopStats();
  const { averageIrr } = await editor.summarizeFunds();
  const valueIn = (currency: string | null, code: string) =>
    stats.find((row) => row.currency === currency && row.code === code);
  expect(valueIn(null, 'AVERAGE_IRR')?.value).toBe(averageIrr);
  expect(valueIn(null, 'FUNDS')?.value).toBe('3');
  expect(averageIrr).toMatch(/^-?\d/);
  expect(valueIn('USD', 'FUNDS')).toMatchObject({ value: '1', coverage: { included: 1, total: 1 } });
  expect(valueIn('EUR', 'FUNDS')).toMatchObject({ value: '2', coverage: { included: 2, total: 2 } });
  const [ofDollars, ofEuros] = rates.map(({ irr }) => Number(irr));
  expect(Number(valueIn('USD', 'AVERAGE_IRR')?.value)).toBeCloseTo(ofDollars!, 9);
  expect(Number(valueIn('EUR', 'AVERAGE_IRR')?.value)).toBeCloseTo(ofEuros!, 9);
  expect(valueIn('EUR', 'AVERAGE_IRR')?.coverage).toMatchObject({ included: 1, total: 2 });
});

it('writes audit entries that match the stored rows', async () => {
  const { server, tenantId } = example;
  const findings = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) =>
    (await verifyTenant(tx, server.auditKey)).findings
      .map(({ location, description: subject }) => `${location.join(' / ')}: ${subject}`)
      .filter((text) => !text.startsWith('reference /')),
  );
  expect(findings).toEqual([]);
});
