import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, decimal, moneyText, zero } from '../../kernel/index.ts';
import { type PaidWithTax, sumsOfYears, taxYears } from './taxYears.ts';

const paid = (more: Partial<PaidWithTax>): PaidWithTax => ({
  year: 2025,
  currency: 'USD',
  gross: decimal('100.00'),
  tax: decimal(0),
  characterizations: [],
  taxes: [],
  ...more,
});
const sum = (amounts: readonly (Decimal | null)[]) =>
  amounts.reduce<Decimal>((all, amount) => all.plus(amount ?? 0), zero);
const texts = (rows: readonly PaidWithTax[]) =>
  taxYears(rows).map(({ year, currency, characterization, gross, tax }) => [
    year,
    currency,
    characterization,
    gross && moneyText(gross),
    moneyText(tax),
  ]);

describe('payments and withholding of a year', () => {
  it('are split over the characterizations of their sources to the cent', () => {
    const thirds = ['Long-term', 'Ordinary', 'Qualified'].map((name) => ({ name, percent: decimal('33.3333') }));
    expect(texts([paid({ characterizations: thirds })])).toEqual([
      [2025, 'USD', 'Long-term', '33.34', '0.00'],
      [2025, 'USD', 'Ordinary', '33.33', '0.00'],
      [2025, 'USD', 'Qualified', '33.33', '0.00'],
    ]);
  });

  it('are not determined without characterizations, and neither is an entered tax', () => {
    const taxes = [{ characterization: 'Ordinary', flatTax: null, amount: decimal('20.00') }];
    expect(texts([paid({ tax: decimal('27.00'), taxes })])).toEqual([
      [2025, 'USD', 'Ordinary', null, '20.00'],
      [2025, 'USD', null, '100.00', '7.00'],
    ]);
  });

  it('names a tax at one rate for all income, which has no characterization', () => {
    const flat = paid({
      tax: decimal('12.50'),
      characterizations: [{ name: 'Long-term', percent: decimal(100) }],
      taxes: [{ characterization: null, flatTax: 'Luxembourg', amount: decimal('12.50') }],
    });
    expect(
      taxYears([flat]).map(({ characterization, flatTax, gross, tax }) => [
        characterization,
        flatTax,
        gross?.toFixed(2),
        tax.toFixed(2),
      ]),
    ).toEqual([
      ['Long-term', null, '100.00', '0.00'],
      [null, 'Luxembourg', undefined, '12.50'],
    ]);
  });

  it('separate years and currencies, latest year first', () => {
    expect(
      texts([paid({ year: 2024 }), paid({ currency: 'EUR' }), paid({}), paid({ gross: decimal('-40.00') })]),
    ).toEqual([
      [2025, 'EUR', null, '100.00', '0.00'],
      [2025, 'USD', null, '60.00', '0.00'],
      [2024, 'USD', null, '100.00', '0.00'],
    ]);
  });
});

describe('for all payments', () => {
  const money = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => decimal(cents).div(100));
  const names = fc.constantFrom('A', 'B', 'C');
  const line = fc.record({
    year: fc.constantFrom(2023, 2024, 2025),
    currency: fc.constantFrom('USD', 'EUR', null),
    gross: money,
    tax: money,
    characterizations: fc.uniqueArray(
      fc.record({ name: names, percent: fc.integer({ min: 0, max: 100 }).map((percent) => decimal(percent)) }),
      { selector: ({ name }) => name },
    ),
    taxes: fc.array(fc.record({ characterization: fc.option(names), flatTax: fc.option(names), amount: money }), {
      maxLength: 3,
    }),
  });

  it('the rows of all years add up to the payments and withholding', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (all) => {
        const rows = taxYears(all);
        for (const name of ['gross', 'tax'] as const) {
          const whole = moneyText(sum(all.map((each) => each[name])));
          expect(moneyText(sum(rows.map((each) => each[name])))).toBe(whole);
          expect(moneyText(sum(sumsOfYears(rows).map((each) => each[name])))).toBe(whole);
        }
      }),
    );
  });
});
