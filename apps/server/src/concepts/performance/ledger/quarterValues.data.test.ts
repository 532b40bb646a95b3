import { describe, expect, it } from 'vitest';
import { entry, openLedgerFirm } from '../../../testing/ledgerFirm.ts';
import { refusalCodes } from '../../../testing/testClient.ts';

const firm = openLedgerFirm();
const { as, enter, plant } = firm;

describe('the values of a quarter', () => {
  it('are listed with the last ones, saved all or none, and refused if somebody else saved in between', async () => {
    const oak = await plant('VAL');
    const security = async (name: string) =>
      (
        await as(firm.editor).saveSecurity({
          body: { vehicleId: oak.fund, holdingId: oak.holding, class: 'EQUITY', name },
        })
      ).id;
    const [common, loan] = [await security('Common'), await security('Loan')];
    const traded = (securityId: string) => ({ holdingId: oak.holding, securityId });
    await enter(
      oak,
      entry('CALL-INV', '100.00', '2020-01-10'),
      entry('BUY', '60.00', '2020-01-15', traded(common)),
      entry('BUY', '40.00', '2020-01-15', traded(loan)),
    );
    const list = async (endDate: string) =>
      as(firm.editor).listQuarterValues({ query: { vehicleId: oak.fund, endDate } });
    type Saved = Parameters<ReturnType<typeof as>['saveValuations']>[0]['body']['valuations'];
    const save = (...valuations: Saved) =>
      as(firm.editor).saveValuations({ body: { vehicleId: oak.fund, valuations } });
    const value = (securityId: string, fairValue: string | null, replaces?: string | null, date = '2020-03-31') => ({
      securityId,
      date,
      fairValue,
      ...(replaces === undefined ? {} : { replaces }),
    });
    // A thousand times the cost is probably a wrong unit.
    expect(await refusalCodes(save(value(common, '75000.00')))).toEqual([
      422,
      'WARNINGS_NOT_CONFIRMED Valuations[0].FairValue',
    ]);
    await save(value(common, '75.00'));
    const first = await list('2020-03-31');
    expect(first).toMatchObject({ currency: 'EUR', isLocked: false });
    expect(first.values).toMatchObject([
      { security: 'Common', holding: 'VAL Steel', cost: '60.00', last: '60.00', lastDate: null, fairValue: '75.00' },
      { security: 'Loan', cost: '40.00', last: '40.00', fairValue: null, valuationId: null, enteredBy: null },
    ]);
    const { valuationId, enteredBy } = first.values[0]!;
    expect(enteredBy).toMatch(/\S/);
    // The loan has been valued by somebody else since, so neither value is saved.
    await save(value(loan, '41.00'));
    expect(await refusalCodes(save(value(common, '76.00', valuationId), value(loan, '42.00', null)))).toEqual([
      409,
      'STALE_VERSION Valuations[1].FairValue',
    ]);
    expect((await list('2020-03-31')).values.map(({ fairValue }) => fairValue)).toEqual(['75.00', '41.00']);
    const second = (await list('2020-03-31')).values;
    await save(
      ...second.map((row) => ({ ...value(row.securityId, '50.00', row.valuationId), description: 'Board value' })),
    );
    expect((await list('2020-03-31')).values).toMatchObject([
      { fairValue: '50.00', description: 'Board value' },
      { fairValue: '50.00' },
    ]);
    // A cleared value is withdrawn.
    const [, last] = (await list('2020-03-31')).values;
    await save(value(loan, null, last!.valuationId));
    expect((await list('2020-03-31')).values[1]).toMatchObject({ fairValue: null, last: '40.00' });
    expect(await refusalCodes(save(value(loan, null)))).toEqual([422, 'REQUIRED Valuations[0].FairValue']);

    await as(firm.editor).lockPeriod({
      params: { vehicleId: oak.fund, endDate: '2020-03-31' },
      body: { rowVersion: 1 },
    });
    expect((await list('2020-03-31')).isLocked).toBe(true);
    // The next quarter has no figures yet, and begins with the last values.
    expect(await list('2020-06-30')).toMatchObject({
      isLocked: false,
      values: [
        { last: '50.00', lastDate: '2020-03-31', fairValue: null },
        { last: '40.00', lastDate: null },
      ],
    });
  });
});
