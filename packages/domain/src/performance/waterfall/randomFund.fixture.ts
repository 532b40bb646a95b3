import fc from 'fast-check';
import { addDays, calendarDate } from '../../kernel/index.ts';
import type { PlainFlow, PlainTier } from './exactWaterfall.laws.ts';

const origin = calendarDate('2015-01-31');
const money = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const amount = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }),
  fc.integer({ min: 1, max: 1_000_000_000 }),
  fc.integer({ min: 1, max: 1_000_000 }).map((units) => units * 100_000),
);

/** Terms whose results are exact fractions: simple returns with any dates, or whole years of 365 days. */
const preferred = (isWholeYears: boolean): fc.Arbitrary<PlainTier> =>
  fc.record({
    kind: fc.constant('PREFERRED_RETURN'),
    rate: fc.oneof(
      fc.constantFrom('8', '6', '10', '0'),
      fc.integer({ min: 0, max: 2000 }).map((hundredths) => money(hundredths)),
    ),
    compounding: isWholeYears ? fc.constantFrom('ANNUAL', 'QUARTERLY', 'MONTHLY', 'SIMPLE') : fc.constant('SIMPLE'),
    dayCount: isWholeYears ? fc.constant('ACT/365') : fc.constantFrom('ACT/365', 'ACT/360', '30/360', 'ACT/ACT'),
    base: fc.constantFrom('CAPITAL_AND_FEES', 'CAPITAL'),
  });

const splits = (isWholeYears: boolean): fc.Arbitrary<readonly PlainTier[]> =>
  fc
    .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 3 }))
    .map(([first, second, hurdle]) => {
      const last: PlainTier = { kind: 'SPLIT', gpShare: String(second) };
      const until = [
        undefined,
        { multiple: '1.75' },
        isWholeYears ? { irr: '20' } : { multiple: '2' },
        isWholeYears ? { irr: '25', multiple: '1.5' } : undefined,
      ][hurdle];
      return until === undefined ? [last] : [{ kind: 'SPLIT', gpShare: String(first), until }, last];
    });

const terms = (isWholeYears: boolean, isAboveTarget: boolean): fc.Arbitrary<readonly PlainTier[]> =>
  fc
    .tuple(
      fc.option(preferred(isWholeYears), { nil: undefined, freq: 4 }),
      fc.option(fc.tuple(fc.constantFrom('50', '80', '100'), fc.constantFrom('20', '15', '25')), { nil: undefined }),
      splits(isWholeYears),
      fc.boolean(),
    )
    .map(([hurdle, catchUp, lastTiers, isPreferredFirst]) => {
      const capital: PlainTier = { kind: 'RETURN_OF_CAPITAL' };
      const first = hurdle === undefined ? [capital] : isPreferredFirst ? [hurdle, capital] : [capital, hurdle];
      const second = catchUp === undefined ? [] : [{ kind: 'CATCH_UP', gpShare: catchUp[0], target: catchUp[1] }];
      const target = catchUp === undefined ? '0' : catchUp[1];
      return [...first, ...second, ...lastTiers.map((tier) => (isAboveTarget ? atLeast(tier, target) : tier))];
    });

/** Raises the GP's share of a split to the target of the catch-up. */
const atLeast = (tier: PlainTier, target: string): PlainTier =>
  Number(tier.gpShare) < Number(target) ? { ...tier, gpShare: target } : tier;

export interface RandomFund {
  readonly basis: string;
  readonly tiers: readonly PlainTier[];
  readonly partners: readonly string[];
  readonly calls: readonly PlainFlow[];
  readonly sales: readonly { readonly date: string; readonly investment: string; readonly amount: string }[];
}

const partnerNames = ['LP1', 'LP2', 'LP3'];
const investmentNames = ['A', 'B', 'C'];

/**
 * A fund of one to three partners and investments, with up to six calls and one to four sales. With `isAboveTarget`, no split is below the target of
 * the catch-up, so that the catch-up needs no history.
 */
export const randomFund = (
  bases: readonly string[] = ['WHOLE_FUND', 'DEAL_BY_DEAL', 'DEAL_BY_DEAL_NO_LOSS'],
  { isAboveTarget = false } = {},
): fc.Arbitrary<RandomFund> =>
  fc.boolean().chain((isWholeYears) => {
    const day = isWholeYears
      ? fc.integer({ min: 0, max: 7 }).map((year) => year * 365)
      : fc.integer({ min: 0, max: 3000 });
    const count = fc.integer({ min: 1, max: 3 });
    return fc
      .record({
        basis: fc.constantFrom(...bases),
        tiers: terms(isWholeYears, isAboveTarget),
        partnerCount: count,
        investmentCount: count,
        calls: fc.array(
          fc.record({ day, investment: fc.nat(2), isFee: fc.boolean(), amounts: fc.tuple(amount, amount, amount) }),
          { maxLength: 6 },
        ),
        firstCall: fc.tuple(amount, amount, amount),
        sales: fc.array(fc.record({ day, investment: fc.nat(2), amount: fc.oneof(fc.constant(0), amount) }), {
          minLength: 1,
          maxLength: 4,
        }),
      })
      .map(({ basis, tiers, partnerCount, investmentCount, calls, firstCall, sales }) => {
        const partners = partnerNames.slice(0, partnerCount);
        const dated = (offset: number) => addDays(origin, offset);
        const investment = (index: number) => investmentNames[index % investmentCount] ?? 'A';
        const call = (offset: number, name: string, amounts: readonly number[], isFee: boolean): PlainFlow[] =>
          partners.map((partner, i) => ({
            date: dated(offset),
            partner,
            investment: name,
            amount: `-${money(amounts[i] ?? 0)}`,
            ...(isFee ? { fee: true } : {}),
          }));
        // Everybody has a share in every investment from the first day on.
        const first = investmentNames.slice(0, investmentCount).flatMap((name) => call(0, name, firstCall, false));
        return {
          basis,
          tiers,
          partners,
          calls: [
            ...first,
            ...calls.flatMap((entry) =>
              call(entry.day, investment(entry.investment), entry.amounts, entry.isFee && basis === 'WHOLE_FUND'),
            ),
          ],
          sales: [...sales]
            .sort((a, b) => a.day - b.day)
            .map((sale) => ({
              date: dated(sale.day),
              investment: investment(sale.investment),
              amount: money(sale.amount),
            })),
        };
      });
  });
