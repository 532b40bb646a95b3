import { type CalendarDate, dayNumber, Decimal, required, zip } from '../../kernel/index.ts';
import { accrualDay, contributedTo, type FundHistory } from './fundHistory.ts';
import { fixedUnit, fixedToExact, fixedToMoney } from './fixedPoint.ts';
import { hurdleClocks, missingAmount } from './hurdles.ts';
import type { WaterfallFacts } from './input.ts';
import { matchFullCatchUp, matchingTiers } from './matchedCarry.ts';
import {
  copyBalance,
  FEES,
  type PoolBalance,
  type ReplayedHistory,
  replayHistory,
  type ReplayRules,
  updateWaiting,
} from './partnerHistory.ts';
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

/** A fund whose history was replayed until a day. Requests of that day share it. */
export interface ReplayedFund {
  readonly plan: PoolPlan;
  readonly rules: readonly ReplayRules[];
  readonly histories: readonly ReplayedHistory[];
  readonly history: FundHistory;
  readonly date: CalendarDate;
  readonly day: number;
}

export interface FundPositions {
  readonly plan: PoolPlan;
  readonly terms: (partner: number) => PartnerTerms;
  /** By partner and pool. */
  readonly positions: readonly (readonly Position[])[];
}

/** Replays every partner's history until a day. */
export function replayFund(
  facts: WaterfallFacts,
  history: FundHistory,
  date: CalendarDate,
  plan: PoolPlan,
  isWhole: boolean,
): ReplayedFund {
  const termsByName = partnerTerms(facts.terms, facts.commitments, date);
  const rulesByTerms = new Map<PartnerTerms, ReplayRules>();
  const rules = history.partners.map((partner) => {
    const terms = termsByName(partner);
    const found = rulesByTerms.get(terms) ?? replayRules(facts, history, date, plan, terms, isWhole);
    rulesByTerms.set(terms, found);
    return found;
  });
  return {
    plan,
    rules,
    histories: zip(rules, history.rows).map(([own, rows]) => replayHistory(own, rows)),
    history,
    date,
    day: accrualDay(date, preferredTier(facts.terms.tiers)?.to === 'QUARTER_END'),
  };
}

/**
 * Computes every partner's position in every pool, after its history and before the request's own cash. The investments that the request sells count
 * as realized.
 *
 * Units:  money; unreturned capital and unpaid preferred return are rounded to cents, once.
 */
export function fundPositions(fund: ReplayedFund, sold: SoldInvestments): FundPositions {
  const { plan, rules, histories, history, date, day } = fund;
  const changed = typeof sold === 'string' ? sold : sold.investment;
  const realizedOn = realizedBy(fund, sold);
  const positions = zip(rules, histories).map(([own, { balances, capital }]) => {
    const now = { ...own, realizedOn };
    return balances.map((balance, pool) => {
      const copy = copyBalance(balance);
      updateWaiting(now, copy, pool, changed === 'NOTHING' ? FEES : changed, day, capital);
      matchFullCatchUp(copy, now.matching);
      return positionOf(now, copy, dayNumber(date));
    });
  });
  return {
    plan,
    terms: (partner) => required(rules[partner], `the rules of ${history.partners[partner] ?? ''}`).terms,
    positions,
  };
}

function realizedBy({ history, date }: ReplayedFund, sold: SoldInvestments): ReplayRules['realizedOn'] {
  if (sold === 'ALL') return () => fixedUnit;
  const sale = sold === 'NOTHING' ? [] : [{ ...sold, day: dayNumber(date) }];
  return createRealization([...history.sales, ...sale], history.values, contributedTo(history));
}

function replayRules(
  facts: WaterfallFacts,
  history: FundHistory,
  date: CalendarDate,
  plan: PoolPlan,
  terms: PartnerTerms,
  isWhole: boolean,
): ReplayRules {
  const returnFirst = defaultReturnFirst(facts.terms);
  const origin = history.rows.reduce((first, rows) => Math.min(first, rows[0]?.cashDay ?? first), dayNumber(date));
  return {
    terms,
    matching: matchingTiers(terms.tiers),
    clocks: hurdleClocks(facts.terms.tiers, origin),
    excludesFees: preferredTier(facts.terms.tiers)?.base === 'CAPITAL',
    recallable: facts.terms.recallable,
    poolOf: (investment) => plan.poolOf[investment] ?? -1,
    pools: plan.count,
    isWhole: isWhole || (plan.count === 1 && returnFirst === 'ALL_CAPITAL'),
    startsRealized: returnFirst === 'ALL_CAPITAL',
    includesFees: returnFirst !== 'REALIZED',
    realizedOn: createRealization(history.sales, history.values, contributedTo(history)),
    valued: [...new Set(history.values.map(({ investment }) => investment))],
  };
}

function positionOf(rules: ReplayRules, balance: PoolBalance, cashDay: number): Position {
  const { contributed, distributed, discounted } = balance;
  return {
    unreturned: Decimal.max(0, fixedToMoney(balance.capital)),
    unpaidPreferred: Decimal.max(0, fixedToMoney(balance.preferred)),
    preferredPaid: fixedToExact(balance.preferredPaid),
    partnerProfit: fixedToExact(balance.partnerProfit),
    matchedCarry: fixedToExact(balance.matchedCarry),
    catchUpUsed: fixedToExact(balance.catchUpUsed),
    carry: fixedToMoney(balance.carry),
    unpaidCarry: fixedToMoney(balance.unpaidCarry),
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
