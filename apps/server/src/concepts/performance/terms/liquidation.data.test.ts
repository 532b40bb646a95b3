import type { ExplanationNode } from '@carrara/contract/core/explanation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wholeFundTerms } from '../../../testing/carryTerms.ts';
import { exampleFund, type ExampleFund } from '../../../testing/exampleFund.ts';
import { refusalCodes } from '../../../testing/testClient.ts';

let example: ExampleFund;
let editor: ExampleFund['editor'];
let fund: string;
const date = '2024-03-31';

beforeAll(async () => {
  example = await exampleFund();
  ({ editor, fund } = example);
});
afterAll(() => example?.server.stop());

const liquidated = (query: { exitValue?: string; exitDate?: string } = {}) =>
  editor.getHypotheticalLiquidation({ params: { id: fund, date }, query });
const explained = (figure: string, investorId?: string) =>
  editor.explainHypotheticalLiquidation({
    params: { id: fund, date },
    query: { exitValue: '100', figure, ...(investorId === undefined ? {} : { investorId }) },
  });

/** Returns all steps of an explanation. */
const steps = (node: ExplanationNode): readonly ExplanationNode[] => [node, ...node.children.flatMap(steps)];

describe('a hypothetical liquidation of a fund', () => {
  it('isn’t determined without carry terms', async () => {
    const { accrued, partners, terms, notDetermined } = await liquidated();
    expect([accrued, partners, terms]).toEqual([null, [], null]);
    expect(notDetermined.map(({ message }) => message)).toEqual([
      'The fund has no carry terms on 03/31/2024. Add them on its Carry tab.',
    ]);
  });

  it('distributes the net asset value under the stored terms, or an exit value', async () => {
    await editor.saveCarryTerms({ body: wholeFundTerms(fund) });
    const found = await liquidated();
    expect(found).toMatchObject({
      date,
      exitDate: date,
      currency: 'USD',
      proceeds: '10.00',
      lp: '10.00',
      accrued: '0.00',
      clawbackGross: '0.00',
      notDetermined: [],
      terms: { effectiveDate: '2000-01-01' },
    });
    expect(found.policies).toContainEqual({ title: 'Capital returned first', value: 'All contributed capital' });
    // The capital of 10.00, the preferred return of 28.62 since 2021, and 20% of the profit of 90.00.
    const sold = await liquidated({ exitValue: '100' });
    expect(sold.tiers).toEqual([
      { name: 'Return of capital', lp: '10.00', gp: '0.00' },
      { name: 'Preferred return', lp: '28.62', gp: '0.00' },
      { name: 'Catch-up', lp: '0.00', gp: '7.16' },
      { name: 'Split', lp: '43.38', gp: '10.84' },
    ]);
    expect([sold.accrued, sold.earned, sold.partners[0]?.accrued]).toEqual(['18.00', '18.00', '18.00']);
    const later = await liquidated({ exitValue: '100', exitDate: '2025-03-31' });
    expect([later.exitDate, later.tiers[1]?.lp, later.accrued]).toEqual(['2025-03-31', '31.71', '18.00']);
  });

  it('refuses a sale before the quarter end', async () => {
    expect(await refusalCodes(liquidated({ exitDate: '2024-03-30' }))).toEqual([422, 'DATES_REVERSED ExitDate']);
  });

  it('explains each figure down to the entries of the partner', async () => {
    const total = await explained('accrued');
    expect(total).toMatchObject({ result: '18.00', inputs: [{ name: 'Pension One', value: '18.00' }] });
    const own = await explained('accrued', example.investor);
    expect(own.result).toBe('18.00');
    const contributions = steps(own).find(({ name }) => name === 'Contributions, Pension One');
    expect(contributions?.result).toBe('150.00');
    expect(contributions?.entries?.map(({ counted }) => counted)).toEqual(['100.00', '50.00']);
    const tier = await explained('tier.1.lp', example.investor);
    expect(tier.result).toBe('28.62');
    expect((await explained('clawbackNet')).note).toBe('No carry was paid, so none has to be returned.');
    expect(await refusalCodes(explained('tier.9.lp'))).toEqual([404, 'NOT_FOUND Figure']);
    expect(await refusalCodes(explained('accrued', fund))).toEqual([404, 'NOT_FOUND Figure']);
  });
});

describe('the carry position of a fund with a late closing', () => {
  it('is that of the liquidation in the overview, its explanations and GP Sharing', async () => {
    const vehicleId = await example.createFund('EX-LATE', 'Example Late Fund', 'USD');
    const partner = async (code: string, kind: string) => {
      const type = await example.reference('investor-type', kind);
      return (await example.owner.saveInvestor({ body: { code, name: `Partner ${code}`, type } })).id;
    };
    const [first, gp, late] = [
      await partner('LP-FIRST', 'INVESTOR'),
      await partner('GP-LATE', 'GP'),
      await partner('LP-LATE', 'INVESTOR'),
    ];
    const close = { vehicleId, kind: 'CLOSE', date: '2022-01-15' } as const;
    await editor.saveCommitment({ body: { ...close, investorId: first, amount: '400.00' } });
    await editor.saveCommitment({
      body: { ...close, investorId: gp, amount: '100.00', paysFee: false, paysCarry: false },
    });
    const enter = (type: 'CALL-INV' | 'INC-DIV', amount: string, effectiveDate: string) =>
      editor.saveLedgerEntries({ body: { vehicleId, entries: [{ type, amount, effectiveDate }] } });
    await enter('CALL-INV', '200.00', '2022-01-15');
    await editor.saveLedgerAct({
      body: { vehicleId, kind: 'LATE_CLOSING', date: '2022-07-15', investorId: late, commitment: '500.00' },
    });
    await enter('INC-DIV', '27.00', '2023-06-01');
    await editor.saveCarryTerms({ body: wholeFundTerms(vehicleId) });
    const params = { id: vehicleId, date: '2023-06-30' };

    const liquidation = await editor.getHypotheticalLiquidation({ params, query: {} });
    // The partners that pay carry have 180.00 in the fund for 531 days at 8%, a preferred return of 9.48 and 11.85.
    expect([liquidation.accrued, liquidation.partners.map(({ accrued }) => accrued)]).toEqual([
      '2.97',
      ['0.00', '1.32', '1.65'],
    ]);
    const position = await editor.getFundCarryPosition({ params });
    const { accrued, earned, carryPaid, clawbackGross } = liquidation;
    expect(position).toMatchObject({ accrued, earned, carryPaid, exposure: clawbackGross, notDetermined: [] });
    for (const [name, amount] of Object.entries({ accrued, earned, paid: carryPaid, exposure: clawbackGross })) {
      const figure = `carry.${name}`;
      const why = await editor.explainPerformance({ query: { subject: vehicleId, date: params.date, figure } });
      expect([figure, why.result]).toEqual([figure, amount]);
    }
    const query = { endDate: params.date, fundId: vehicleId };
    const [shared] = (await editor.reportGpSharing({ query })).pageData;
    expect([shared?.entitlement, shared?.exposure]).toEqual([earned, clawbackGross]);
  });
});
