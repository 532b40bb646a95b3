import type { StatementText } from '@carrara/domain/compensation/statement';
import { describe, expect, it } from 'vitest';
import { statedCurrencies } from './statementSections.ts';

const of = (currency: string, amount: string | null, last: string | null, hasLast = true) => ({
  currency,
  hasLast,
  figures: [{ figure: 'baseSalary', amount, last, change: null, percent: null }],
});
const shown = (...currencies: readonly object[]) =>
  statedCurrencies({ currencies } as unknown as StatementText, 'USD').map(({ currency }) => currency);

describe('the currencies of a statement', () => {
  it("begin with the firm's main currency, and leave out those without a figure", () => {
    expect(shown(of('CHF', '0.00', '0.00'), of('EUR', '1.00', '0.00'), of('USD', '2.00', '1.00'))).toEqual([
      'USD',
      'EUR',
    ]);
  });

  it('begin with those that have something this year, before a main currency of last year alone', () => {
    expect(shown(of('CHF', '1.00', '0.00'), of('USD', '0.00', '5.00'))).toEqual(['CHF', 'USD']);
    expect(shown(of('CHF', '1.00', '0.00'), of('USD', null, '0.00'))).toEqual(['CHF', 'USD']);
  });

  it('keep one that had a figure last year, or has one that is not determined', () => {
    expect(shown(of('CHF', '0.00', '5.00'), of('EUR', null, '0.00'), of('GBP', '0.00', null, false))).toEqual([
      'CHF',
      'EUR',
    ]);
  });
});
