import { describe, expect, it } from 'vitest';
import { entry, openLedgerFirm } from '../../../testing/ledgerFirm.ts';

const firm = openLedgerFirm();
const { as, enter, plant } = firm;

describe('the closing checklists of a fund', () => {
  it('follow from the entries, with their people and times, and from the tie-outs', async () => {
    const oak = await plant('CLO');
    const at = { vehicleId: oak.fund };
    const statesOf = async (end: string) => {
      const closings = await as(firm.editor).listClosings({ params: at });
      const { steps, done, required, next } = closings.find(({ periodEnd }) => periodEnd === end)!;
      return { done, required, next, steps: Object.fromEntries(steps.map((step) => [step.code, step])) };
    };
    const { id: securityId } = await as(firm.editor).saveSecurity({
      body: { vehicleId: oak.fund, holdingId: oak.holding, class: 'EQUITY', name: 'Common' },
    });
    const [, , carry] = await enter(
      oak,
      entry('CALL-INV', '100.00', '2020-01-10'),
      entry('BUY', '100.00', '2020-01-15', { holdingId: oak.holding, securityId }),
      entry('CARRY-PAID', '5.00', '2020-02-15'),
      entry('FEE', '1.00', '2020-05-15'),
    );
    const open = await statesOf('2020-03-31');
    expect(open).toMatchObject({ done: 2, required: 5, next: 'VALUES' });
    expect(open.steps).toMatchObject({
      ENTRIES: { state: 'DONE', detail: '3 entries' },
      VALUES: { state: 'OPEN', detail: '0 of 1 holding valued on 03/31/2020', by: null, on: null },
      REPORTED: { state: 'OPTIONAL' },
      TIE_OUTS: { state: 'BLOCKED', detail: 'Don’t agree: T9' },
      PROPOSALS: { state: 'DONE' },
      LOCK: { state: 'BLOCKED' },
    });
    expect(open.steps['ENTRIES']).toMatchObject({ by: expect.stringMatching(/\S/), on: expect.stringMatching(/Z$/) });
    expect((await statesOf('2020-06-30')).steps['LOCK']).toMatchObject({ detail: '1 earlier quarter is open' });

    await as(firm.editor).reverseLedgerEntry({ params: { id: carry!.id }, body: { reason: 'Nothing was paid' } });
    const valuations = [{ securityId, date: '2020-03-31', fairValue: '120.00' }];
    await as(firm.editor).saveValuations({ body: { vehicleId: oak.fund, valuations } });
    const reported = [{ figure: 'nav' as const, date: '2020-03-31', value: '121.00' }];
    await as(firm.editor).saveReported({ body: { vehicleId: oak.fund, figures: reported } });
    const ready = await statesOf('2020-03-31');
    expect(ready).toMatchObject({ done: 4, required: 6, next: 'TIE_OUTS' });
    expect(ready.steps).toMatchObject({
      // A reversed entry and its reversal don't count.
      ENTRIES: { detail: '2 entries' },
      VALUES: { state: 'DONE', detail: '1 of 1 holding valued on 03/31/2020', by: expect.stringMatching(/\S/) },
      REPORTED: { state: 'DONE', detail: '1 figure' },
      TIE_OUTS: { state: 'OPEN', detail: 'To acknowledge when you lock: T12' },
      LOCK: { state: 'OPEN', detail: 'Can be locked, but these steps are open: Tie-outs agree' },
    });

    await as(firm.editor).lockPeriod({
      params: { ...at, endDate: '2020-03-31' },
      body: { rowVersion: 1, acknowledged: ['T12'] },
    });
    const locked = await statesOf('2020-03-31');
    expect(locked).toMatchObject({ done: 6, required: 6, next: null });
    expect(locked.steps['TIE_OUTS']).toMatchObject({ detail: 'Acknowledged: T12', on: locked.steps['LOCK']!.on });
    // The quarter after the last one is offered before anybody opens it. Its first entry opens it.
    const [offered] = await as(firm.editor).listClosings({ params: at });
    expect(offered).toMatchObject({ periodEnd: '2020-09-30', isOpened: false, next: 'ENTRIES' });
    expect(offered!.steps.find(({ code }) => code === 'VALUES')).toMatchObject({
      state: 'OPEN',
      detail: '0 of 1 holding valued on 09/30/2020',
    });
    await enter(oak, entry('FEE', '1.00', '2020-08-15'));
    expect((await as(firm.editor).listClosings({ params: at })).slice(0, 2)).toMatchObject([
      { periodEnd: '2020-12-31', isOpened: false },
      { periodEnd: '2020-09-30', isOpened: true },
    ]);
    const [, quarter] = (await as(firm.editor).listPeriods({ params: at })).slice(-2);
    expect(quarter).toMatchObject({ periodEnd: '2020-03-31', nav: '120.00', currency: 'EUR' });
  });
});
