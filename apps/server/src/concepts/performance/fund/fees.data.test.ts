import { emptyId } from '@carrara/contract/core/kinds';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { checkTemplate, readTemplate } from '@carrara/domain/performance/ilpa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargedFund, exampleFund, type ExampleFund } from '../../../testing/exampleFund.ts';
import { type AnswerOf, refusal, refusalCodes, responseStatus } from '../../../testing/testClient.ts';
import type { TestPerson } from '../../../testing/testServer.ts';

let example: ExampleFund;
let editor: ExampleFund['editor'];
let fund: string;
/** A second fund, which is charged a fee. */
let charged: string;
let reader: TestPerson;

beforeAll(async () => {
  example = await exampleFund();
  ({ editor, fund } = example);
  ({ fund: charged } = await chargedFund(example));
  reader = await example.server.person(example.tenantId, { performance: 'editor' });
});
afterAll(() => example?.server.stop());

/** Sends a raw request, for files and values that the contract doesn't allow. */
const send = (url: string, payload?: object) =>
  example.server.call(reader.token, example.tenantId, {
    method: payload ? 'POST' : 'GET',
    url: `/api/performance/ilpa/${url}`,
    ...(payload ? { payload } : {}),
  });

describe('fees', () => {
  const day = '2024-03-31';
  const rowOf = ({ periods }: Pick<AnswerOf<'getFees'>, 'periods'>, row: number) =>
    periods.map(
      ({ propertySections }) =>
        propertySections.flatMap(({ properties }) => properties).find((property) => property.row === row)?.amount,
    );

  it('are listed by section for the quarter, the year and since inception, for the fund, its GP or related parties [A-P-145] [U-P-036] [U-P-073 U-T-079]', async () => {
    const table = await editor.getFees({ params: { endDate: day }, query: { fundId: charged } });
    expect(table.periods.map(({ periodName, startDate }) => [periodName, startDate])).toEqual([
      ['Current', '2023-12-31'],
      ['ITD', null],
      ['YTD', '2023-12-31'],
    ]);
    expect(rowOf(table, 21)).toEqual(['-4.50', '-13.50', '-4.50']);
    expect(
      rowOf(
        await editor.getFees({
          params: { endDate: day },
          query: { fundId: charged, investorType: 'RELATEDPARTY' },
        }),
        21,
      ),
    ).toEqual(['-0.50', '-1.50', '-0.50']);
    expect(
      rowOf(await editor.getFees({ params: { endDate: day }, query: { fundId: charged, investorType: 'GP' } }), 21),
    ).toEqual(['0.00', '0.00', '0.00']);
    const url = `${day}/fee?fundId=${charged}&investorType=INVESTOR`;
    expect((await send(url)).statusCode).toBe(400);
  });

  it('are named with their funds, investors, dates and parts [A-P-137] [A-P-138] [A-P-139] [A-P-141] [A-P-143] [A-P-144]', async () => {
    expect(await editor.listIlpaFunds({ params: { endDate: day } })).toMatchObject([
      { fundCode: 'EX-I' },
      { fundCode: 'EX-II' },
    ]);
    const byDate = await editor.listIlpaFundsByDate();
    expect([byDate[0]?.endDate, byDate[0]?.funds.length]).toEqual([day, 2]);
    expect(await editor.listIlpaInvestors({ params: { endDate: day }, query: { fundId: fund } })).toMatchObject([
      { investorName: 'Pension One' },
    ]);
    expect((await editor.listIlpaReportingDates())[0]?.endDate).toBe(day);
    const references = await editor.getFeeReferences();
    expect(new Set(references.feeInvestorTypes.map(({ code }) => code))).toEqual(
      new Set(['FUND', 'GP', 'RELATEDPARTY']),
    );
    expect(new Set(references.comparedInvestorTypes.map(({ code }) => code))).toEqual(new Set(['FUND', 'GP']));
    const sections = await editor.listFeeProperties();
    expect(sections[0]).toMatchObject({
      code: 'MANAGEMENT_FEES',
      properties: [{ row: 21 }, { row: 22 }, { row: 23 }, { row: 24 }, { row: 25 }],
    });
  });

  it('have a profile and a summary of the fund, and of an investor its own table [A-P-140] [A-P-142] [A-P-146] [A-P-147]', async () => {
    expect(await editor.getIlpaProfile({ params: { endDate: day }, query: { fundId: charged } })).toMatchObject({
      commitment: '1000.00',
      nav: '404.50',
      numberOfInvestors: 3,
    });
    expect(await editor.getIlpaSummary({ query: { fundId: charged, endDate: day } })).toMatchObject({
      periods: [
        { periodName: 'Current', managementFees: '-4.50' },
        { managementFees: '-13.50' },
        { managementFees: '-4.50' },
      ],
    });
    const own = await editor.getInvestorIlpaProfile({
      params: { endDate: day },
      query: { fundId: fund, investorId: example.investor },
    });
    expect([own.investorType?.code, own.commitment]).toEqual(['INVESTOR', '200.00']);
    expect(
      rowOf(
        await editor.getInvestorFees({
          params: { endDate: day },
          query: { fundId: fund, investorId: example.investor },
        }),
        21,
      ),
    ).toEqual(['0.00', '0.00', '0.00']);
    expect(
      await responseStatus(
        editor.getInvestorFees({ params: { endDate: day }, query: { fundId: charged, investorId: example.investor } }),
      ),
    ).toBe(404);
  });

  it('have the final closing without reversed closes, for the fund and for an investor', async () => {
    const ofInvestor = { fundId: fund, investorId: example.investor };
    const closings = async () => {
      const profiles = [
        await editor.getIlpaProfile({ params: { endDate: day }, query: { fundId: fund } }),
        await editor.getInvestorIlpaProfile({ params: { endDate: day }, query: ofInvestor }),
      ];
      return profiles.map(({ finalClosing }) => finalClosing);
    };
    const before = await closings();
    const close = { vehicleId: fund, investorId: example.investor, kind: 'CLOSE', date: '2024-03-01' } as const;
    const body = { ...close, amount: '1.00', warningsConfirmed: true };
    const { id } = await editor.saveCommitment({ body });
    expect(await closings()).toEqual(['2024-03-01', '2024-03-01']);
    await editor.reverseCommitmentEvent({ params: { id }, body: { reason: 'It was another fund' } });
    expect(await closings()).toEqual(before);
  });

  it('are compared fund by fund; types that are investors are refused [A-P-150] [U-P-072 U-T-079]', async () => {
    const compared = await editor.compareFundFees({
      params: { endDate: day },
      query: { periodCode: 'ITD', investorType: 'FUND' },
      body: [fund, charged],
    });
    expect(compared.funds.map(({ fundCode }) => fundCode)).toEqual(['EX-I', 'EX-II']);
    expect(compared.data.find(({ row }) => row === 25)?.amounts.map(({ amount }) => amount)).toEqual([
      '0.00',
      '-13.50',
    ]);
    for (const type of ['INVESTOR', 'SPV', 'RELATEDPARTY']) {
      const url = `${day}/fund-comparison?investorType=${type}`;
      expect((await send(url, [fund])).statusCode).toBe(400);
    }
  });

  it('go into the Reporting Template of an investor, which passes the check for other people’s files [A-P-151]', async () => {
    const answer = await send(
      `investorexport?format=excel&fundId=${fund}&investorId=${example.investor}&endDate=${day}`,
    );
    expect(answer.statusCode).toBe(200);
    const sheets = (await readWorkbook(answer.rawPayload))._unsafeUnwrap();
    const { differences, missing } = checkTemplate(readTemplate(sheets[0]!.rows)._unsafeUnwrap());
    expect([differences, missing]).toEqual([[], []]);
  });

  it('make the Performance Template by the method of the terms, its workbook with live formulas', async () => {
    expect(await refusal(editor.getPerformanceTemplate({ query: { fundId: charged, endDate: day } }))).toMatchObject({
      status: 422,
      errors: [
        {
          code: 'NOT_DETERMINED',
          path: 'Method',
          message: expect.stringContaining('Set it under Analysis > Fee template > Economic terms'),
        },
      ],
    });
    const granular = await editor.getPerformanceTemplate({
      query: { fundId: charged, endDate: day, method: 'GRANULAR' },
    });
    // 900 of 1000 pay fees: 450 of the call, 18 of the fees paid in and 90 received, and their value.
    expect(granular.lines.map(({ type, amount }) => `${amount} ${type}`)).toEqual([
      '-450.00 Capital Call: Investments',
      '-18.00 Capital Call: Management Fees (Inside Commitment)',
      '90.00 Distribution: Permanent - Return of Capital',
      '364.50 NAV',
    ]);
    expect(granular.figures.map(({ column, multiple }) => [column, multiple])).toEqual([
      ['grossWith', '1.01'],
      ['netWith', '0.971153846154'],
      ['grossWithout', '1.01'],
      ['netWithout', '0.971153846154'],
    ]);
    const file = await editor.exportPerformanceTemplate({
      query: { fundId: charged, endDate: day, method: 'GROSS_UP' },
    });
    const sheets = (await readWorkbook(Buffer.from(file.bytes)))._unsafeUnwrap();
    expect(sheets.map(({ name }) => name)).toEqual(['Performance Template', 'Flows by column']);
    // Once the terms name a method, requesting another one is refused.
    const storedTerms = await editor.getEconomicTerms({ params: { fundId: charged, investorId: emptyId } });
    const { rowVersion } = storedTerms;
    await editor.saveEconomicTerms({
      params: { fundId: charged },
      body: { rowVersion, performanceMethod: { code: 'GRANULAR' } },
    });
    expect(
      await refusalCodes(
        editor.getPerformanceTemplate({ query: { fundId: charged, endDate: day, method: 'GROSS_UP' } }),
      ),
    ).toEqual([409, 'CONDITION_NOT_MET Method']);
    expect(
      await editor.getPerformanceTemplate({ query: { fundId: charged, endDate: day, method: 'GRANULAR' } }),
    ).toEqual(granular);
    expect(await editor.getPerformanceTemplate({ query: { fundId: charged, endDate: day } })).toEqual(granular);
  });
});
