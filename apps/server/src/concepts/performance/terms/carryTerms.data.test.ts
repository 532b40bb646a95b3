import { emptyId } from '@carrara/contract/core/kinds';
import type { CarryTerms } from '@carrara/contract/performance/carryTerms/carryTerms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wholeFundTerms } from '../../../testing/carryTerms.ts';
import { exampleFund, type ExampleFund } from '../../../testing/exampleFund.ts';
import { type QueryOf, refusal, refusalCodes } from '../../../testing/testClient.ts';

let example: ExampleFund;
let editor: ExampleFund['editor'];
let fund: string;
let first: CarryTerms;

beforeAll(async () => {
  example = await exampleFund();
  ({ editor, fund } = example);
});
afterAll(() => example?.server.stop());

const terms = (more: Parameters<typeof wholeFundTerms>[1] & object) => wholeFundTerms(fund, more);
const usual = { carry: '20', hurdle: '8', catchUp: '100' };

describe('carry terms', () => {
  it('are stored with their rows, and read as they were saved', async () => {
    const body = {
      ...terms(usual),
      source: 'Partnership agreement, section 6.2',
      clawback: { code: 'INTERIM' },
      clawbackTax: { code: 'CAP' },
      clawbackTaxRate: '40',
      escrowPercentage: '30',
      taxDistributionRate: '45',
      clawbackDates: [{ clawbackDate: '2027-12-31' }],
      letters: [{ investor: { id: example.investor }, effectiveDate: '2024-01-01', carry: '15', source: 'Letter 1' }],
    };
    first = await editor.saveCarryTerms({ body });
    const read = await editor.getCarryTerms({ params: { id: first.id } });
    expect(read).toEqual(first);
    expect(read).toMatchObject({
      rowVersion: 1,
      vehicle: { id: fund },
      basis: { code: 'WHOLE_FUND', description: 'European (whole fund)' },
      clawbackTax: { code: 'CAP' },
      escrowPercentage: '30',
      tiers: [
        { kind: { code: 'RETURN_OF_CAPITAL', description: 'Return of capital' } },
        { kind: { code: 'PREFERRED_RETURN' }, rate: '8', compounding: null },
        { kind: { code: 'CATCH_UP' }, gpShare: '100', target: '20' },
        { kind: { code: 'SPLIT' }, gpShare: '20' },
      ],
      clawbackDates: [{ clawbackDate: '2027-12-31' }],
      letters: [{ investor: { id: example.investor }, carry: '15', isExempt: false }],
    });
  });

  it('of a side letter act for its investor, from its day', async () => {
    const own = await editor.getEconomicTerms({ params: { fundId: fund, investorId: example.investor } });
    const carry = own.terms.find(({ code }) => code === 'carry');
    expect([own.carry, carry?.value, carry?.isOfFund]).toEqual(['15', '15 %', false]);
    const position = await editor.getFundCarryPosition({ params: { id: fund, date: '2024-03-31' } });
    expect([position.earned, position.notDetermined]).toEqual(['0.00', []]);
  });

  it('are listed as versions, each until the next one begins', async () => {
    const later = await editor.saveCarryTerms({ body: terms({ ...usual, carry: '25', effectiveDate: '2025-01-01' }) });
    const { inForce, versions } = await editor.listCarryTerms({ params: { id: fund } });
    expect(inForce).toBe(later.id);
    expect(
      versions.map(({ effectiveDate, until, state, summary, isLocked }) => [
        effectiveDate,
        until,
        state,
        summary,
        isLocked,
      ]),
    ).toEqual([
      [
        '2025-01-01',
        null,
        'IN_FORCE',
        'Return of capital, 8% preferred return, 100% catch-up to 25%, 25% carry',
        false,
      ],
      [
        '2000-01-01',
        '2024-12-31',
        'PAST',
        'Return of capital, 8% preferred return, 100% catch-up to 20%, 20% carry',
        false,
      ],
    ]);
    const { changes } = await editor.compareCarryTerms({ params: { id: later.id }, query: { before: first.id } });
    expect(changes.map(({ title, before, after }) => `${title}: ${before} > ${after}`)).toEqual(
      expect.arrayContaining([
        'Tier 4, GP share: 20% > 25%',
        'Applies from: 01/01/2000 > 01/01/2025',
        'Side letter 1, Carry: 15% > null',
      ]),
    );
    const investorType = await example.reference('investor-type', 'INVESTOR');
    const letter = { investorType, effectiveDate: '2025-01-01', carry: '10' };
    const body = { ...terms({ ...usual, effectiveDate: '2026-01-01' }), letters: [letter] };
    const preview = await editor.previewCarryTerms({ query: {}, body });
    const type = preview.changes.find(({ field }) => field === 'letters.0.investorType');
    expect(type?.after).toBe('INVESTOR');
    expect(
      await refusalCodes(editor.saveCarryTerms({ body: terms({ ...usual, effectiveDate: '2025-01-01' }) })),
    ).toEqual([409, 'DUPLICATE EffectiveDate']);
    await editor.deleteCarryTerms({ params: { id: later.id }, query: { rowVersion: 1 } });
  });

  it('are refused at the field, and nothing is stored', async () => {
    const refused = (more: object) =>
      refusalCodes(editor.saveCarryTerms({ body: { ...terms({ ...usual, effectiveDate: '2025-01-01' }), ...more } }));
    const split = { kind: { code: 'SPLIT' }, gpShare: '20' };
    expect(await refused({ tiers: [split, { kind: { code: 'RETURN_OF_CAPITAL' } }] })).toEqual([
      422,
      'TIERS_OUT_OF_ORDER Tiers[1].Kind',
    ]);
    expect(await refused({ tiers: [{ ...split, rate: '8' }] })).toEqual([422, 'FIELD_NOT_OF_TYPE Tiers[0].Rate']);
    expect(await refused({ recipients: [{ investor: { id: example.investor }, share: '100' }] })).toEqual([
      422,
      'NO_COMMITMENT Recipients[0].Investor',
    ]);
    expect(await refused({ vehicle: { id: example.investor } })).toEqual([404, 'NOT_FOUND VehicleId']);
    expect((await editor.listCarryTerms({ params: { id: fund } })).versions).toHaveLength(1);
  });

  it('are checked without being saved: refusals, missing terms, changes and the payoff', async () => {
    const preview = (body: object) =>
      editor.previewCarryTerms({ query: {}, body: { ...terms({ ...usual, effectiveDate: '2025-01-01' }), ...body } });
    const clear = await preview({});
    expect([clear.refusals, clear.missing, clear.payoff?.points.length]).toEqual([[], [], 33]);
    expect(clear.changes.map(({ title }) => title)).toContain('Carry in escrow');
    const early = await preview({ effectiveDate: '2000-01-01', tiers: terms({ ...usual, hurdle: '99' }).tiers });
    expect(early.warnings).toMatchObject([
      { field: 'tiers.1.rate', message: 'The preferred return of 99% is above 25%. Confirm it to save the terms.' },
    ]);
    const missing = await preview({ basis: null, tiers: [] });
    expect([missing.missing.map(({ field }) => field), missing.payoff]).toEqual([['basis', 'tiers'], null]);
    const refused = await preview({ tiers: [{ kind: { code: 'SPLIT' }, gpShare: '20', untilIrr: '8' }] });
    expect(refused.refusals.map(({ field, code }) => `${code} ${field}`)).toEqual([
      'TIERS_OUT_OF_ORDER tiers.0.untilIrr',
    ]);
    const unknown = emptyId.replace(/0$/, '1');
    const rejected = await preview({
      effectiveDate: first.effectiveDate,
      clawbackDates: [{ clawbackDate: '2027-12-31' }, { clawbackDate: '2027-12-31' }],
      offsets: [{ pool: 'A', investment: { id: unknown } }],
    });
    expect(rejected.refusals.map(({ field, code }) => `${code} ${field}`)).toEqual([
      'DUPLICATE effectiveDate',
      'DUPLICATE clawbackDates.1.clawbackDate',
      'NOT_FOUND offsets.0.investment',
    ]);
    expect((await refusal(preview({ id: unknown }))).errors).toMatchObject([
      { code: 'NOT_FOUND', message: 'There is no such version.' },
    ]);
    expect((await refusal(editor.getCarryTerms({ params: { id: unknown } }))).errors).toMatchObject([
      { message: 'There are no such carry terms.' },
    ]);
    for (const years of ['1e1', '0x5'])
      expect(
        await refusalCodes(editor.getCarryPayoff({ params: { id: first.id }, query: { years: years as never } })),
      ).toEqual([400, 'INVALID_TYPE years']);
    const { payoff, missing: absent } = await editor.getCarryPayoff({ params: { id: first.id }, query: {} });
    expect([payoff?.years, absent]).toEqual([5, []]);
    const last = payoff?.points.at(-1);
    expect(Number(last?.lp) + Number(last?.gp)).toBe(Number(last?.proceeds));
    // The capital is of those that pay carry: an affiliate doesn't.
    const type = await example.reference('investor-type', 'RELATEDPARTY');
    const { id: investorId } = await example.owner.saveInvestor({ body: { code: 'AFF', name: 'Affiliate', type } });
    const close = { vehicleId: fund, investorId, kind: 'CLOSE', date: '2024-03-31', amount: '50.00' } as const;
    await editor.saveCommitment({ body: { ...close, paysFee: true, paysCarry: false } });
    const after = await editor.getCarryPayoff({ params: { id: first.id }, query: {} });
    expect(after.payoff?.capital).toBe(payoff?.capital);
    expect((await editor.listCarryTerms({ params: { id: fund } })).versions).toHaveLength(1);
  });

  it('of a locked quarter cannot change, be replaced or be deleted', async () => {
    const quarter = (await editor.listPeriods({ params: { vehicleId: fund } })).at(-1)!;
    const { periodEnd: endDate, rowVersion } = quarter;
    await editor.lockPeriod({ params: { vehicleId: fund, endDate }, body: { rowVersion, acknowledged: [] } });
    const locked = [422, 'PERIOD_LOCKED EffectiveDate'];
    const save = (body: object) => refusalCodes(editor.saveCarryTerms({ body: { ...terms(usual), ...body } }));
    expect(await save({ id: first.id, rowVersion: 1, basis: { code: 'DEAL_BY_DEAL' } })).toEqual(locked);
    expect(await save({ effectiveDate: endDate })).toEqual(locked);
    expect(await refusalCodes(editor.deleteCarryTerms({ params: { id: first.id }, query: {} }))).toEqual(locked);
    const { versions } = await editor.listCarryTerms({ params: { id: fund } });
    expect(versions.map(({ isLocked }) => isLocked)).toEqual([true]);
  });

  it('can be deleted if they were entered after the lock of the quarters that they apply to', async () => {
    const [{ periodEnd: endDate, rowVersion } = { periodEnd: '', rowVersion: 0 }] = (
      await editor.listPeriods({ params: { vehicleId: fund } })
    ).filter(({ status }) => status === 'LOCKED');
    await example.owner.reopenPeriod({ params: { vehicleId: fund, endDate }, body: { rowVersion, reason: 'Terms' } });
    await editor.deleteCarryTerms({ params: { id: first.id }, query: {} });
    const reopened = (await editor.listPeriods({ params: { vehicleId: fund } })).at(-1)!;
    await editor.lockPeriod({
      params: { vehicleId: fund, endDate },
      body: { rowVersion: reopened.rowVersion, acknowledged: [] },
    });
    // They change the carry of the locked quarters, so they are confirmed.
    expect((await refusal(editor.saveCarryTerms({ body: terms(usual) }))).errors).toMatchObject([
      {
        code: 'WARNINGS_NOT_CONFIRMED',
        path: 'EffectiveDate',
        message: expect.stringMatching(
          /^This changes the carry terms of the locked quarters? ending .*Confirm it to save the terms\.$/,
        ),
      },
    ]);
    const { id } = await editor.saveCarryTerms({ body: { ...terms(usual), warningsConfirmed: true } });
    const { versions } = await editor.listCarryTerms({ params: { id: fund } });
    expect(versions.map(({ isLocked }) => isLocked)).toEqual([false]);
    const remove = (query: QueryOf<'deleteCarryTerms'>) => editor.deleteCarryTerms({ params: { id }, query });
    expect((await refusal(remove({}))).errors).toMatchObject([
      { code: 'WARNINGS_NOT_CONFIRMED', message: expect.stringMatching(/Confirm it to delete the terms\.$/) },
    ]);
    expect(await remove({ warningsConfirmed: 'true' })).toEqual({ id });
  });

  it('with an unusual rate, or from before the initial close, are saved once that is confirmed', async () => {
    // After the locked quarter, which has its own question.
    const effectiveDate = '2023-01-01';
    const high = terms({ ...usual, hurdle: '99', effectiveDate });
    expect(await refusalCodes(editor.saveCarryTerms({ body: high }))).toEqual([
      422,
      'WARNINGS_NOT_CONFIRMED Tiers[1].Rate',
    ]);
    const { id, rowVersion } = await editor.saveCarryTerms({ body: { ...high, warningsConfirmed: true } });
    await editor.deleteCarryTerms({ params: { id }, query: { rowVersion } });
    const { id: _id, ...vehicle } = await editor.getVehicle({ params: { id: fund } });
    // The initial close moves past the records of the fund only if that is confirmed, too.
    const moved = {
      id: fund,
      rowVersion: vehicle.rowVersion,
      code: vehicle.code,
      name: vehicle.name,
      currency: vehicle.currency,
    };
    const close = (more: object) => editor.saveVehicle({ body: { ...moved, initialCloseDate: '2024-03-31', ...more } });
    expect((await refusal(close({}))).errors).toMatchObject([
      {
        code: 'WARNINGS_NOT_CONFIRMED',
        path: 'InitialCloseDate',
        message: expect.stringMatching(/^The initial close on 03\/31\/2024 is after ‘Close’ of 0/),
      },
    ]);
    await close({ warningsConfirmed: true });
    expect(await refusalCodes(editor.saveCarryTerms({ body: terms({ ...usual, effectiveDate }) }))).toEqual([
      422,
      'WARNINGS_NOT_CONFIRMED EffectiveDate',
    ]);
  });
});
