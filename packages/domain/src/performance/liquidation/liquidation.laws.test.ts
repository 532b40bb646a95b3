import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate, type Decimal, decimal, moneyText, required, zero } from '../../kernel/index.ts';
import { caseCount } from '../../testing/index.ts';
import { explainLiquidation, type PerformanceStep } from '../explanation/index.ts';
import { hypotheticalLiquidation } from './hypotheticalLiquidation.ts';
import { book, entry, event, figures, partner, usualTerms } from './liquidationBook.fixture.ts';
import type { LiquidationBook } from './liquidationBook.ts';

const names = ['A', 'B', 'C'] as const;
const first = calendarDate('2017-01-31');
const cents = fc.integer({ min: 0, max: 50_000_00 }).map((amount) => decimal(amount).div(100).toFixed(2));
const shares = fc
  .tuple(cents, cents, cents)
  .map((parts) => Object.fromEntries(names.map((name, i) => [name, parts[i]!])));
const days = fc.integer({ min: 1, max: 2000 }).map((offset) => addDays(first, offset));
const later = fc.array(
  fc.record({
    type: fc.constantFrom('CALL-INV', 'CALL-FEE', 'DIST-GAIN', 'CARRY-PAID', 'CARRY-EARNED'),
    day: days,
    shares,
  }),
  { maxLength: 8 },
);
const changedTerms = fc.record({
  clawback: fc.constantFrom('FINAL', 'NONE'),
  clawbackTax: fc.constantFrom('GROSS', 'SCALE', 'CAP'),
  clawbackTaxRate: fc.constant('40'),
  basis: fc.constantFrom('WHOLE_FUND', 'DEAL_BY_DEAL', 'DEAL_BY_DEAL_NO_LOSS'),
});

const holding = {
  id: 'X',
  investmentId: 'investment X',
  name: 'X',
  invested: decimal('100'),
  proceeds: zero,
  income: zero,
  fairValue: decimal('100'),
  values: [],
  sales: [],
};

/** Funds of three partners with calls, distributions, and carry earned, paid in time or too early. */
const funds: fc.Arbitrary<LiquidationBook> = fc
  .record({ opening: shares, later, navs: shares, changed: changedTerms })
  .map(({ opening, later: entries, navs, changed }) =>
    book({
      terms: { id: 'T', effectiveDate: first, entered: { ...usualTerms, ...changed } },
      partners: names.map((name) => partner(name)),
      events: names.map((name) => event(name, 'CLOSE', first, '50000.00')),
      entries: [
        entry('CALL-INV', first, opening, { holdingId: 'X' }),
        ...entries
          .toSorted((a, b) => (a.day < b.day ? -1 : 1))
          .map(({ type, day, shares: own }) => entry(type, day, own, { holdingId: 'X' })),
      ],
      figures: figures(navs),
      holdings: [holding],
    }),
  );

const sum = (amounts: readonly Decimal[]) => amounts.reduce<Decimal>((total, amount) => total.plus(amount), zero);
const input = (step: PerformanceStep, name: string) =>
  decimal(
    String(
      required(
        step.inputs.find((own) => own.name === name),
        name,
      ).value,
    ),
  );

describe('for every fund', () => {
  it('carry paid and accrued, less the clawback, is the entitlement: in sum, by partner and in the explanations', () => {
    const found = { claimed: 0, byTiers: 0 };
    fc.assert(
      fc.property(funds, (fund) => {
        const { partners, carryPaid, accrued, earned, clawback } = hypotheticalLiquidation(fund)._unsafeUnwrap();
        expect(moneyText(carryPaid.plus(accrued).minus(clawback.gross))).toBe(moneyText(earned));
        expect(
          [sum(partners.map((own) => own.earned)), sum(partners.map((own) => own.clawbackGross))].map(moneyText),
        ).toEqual([earned, clawback.gross].map(moneyText));
        const explained = {
          book: fund,
          whatIf: { exitValue: null, exitDate: null },
          entries: new Map(),
          recipients: [],
        };
        expect(explainLiquidation({ ...explained, investorId: null })('earned')?.result).toBe(moneyText(earned));
        for (const own of partners) {
          const due = own.carryPaid.plus(own.accrued).minus(own.clawbackGross);
          expect(moneyText(due)).toBe(moneyText(own.earned));
          const explain = explainLiquidation({ ...explained, investorId: own.id });
          expect(explain('earned')?.result).toBe(moneyText(own.earned));
          const step = required(explain('clawbackGross'), 'the clawback of a partner');
          expect(step.result).toBe(moneyText(own.clawbackGross));
          if (own.clawbackGross.isZero() || own.clawbackGross.eq(own.carryPaid)) continue;
          found.claimed += 1;
          // A shortfall of capital and preferred return can claim more than the excess over the tiers.
          if (input(step, 'shortfall').gt(input(step, 'all carry').minus(input(step, 'carry of the tiers')))) continue;
          found.byTiers += 1;
          expect(moneyText(input(step, 'carry of the tiers'))).toBe(moneyText(own.earned));
        }
      }),
      { numRuns: caseCount({ quick: 100, all: 1000 }) },
    );
    expect(Math.min(found.claimed, found.byTiers)).toBeGreaterThan(0);
  });
});
