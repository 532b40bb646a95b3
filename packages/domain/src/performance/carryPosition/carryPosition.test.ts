import { describe, expect, it } from 'vitest';
import { addDays, calendarDate, createExplanations, decimal, moneyText, zero } from '../../kernel/index.ts';
import type { CashFlow } from '../../kernel/measures/index.ts';
import { type CarryTerms, carryPosition, exposureByRecipient, preferredReturn, proposedCarry } from './index.ts';

const flows: readonly CashFlow[] = [
  { date: calendarDate('2020-01-01'), amount: decimal(-100_000_000) },
  { date: calendarDate('2023-01-01'), amount: decimal(60_000_000) },
];
const terms: CarryTerms = {
  waterfall: 'WHOLE_FUND',
  carry: decimal(20),
  hurdle: decimal(8),
  catchUp: decimal(100),
};
const asOf = calendarDate('2025-01-01');
const position = (navBeforeCarry: number, more: Partial<CarryTerms> = {}, carryPaid = 4_000_000) =>
  carryPosition({
    flows,
    navBeforeCarry: decimal(navBeforeCarry),
    carryPaid: decimal(carryPaid),
    terms: { ...terms, ...more },
    asOf,
  });

describe('carry position', () => {
  it('of a whole fund with full catch-up [performance worked example 4]', () => {
    const high = position(110_000_000)._unsafeUnwrap();
    expect(moneyText(high.balance)).toBe('76996025.11');
    expect(moneyText(high.due)).toBe('36996025.11');
    expect([high.earned, high.accrued, high.exposure].map(moneyText)).toEqual(['14800000.00', '10800000.00', '0.00']);
    const low = position(75_000_000)._unsafeUnwrap();
    expect([low.earned, low.accrued, low.exposure].map(moneyText)).toEqual(['2003974.89', '0.00', '1996025.11']);
  });

  it('without catch-up is its part of the profit above the hurdle, without a hurdle of all profit', () => {
    const withoutCatchUp = position(110_000_000, { catchUp: zero })._unsafeUnwrap();
    expect(moneyText(withoutCatchUp.earned)).toBe(moneyText(decimal('74000000').minus('36996025.11').mul('0.2')));
    const free = position(110_000_000, { hurdle: zero })._unsafeUnwrap();
    expect([free.due, free.earned].map(moneyText)).toEqual(['0.00', '14800000.00']);
    const half = position(90_000_000, { catchUp: decimal(50) })._unsafeUnwrap();
    expect(moneyText(half.earned)).toBe(moneyText(decimal('54000000').minus('36996025.11').mul('0.5')));
  });

  it('is zero below the hurdle, and exposes all paid carry', () => {
    expect(position(10_000_000)._unsafeUnwrap()).toMatchObject({ earned: zero, exposure: decimal(4_000_000) });
  });

  it('is not determined for deal-by-deal carry or without its terms, with a reason for each', () => {
    const paths = (found: ReturnType<typeof position>) =>
      found._unsafeUnwrapErr().map(({ code, path }) => [code, path.at(-1)]);
    expect(paths(position(1, { waterfall: 'DEAL_BY_DEAL', carry: null, hurdle: null, catchUp: null }))).toEqual([
      ['NOT_DETERMINED', 'waterfall'],
      ['NOT_DETERMINED', 'carry'],
      ['NOT_DETERMINED', 'hurdle'],
      ['NOT_DETERMINED', 'catchUp'],
    ]);
    expect(paths(position(1, { hurdle: decimal(-200) }))).toEqual([['NOT_DETERMINED', 'hurdle']]);
    expect(preferredReturn(flows, decimal(-200), asOf)._unsafeUnwrapErr()[0]!.code).toBe('NUMBER_RANGE');
    expect(paths(position(1, { catchUp: decimal(20) }))).toEqual([['NOT_DETERMINED', 'catchUp']]);
  });

  it('ignores later events, and is explained', () => {
    const explanations = createExplanations();
    const later = { date: addDays(asOf, 1), amount: decimal(-5) };
    const found = preferredReturn([...flows, later], decimal(8), asOf, explanations)._unsafeUnwrap();
    expect(moneyText(found.contributions)).toBe('100000000.00');
    expect(explanations.tree(['due'])).toMatchObject({
      result: '36996025.11',
      children: [{ formula: 'performance.hurdleBalance' }],
    });
  });
});

describe('exposure of a holder', () => {
  it('is the carry received less its escrow', () => {
    const holders = [
      { id: 'ann', received: decimal(200), escrowBalance: decimal(10) },
      { id: 'ben', received: decimal(100), escrowBalance: decimal(900) },
      { id: 'new', received: zero, escrowBalance: zero },
    ];
    const found = exposureByRecipient(decimal('100.01'), holders)._unsafeUnwrap();
    expect(found.map(({ share, exposure }) => [moneyText(share), moneyText(exposure)])).toEqual([
      ['66.67', '56.67'],
      ['33.34', '0.00'],
      ['0.00', '0.00'],
    ]);
    expect(exposureByRecipient(decimal(1), [holders[2]!])._unsafeUnwrapErr()[0]!.code).toBe('NO_POSITIVE_WEIGHT');
  });
});

describe('the carry to book for a period', () => {
  it('raises the balance to the accrued carry [performance 5]', () => {
    const clawback = { opening: decimal(-200_000), paid: decimal(50_000), newlyEscrowed: decimal(25_000) };
    const { row97, row98 } = proposedCarry({ ...clawback, clawback: zero, accrued: decimal('337500') });
    expect([row97, row98].map(moneyText)).toEqual(['-112500.00', '-75000.00']);
    expect(moneyText(clawback.opening.plus(row97).plus(row98).plus(clawback.paid))).toBe('-337500.00');
  });
});
