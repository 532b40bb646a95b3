import type { StatementText } from '@carrara/domain/compensation/statement';
import { describe, expect, it } from 'vitest';
import { statedCurrencies } from './statementSections.ts';

const statement = (currency: string, amount: string | null, last: string | null, hasLast = true) => ({
  currency,
  hasLast,
  figures: [{ figure: 'baseSalary', amount, last, change: null, percent: null }],
});
const display = (...currencies: readonly object[]) =>
  statedCurrencies({ currencies } as unknown as StatementText, 'USD').map(({ currency }) => currency);

describe('the currencies of a statement', () => {
  it("start with the firm's main currency, and omit those without a figure", () => {
    expect(
      display(statement('CHF', '0.00', '0.00'), statement('EUR', '1.00', '0.00'), statement('USD', '2.00', '1.00')),
    ).toEqual(['USD', 'EUR']);
  });

  it('start with those that have a figure this year, before a main currency with figures only last year', () => {
    expect(display(statement('CHF', '1.00', '0.00'), statement('USD', '0.00', '5.00'))).toEqual(['CHF', 'USD']);
    expect(display(statement('CHF', '1.00', '0.00'), statement('USD', null, '0.00'))).toEqual(['CHF', 'USD']);
  });

  it('include one that had a figure last year, or has an undetermined one', () => {
    expect(
      display(statement('CHF', '0.00', '5.00'), statement('EUR', null, '0.00'), statement('GBP', '0.00', null, false)),
    ).toEqual(['CHF', 'EUR']);
  });
});
