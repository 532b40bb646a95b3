import { calendarDate, createExplanations, decimal } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { convertCurrency, type FxInput } from './fxConversion.ts';

const rate = (date: string, from: string, to: string, value: string) => ({
  date: calendarDate(date),
  from,
  to,
  rate: decimal(value),
});
const input = (change: Partial<FxInput> = {}): FxInput => ({
  amount: decimal('1000.00'),
  from: 'USD',
  to: 'EUR',
  date: calendarDate('2026-03-31'),
  rates: [
    rate('2026-03-30', 'USD', 'EUR', '0.92'),
    rate('2026-03-01', 'USD', 'EUR', '0.90'),
    rate('2026-04-01', 'USD', 'EUR', '0.99'),
  ],
  ...change,
});
const answer = (change?: Partial<FxInput>) => {
  const { amount, rate: used, derivation } = convertCurrency(input(change))._unsafeUnwrap();
  return [amount.toFixed(2), used.toSignificantDigits(12).toString(), derivation];
};

describe('currency conversion', () => {
  it('uses the latest rate on or before the day', () => {
    expect(answer()).toEqual(['920.00', '0.92', 'direct']);
    expect(answer({ date: calendarDate('2026-04-01') })).toEqual(['990.00', '0.99', 'direct']);
  });

  it('uses the later of two entries for a day', () => {
    expect(
      answer({ rates: [rate('2026-03-30', 'USD', 'EUR', '0.92'), rate('2026-03-30', 'USD', 'EUR', '0.93')] })[1],
    ).toBe('0.93');
  });

  it('uses the inverse otherwise', () => {
    expect(answer({ rates: [rate('2026-03-30', 'EUR', 'USD', '1.25')] })).toEqual(['800.00', '0.8', 'inverse']);
  });

  it('otherwise crosses: base first, then EUR, then USD', () => {
    const rates = [
      rate('2026-03-30', 'GBP', 'EUR', '1.2'),
      rate('2026-03-30', 'CHF', 'EUR', '0.96'),
      rate('2026-03-30', 'GBP', 'USD', '1.3'),
      rate('2026-03-30', 'USD', 'CHF', '0.9'),
    ];
    const pair = { from: 'GBP', to: 'CHF', rates };
    expect(answer(pair)).toEqual(['1250.00', '1.25', 'cross EUR']);
    expect(answer({ ...pair, base: 'USD' })).toEqual(['1170.00', '1.17', 'cross USD']);
  });

  it('needs no rate within one currency', () => {
    expect(answer({ to: 'USD', rates: [] })).toEqual(['1000.00', '1', 'same']);
  });

  it('names pair and day when there is none', () => {
    const [failure] = convertCurrency(input({ date: calendarDate('2026-02-01') }))._unsafeUnwrapErr();
    expect(failure).toMatchObject({
      code: 'NO_FX_RATE',
      detail: expect.stringContaining('USD/EUR on or before 02/01/2026'),
    });
  });

  it('refuses a rate of zero', () => {
    const failures = convertCurrency(input({ rates: [rate('2026-03-30', 'USD', 'EUR', '0')] }))._unsafeUnwrapErr();
    expect(failures.map(({ code }) => code)).toEqual(['FX_RATE_NOT_POSITIVE']);
  });

  it('is explained', () => {
    const explanations = createExplanations();
    convertCurrency(input(), explanations);
    convertCurrency(input({ to: 'USD' }), explanations.within(['same']));
    expect(explanations.tree(['amount'])).toMatchObject({ formula: 'fx.convert', result: '920.00' });
    expect(explanations.tree(['same', 'amount'])).toMatchObject({ result: '1000.00' });
  });
});
