import type { CarryTerms } from '@carrara/contract/performance/carryTerms/carryTerms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleFund, type ExampleFund } from '../../../testing/exampleFund.ts';
import { refusalCodes } from '../../../testing/testClient.ts';
import { wholeFundTerms } from '../../../testing/carryTerms.ts';

let example: ExampleFund;
let editor: ExampleFund['editor'];
let fund: string;
let carryTerms: CarryTerms;

beforeAll(async () => {
  example = await exampleFund();
  ({ editor, fund } = example);
});
afterAll(() => example?.server.stop());

describe('economic terms', () => {
  const missingId = '00000000-0000-0000-0000-000000000000';
  it('are those of a fund, and for an investor what its side letter says otherwise [A-P-148]', async () => {
    expect(await editor.getEconomicTerms({ params: { fundId: fund, investorId: missingId } })).toMatchObject({
      rowVersion: null,
      carry: null,
    });
    const saved = await editor.saveEconomicTerms({
      params: { fundId: fund },
      body: {
        managementFee: '1.75',
        feeBasis: { code: 'COMMITMENT' },
      },
    });
    expect(saved).toMatchObject({
      rowVersion: 1,
      carry: null,
      feeBasis: { code: 'COMMITMENT', description: 'Commitments' },
    });
    carryTerms = await editor.saveCarryTerms({ body: wholeFundTerms(fund) });
    await editor.saveEconomicTerms({
      params: { fundId: fund },
      body: { investorId: example.investor, managementFee: '1.5' },
    });
    const own = await editor.getEconomicTerms({ params: { fundId: fund, investorId: example.investor } });
    expect(own).toMatchObject({ managementFee: '1.5', carry: '20', investorId: example.investor });
    expect(
      own.terms
        .filter(({ value }) => value !== null)
        .map(({ code, value, isOfFund }) => `${code} ${value} ${isOfFund}`),
    ).toEqual([
      'managementFee 1.5 % false',
      'feeBasis Commitments true',
      'waterfall European (whole fund) true',
      'carry 20 % true',
      'hurdle 8 % true',
      'catchUp 100 % true',
    ]);
  });
  it('are refused out of their range, at the field; nothing is written twice', async () => {
    expect(
      await refusalCodes(
        editor.saveEconomicTerms({ params: { fundId: fund }, body: { laterManagementFee: '101', rowVersion: 1 } }),
      ),
    ).toEqual([422, 'PERCENT_RANGE LaterManagementFee']);
    const body = { managementFee: '1' };
    expect(await refusalCodes(editor.saveEconomicTerms({ params: { fundId: fund }, body }))).toEqual([
      422,
      'ROW_VERSION_REQUIRED RowVersion',
    ]);
    expect(
      await refusalCodes(editor.saveEconomicTerms({ params: { fundId: fund }, body: { ...body, rowVersion: 7 } })),
    ).toEqual([409, 'STALE_VERSION RowVersion']);
    const method = { investorId: example.investor, performanceMethod: { code: 'GRANULAR' }, rowVersion: 1 };
    expect(await refusalCodes(editor.saveEconomicTerms({ params: { fundId: fund }, body: method }))).toEqual([
      422,
      'FIELD_NOT_OF_TYPE PerformanceMethod',
    ]);
  });
  it('make the carry position of the fund; without them it is not determined, never zero [carry-position]', async () => {
    const position = await editor.getFundCarryPosition({ params: { id: fund, date: '2024-03-31' } });
    expect(position).toMatchObject({
      carryPaid: '0.00',
      earned: '0.00',
      accrued: '0.00',
      exposure: '0.00',
      notDetermined: [],
    });
    const incomplete = wholeFundTerms(fund, { carry: '20', hurdle: null, catchUp: null });
    await editor.saveCarryTerms({ body: { ...incomplete, id: carryTerms.id, rowVersion: 1 } });
    expect(await editor.getFundCarryPosition({ params: { id: fund, date: '2024-03-31' } })).toMatchObject({
      earned: null,
      // A fact of the ledger needs no terms.
      carryPaid: '0.00',
      notDetermined: [
        { field: 'terms.tiers.1.rate', code: 'NOT_DETERMINED' },
        { field: 'terms.tiers.2.gpShare', code: 'NOT_DETERMINED' },
      ],
    });
  });
});
