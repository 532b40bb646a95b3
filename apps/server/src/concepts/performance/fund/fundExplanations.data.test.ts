import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { plantLateFund, type PlantedVehicle } from '../../../testing/plantedVehicle.ts';
import { type QueryOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

describe('figures of funds at a quarter end', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let owner: TestPerson;
  let alpha: PlantedVehicle;
  let beta: PlantedVehicle;

  const rowOf = async (code: string) => {
    const { pageData } = await as(owner).listVehicles({ query: { endDate: '2021-06-30' } });
    return pageData.find(({ fundCode }) => fundCode === code)!;
  };

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant('Fir Hollow Capital');
    owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
    ({ alpha, beta } = await plantLateFund(server, tenantId, owner));
    await as(owner).saveCurrencyPair({ body: { sourceCurrencyCode: 'EUR', destinationCurrencyCode: 'USD' } });
    const rate = {
      sourceCurrencyCode: 'EUR',
      destinationCurrencyCode: 'USD',
      effectiveDate: '2020-12-30',
      rate: '1.25',
    };
    await as(owner).saveExchangeRates({ body: { rates: [rate] } });
  });
  afterAll(() => server?.stop());

  it('are explained down to their entries [U27]', async () => {
    const { irr: rowIrr } = await rowOf('ALPHA');
    const irr = await as(owner).explainPerformance({
      query: { date: '2021-06-30', subject: alpha.fund, figure: 'irr' },
    });
    expect(irr.result).toBe(rowIrr);
    expect(irr.name).toBe('Net IRR · ALPHA Fund · EUR · 06/30/2021 · quarter open, not final');
    // The share of the two that pay fees: 900 of 1,000.
    expect(irr.entries).toMatchObject([
      { title: 'Capital call: investments', date: '2020-02-01', amount: '500.00', counted: '-450.00', source: null },
      { title: 'Distribution: gain', date: '2021-06-30', amount: '150.00', counted: '135.00' },
    ]);
    const [nav] = irr.children;
    expect(nav).toMatchObject({ name: 'NAV, for the fee-paying limited partners', result: '495.00' });
    expect(nav!.children.map(({ name, result }) => [name, result])).toEqual([
      ['NAV of the entries, for the fee-paying limited partners', '315.00'],
      ['Unrealized gain, for the fee-paying limited partners', '180.00'],
    ]);
    // Amounts use the basis of the rates, unless all partners are requested.
    const [ownNav, allNav] = [
      await as(owner).explainPerformance({ query: { date: '2021-06-30', subject: alpha.fund, figure: 'nav' } }),
      await as(owner).explainPerformance({
        query: { date: '2021-06-30', subject: alpha.fund, figure: 'nav', basis: 'all' },
      }),
    ];
    expect([ownNav.result, allNav.result]).toEqual(['495.00', '550.00']);
    const own = await as(owner).explainPerformance({
      query: { date: '2021-06-30', subject: alpha.fund, investorId: alpha.investors['LP-A'], figure: 'contributions' },
    });
    expect([own.name, own.result]).toEqual([
      'Contributions · ALPHA LP-A in ALPHA Fund · EUR · 06/30/2021 · quarter open, not final',
      '300.00',
    ]);
    const found = await as(owner).explainPerformance({
      query: { date: '2021-06-30', subject: alpha.holding, figure: 'grossMoic' },
    });
    expect([found.result, found.inputs.map(({ name }) => name)]).toEqual([
      '1.4',
      ['proceeds', 'income', 'fairValue', 'invested'],
    ]);
  });

  it('explain horizon returns, lines, carry positions and figures of all funds', async () => {
    const { horizons } = await as(owner).getFundProfile({ params: { id: alpha.fund } });
    for (const { horizon, irr } of horizons)
      expect(
        (
          await as(owner).explainPerformance({
            query: { date: '2021-06-30', subject: alpha.fund, figure: `horizon.${horizon}` },
          })
        ).result,
        horizon,
      ).toBe(irr);
    const lined = await as(owner).getFundProfile({ params: { id: beta.fund } });
    const line = await as(owner).explainPerformance({
      query: { date: lined.periodEndDate!, subject: beta.fund, figure: 'line.withoutTvpi' },
    });
    expect(line.result).toBe(lined.line!.withoutLine!.tvpi);
    const carry = await as(owner).explainPerformance({
      query: { date: '2021-06-30', subject: alpha.fund, figure: 'carry.earned' },
    });
    expect([carry.result, carry.whyNot]).toMatchObject([null, { code: 'NOT_DETERMINED' }]);
    const paid = await as(owner).explainPerformance({
      query: { date: '2021-06-30', subject: alpha.fund, figure: 'carry.paid' },
    });
    expect(paid.result).toBe(
      (await as(owner).getFundCarryPosition({ params: { id: alpha.fund, date: '2021-06-30' } })).carryPaid,
    );
    const average = await as(owner).explainPerformance({ query: { date: '2021-06-30', figure: 'averageIrr' } });
    expect(average.result).toBe((await as(owner).summarizeFunds({ query: { endDate: '2021-06-30' } })).averageIrr);
    expect(average.inputs.map(({ name }) => name)).toContain('ALPHA Fund');
    const vintages = await as(owner).chartFundVintages({ query: { endDate: '2021-06-30' } });
    for (const { year, currency, tvpi, totalCommitment } of vintages) {
      const explained = (name: string) =>
        as(owner).explainPerformance({
          query: { date: '2021-06-30', figure: `vintage.${String(year)}.${name}`, currency },
        });
      expect([(await explained('tvpi')).result, (await explained('commitment')).result]).toEqual([
        tvpi,
        totalCommitment,
      ]);
    }
    const refusedOf = async (query: { readonly subject?: string; readonly figure: string }) =>
      (await refusal(as(owner).explainPerformance({ query: { date: '2021-06-30', ...query } }))).errors[0]?.message;
    expect(await refusedOf({ figure: 'nothing' })).toBe('There is no figure nothing for all funds.');
    expect(await refusedOf({ subject: alpha.fund, figure: 'nothing' })).toBe('There is no figure nothing.');
    expect(await refusedOf({ subject: alpha.fund, figure: 'line.nothing' })).toBe(
      'ALPHA Fund has no figure line.nothing.',
    );
    expect(await refusedOf({ subject: alpha.holding, figure: 'carry.earned' })).toContain(
      'Only funds and coinvestments have it.',
    );
  });

  it('explain why a figure has no value and how to fix it, and the rate of a converted figure', async () => {
    const explainIn = async (currency: string) =>
      await as(owner).explainPerformance({
        query: { date: '2020-12-31', subject: alpha.fund, figure: 'nav', currency },
      });
    expect(await explainIn('USD')).toMatchObject({
      result: '697.50',
      children: [{ name: 'NAV, for the fee-paying limited partners in EUR', result: '558.00' }],
    });
    await server.referenceEntry(tenantId, 'currency', 'CHF');
    expect((await explainIn('CHF')).whyNot).toEqual({
      code: 'NO_FX_RATE',
      message: 'There is no exchange rate for EUR/CHF on or before 12/31/2020.',
      mend: 'Enter an exchange rate for this pair on the quarter end or an earlier day.',
    });
    const investor = alpha.investors['LP-A'];
    const why = (query: QueryOf<'explainPerformance'>) => as(owner).explainPerformance({ query });
    const refused = await refusal(why({ date: '2020-12-31', subject: investor, figure: 'irr' }));
    expect(refused.errors).toMatchObject([{ code: 'REQUIRED', path: 'Currency' }]);
    const pooled = await why({ date: '2020-12-31', subject: investor, figure: 'nav', currency: 'USD' });
    expect(pooled.result).toBe('120.00');
    const late = await why({ date: '2021-06-30', subject: beta.fund, figure: 'nav' });
    expect([late.result, late.whyNot]).toEqual([
      null,
      {
        code: 'NAV_MISSING',
        message:
          'This fund is late. Nothing is booked for the quarter to 06/30/2021; the last figures are of 12/31/2020.',
        mend: 'Choose 12/31/2020 as the reporting date, carry forward the last value of late funds, or enter this quarter’s figures.',
      },
    ]);
    const unknown = why({ date: '2021-06-30', subject: alpha.fund, figure: 'nothing' });
    expect((await refusal(unknown)).status).toBe(404);
    const { bytes } = await as(owner).printPerformanceExplanation({
      query: { date: '2021-06-30', subject: alpha.fund, figure: 'irr' },
    });
    expect(pdfTexts(Buffer.from(bytes)).flat().join('').replaceAll(' ', '')).toContain('Distribution:gain');
  });
});
