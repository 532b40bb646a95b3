import { type CalendarDate, dayNumber, Decimal, fromCents, required } from '../../kernel/index.ts';
import { accrualDay, contributedTo, type FundHistory } from './fundHistory.ts';
import { type FixedPoint, fixedOne, fixedToExact, fixedToMoney } from './fixedPoint.ts';
import { hurdleClocks, missingAmount } from './hurdles.ts';
import type { WaterfallInput } from './input.ts';
import { matchingTiers } from './matchedCarry.ts';
import { type PoolBalance, replayHistory, type ReplayRules, updateWaiting } from './partnerHistory.ts';
import { partnerTerms, type PartnerTerms } from './partnerTerms.ts';
import { createRealization } from './realization.ts';
import type { Position } from './runTiers.ts';
import { defaultReturnFirst, preferredTier, type WaterfallTerms } from './terms.ts';

/** The investments that offset one another. */
export interface PoolPlan {
  /** The pool of each investment. */
  readonly poolOf: readonly number[];
  readonly count: number;
}

export const wholePlan = (history: FundHistory): PoolPlan => ({ poolOf: history.investments.map(() => 0), count: 1 });

/** Returns the pools of the terms. An investment that none of them lists is a pool alone. */
export function poolPlan(terms: WaterfallTerms, history: FundHistory): PoolPlan {
  const isJoint = terms.basis === 'WHOLE_FUND' || (terms.basis === 'DEAL_BY_DEAL' && terms.pools.length === 0);
  if (isJoint) return wholePlan(history);
  let count = terms.pools.length;
  const poolOf = history.investments.map((investment) => {
    const listed = terms.pools.findIndex(({ investments }) => investments.includes(investment));
    if (listed >= 0) return listed;
    count += 1;
    return count - 1;
  });
  return { poolOf, count };
}

/** The investments that the calculation sells: all, or one with the cost that it relieves (null: all of it). */
export type SoldInvestments = { readonly investment: number; readonly cost: Decimal | null } | 'ALL' | 'NOTHING';

export interface FundPositions {
  readonly plan: PoolPlan;
  readonly terms: (partner: number) => PartnerTerms;
  /** By partner and pool. */
  readonly positions: readonly (readonly Position[])[];
}

/**
 * Computes every partner's position in every pool on a day, after its whole history and before the calculation's own cash.
 *
 * Units:  money; unreturned capital and unpaid preferred return are rounded to cents, once.
 */
export function fundPositions(
  input: WaterfallInput,
  history: FundHistory,
  date: CalendarDate,
  plan: PoolPlan,
  sold: SoldInvestments,
  isWhole: boolean,
): FundPositions {
  const termsByName = partnerTerms(input.terms, input.commitments, date);
  const terms = history.partners.map(termsByName);
  const day = accrualDay(date, preferredTier(input.terms.tiers)?.to === 'QUARTER_END');
  const rulesByTerms = new Map<PartnerTerms, readonly [ReplayRules, ReplayRules]>();
  const carry = carryByPool(history, plan);
  const positions = terms.map((own, partner) => {
    const rules = rulesByTerms.get(own) ?? replayRules(input, history, date, plan, own, sold, isWhole);
    rulesByTerms.set(own, rules);
    const [before, now] = rules;
    const { balances, capital } = replayHistory(before, history.rows[partner] ?? []);
    return balances.map((balance, pool) => {
      const changed = typeof sold === 'string' ? sold : sold.investment;
      if (changed !== 'NOTHING') updateWaiting(now, balance, pool, changed, day, capital);
      else updateWaiting(now, balance, pool, -1, day, capital);
      return positionOf(now, balance, dayNumber(date), required(carry[pool]?.[partner], 'the carry of a partner'));
    });
  });
  return { plan, terms: (partner) => required(terms[partner], 'the terms of a partner'), positions };
}

/** Returns the rules for the history, and those for the day of the calculation, on which its own sale counts. */
function replayRules(
  input: WaterfallInput,
  history: FundHistory,
  date: CalendarDate,
  plan: PoolPlan,
  terms: PartnerTerms,
  sold: SoldInvestments,
  isWhole: boolean,
): readonly [ReplayRules, ReplayRules] {
  const returnFirst = defaultReturnFirst(input.terms);
  const contributed = contributedTo(history);
  const sale = typeof sold === 'string' ? [] : [{ ...sold, day: dayNumber(date) }];
  const origin = history.rows.reduce((first, rows) => Math.min(first, rows[0]?.cashDay ?? first), dayNumber(date));
  const rules: ReplayRules = {
    terms,
    matching: matchingTiers(terms.tiers),
    clocks: hurdleClocks(input.terms.tiers, origin),
    excludesFees: preferredTier(input.terms.tiers)?.base === 'CAPITAL',
    recallable: input.terms.recallable,
    poolOf: (investment) => plan.poolOf[investment] ?? -1,
    pools: plan.count,
    isWhole: isWhole || (plan.count === 1 && returnFirst === 'ALL_CAPITAL'),
    startsRealized: returnFirst === 'ALL_CAPITAL',
    includesFees: returnFirst !== 'REALIZED',
    realizedOn: createRealization(history.sales, history.values, contributed),
    valued: [...new Set(history.values.map(({ investment }) => investment))],
  };
  const realizedNow = createRealization([...history.sales, ...sale], history.values, contributed);
  const everything = (): FixedPoint => fixedOne;
  return [rules, { ...rules, realizedOn: sold === 'ALL' ? everything : realizedNow }];
}

function carryByPool({ carry, partners }: FundHistory, { poolOf, count }: PoolPlan): readonly (readonly bigint[])[] {
  const totals = Array.from({ length: count }, () => partners.map(() => 0n));
  for (const [investment, parts] of carry) {
    const pool = totals[poolOf[investment] ?? 0];
    parts.forEach((part, partner) => {
      if (pool !== undefined) pool[partner] = (pool[partner] ?? 0n) + part;
    });
  }
  return totals;
}

function positionOf(rules: ReplayRules, balance: PoolBalance, cashDay: number, carryPaid: bigint): Position {
  const { contributed, distributed, discounted } = balance;
  return {
    unreturned: Decimal.max(0, fixedToMoney(balance.capital)),
    unpaidPreferred: Decimal.max(0, fixedToMoney(balance.preferred)),
    preferredPaid: fixedToExact(balance.preferredPaid),
    partnerProfit: fixedToExact(balance.partnerProfit),
    matchedCarry: fixedToExact(balance.matchedCarry),
    catchUpUsed: fixedToExact(balance.catchUpUsed),
    carryPaid: fromCents(carryPaid),
    missing: rules.terms.tiers.map((_, tier) => {
      const index = rules.clocks.findIndex((clock) => clock.tier === tier);
      const clock = rules.clocks[index];
      if (clock === undefined) return null;
      const flows = { contributed, distributed, discounted: discounted[index] ?? 0n };
      return fixedToMoney(missingAmount(clock, flows, cashDay));
    }),
    contributed: fixedToMoney(contributed),
    distributed: fixedToMoney(distributed),
  };
}
