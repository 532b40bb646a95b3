import { type Accrual } from './accrual.ts';
import { atLeastZero, type FixedPoint, fixedFromCents, fixedUnit, fixedProduct, fixedMinimum } from './fixedPoint.ts';
import { type HurdleClock, missingAmount } from './hurdles.ts';
import type { WaterfallFlow } from './input.ts';
import { addProfit, type Matching, matchFullCatchUp } from './matchedCarry.ts';
import type { PartnerTerms } from './partnerTerms.ts';

/** Cash of one partner, or carry that it bears, ready to be replayed. Days are day numbers. */
export interface HistoryRow {
  /** The day from which it counts in the tiers. */
  readonly day: number;
  /** The day of the cash, which rates of return use. */
  readonly cashDay: number;
  readonly cents: bigint;
  readonly investment: number;
  readonly kind: WaterfallFlow['kind'];
  readonly isUnpaid: boolean;
  readonly isFee: boolean;
  readonly isRecallable: boolean;
}

/** The part of an investment, or of the fees, whose capital is due back. The rest waits until it is realized. */
interface WaitingCapital {
  day: number;
  fraction: FixedPoint;
  capital: FixedPoint;
  preferred: FixedPoint;
  readonly discounted: FixedPoint[];
}

/** The balances of a partner in one pool. */
export interface PoolBalance {
  day: number;
  /** Unreturned capital that is due back, and its part that paid fees. */
  capital: FixedPoint;
  fees: FixedPoint;
  preferred: FixedPoint;
  preferredPaid: FixedPoint;
  partnerProfit: FixedPoint;
  matchedCarry: FixedPoint;
  catchUpUsed: FixedPoint;
  /** Carry that the partner bore, and its part that isn't paid yet. */
  carry: FixedPoint;
  unpaidCarry: FixedPoint;
  contributed: FixedPoint;
  distributed: FixedPoint;
  recallable: FixedPoint;
  /** Flows valued on the origin, for each hurdle. */
  readonly discounted: FixedPoint[];
  readonly waiting: Map<number, WaitingCapital>;
}

/** The rules by which histories are replayed, for all partners with the same terms. */
export interface ReplayRules {
  readonly terms: PartnerTerms;
  readonly matching: Matching;
  readonly clocks: readonly HurdleClock[];
  readonly excludesFees: boolean;
  readonly recallable: { readonly reducesCapital: boolean; readonly preferredRunsOn: boolean };
  readonly poolOf: (investment: number) => number;
  readonly pools: number;
  /** All capital is due back from the day it is paid in. */
  readonly isWhole: boolean;
  readonly startsRealized: boolean;
  readonly includesFees: boolean;
  /** The part of an investment that is realized or written down on a day. */
  readonly realizedOn: (investment: number, day: number) => FixedPoint;
  readonly valued: readonly number[];
}

/** The investment of flows for fees that belong to no single one. */
export const FEES = -1;

/** Returns the key under which the capital of fees waits: apart from that of the investment, because it may earn nothing. */
const feeKey = (investment: number): number => (investment === FEES ? FEES : -2 - investment);

const emptyBalance = (hurdles: number): PoolBalance => ({
  day: -Infinity,
  capital: 0n,
  fees: 0n,
  preferred: 0n,
  preferredPaid: 0n,
  partnerProfit: 0n,
  matchedCarry: 0n,
  catchUpUsed: 0n,
  carry: 0n,
  unpaidCarry: 0n,
  contributed: 0n,
  distributed: 0n,
  recallable: 0n,
  discounted: Array.from({ length: hurdles }, () => 0n),
  waiting: new Map(),
});

/** Copies a balance, so that a request can change it and leave the history as it is. */
export const copyBalance = (balance: PoolBalance): PoolBalance => ({
  ...balance,
  discounted: [...balance.discounted],
  waiting: new Map(
    [...balance.waiting].map(([key, waiting]) => [key, { ...waiting, discounted: [...waiting.discounted] }]),
  ),
});

export interface ReplayedHistory {
  /** The balances of each pool. */
  readonly balances: readonly PoolBalance[];
  readonly capital: PaidInCapital;
}

/** Replays a partner's cash, in the order of its days. */
export function replayHistory(rules: ReplayRules, rows: readonly HistoryRow[]): ReplayedHistory {
  const balances = Array.from({ length: rules.pools }, () => emptyBalance(rules.clocks.length));
  const capital: PaidInCapital = { byInvestment: new Map(), total: 0n };
  for (const row of rows) {
    if (row.kind === 'CONTRIBUTION') {
      if (!rules.isWhole && !row.isFee) addCapital(capital, row);
      contribute(rules, balances, row);
    } else {
      const pool = rules.poolOf(row.investment);
      const balance = balances[pool];
      if (balance === undefined) continue;
      updateWaiting(rules, balance, pool, row.investment, row.day, capital);
      if (row.kind === 'CARRY') bearCarry(balance, row);
      else receive(rules, balance, row);
      matchFullCatchUp(balance, rules.matching);
    }
  }
  return { balances, capital };
}

/** Capital that a partner paid in for investments, to share out the fees. */
interface PaidInCapital {
  readonly byInvestment: Map<number, FixedPoint>;
  total: FixedPoint;
}

function addCapital(capital: PaidInCapital, { investment, cents }: HistoryRow): void {
  const amount = fixedFromCents(cents);
  capital.total += amount;
  capital.byInvestment.set(investment, (capital.byInvestment.get(investment) ?? 0n) + amount);
}

/** Returns the fraction of the fees that goes with the realized investments of a pool. */
function realizedFraction(rules: ReplayRules, capital: PaidInCapital, pool: number, day: number): FixedPoint {
  if (capital.total <= 0n) return 0n;
  let realized = 0n;
  for (const [investment, amount] of capital.byInvestment) {
    if (rules.poolOf(investment) === pool) realized += fixedProduct(amount, fractionOf(rules, investment, day));
  }
  return (realized * fixedUnit) / capital.total;
}

const fractionOf = (rules: ReplayRules, investment: number, day: number): FixedPoint =>
  rules.startsRealized ? fixedUnit : rules.realizedOn(investment, day);

function contribute(rules: ReplayRules, balances: readonly PoolBalance[], row: HistoryRow): void {
  const amount = fixedFromCents(row.cents);
  if (rules.isWhole) {
    const [balance] = balances;
    if (balance !== undefined) contributePool(rules, balance, row, amount);
    return;
  }
  const isShared = row.isFee && rules.poolOf(row.investment) < 0;
  balances.forEach((balance, pool) => {
    if (!isShared && rules.poolOf(row.investment) !== pool) return;
    if (row.isFee && !rules.includesFees) return;
    contributeWaiting(rules, balance, row, amount, row.isFee ? feeKey(row.investment) : row.investment);
  });
}

function contributePool(rules: ReplayRules, balance: PoolBalance, row: HistoryRow, amount: FixedPoint): void {
  accrue(rules, balance, row.day);
  addHurdleFlow(rules, balance.discounted, row.cashDay, amount);
  balance.contributed += amount;
  if (row.isRecallable) {
    balance.recallable = atLeastZero(balance.recallable - amount);
    if (!rules.recallable.reducesCapital) return;
  }
  balance.capital += amount;
  if (row.isFee) balance.fees += amount;
}

function contributeWaiting(
  rules: ReplayRules,
  balance: PoolBalance,
  row: HistoryRow,
  amount: FixedPoint,
  key: number,
): void {
  let waiting = balance.waiting.get(key);
  if (waiting === undefined) {
    const fraction = key >= 0 && rules.startsRealized ? fixedUnit : 0n;
    waiting = { day: row.day, fraction, capital: 0n, preferred: 0n, discounted: rules.clocks.map(() => 0n) };
    balance.waiting.set(key, waiting);
  }
  accrueWaiting(rules, waiting, row.day, key);
  waiting.capital += amount;
  addHurdleFlow(rules, waiting.discounted, row.cashDay, amount);
  if (waiting.fraction === 0n) return;
  accrue(rules, balance, row.day);
  const part = fixedProduct(amount, waiting.fraction);
  balance.capital += part;
  balance.contributed += part;
  if (key < 0) balance.fees += part;
  addHurdleFlow(rules, balance.discounted, row.cashDay, part);
}

function addHurdleFlow(rules: ReplayRules, discounted: FixedPoint[], day: number, amount: FixedPoint): void {
  if (rules.clocks.length === 0) return;
  for (const [i, clock] of rules.clocks.entries())
    if (clock.hasRate) discounted[i] = (discounted[i] ?? 0n) + fixedProduct(amount, clock.discount(day));
}

/** Adds the preferred return until a day. */
function accrue(rules: ReplayRules, balance: PoolBalance, day: number): void {
  const { accrual } = rules.terms;
  const { reducesCapital, preferredRunsOn } = rules.recallable;
  if (day <= balance.day) return;
  const running = reducesCapital === preferredRunsOn ? (reducesCapital ? balance.recallable : -balance.recallable) : 0n;
  const base = atLeastZero(balance.capital - (rules.excludesFees ? balance.fees : 0n) + running);
  if (accrual !== null && balance.day > -Infinity) balance.preferred += earned(accrual, base, balance, day);
  balance.day = day;
}

function earned(
  accrual: Accrual,
  base: FixedPoint,
  { day: from, preferred }: { readonly day: number; readonly preferred: FixedPoint },
  day: number,
): FixedPoint {
  const earning = accrual.isSimple ? base : base + atLeastZero(preferred);
  return earning === 0n ? 0n : fixedProduct(earning, accrual.between(from, day));
}

function accrueWaiting(rules: ReplayRules, waiting: WaitingCapital, day: number, key: number): void {
  const { accrual } = rules.terms;
  if (day <= waiting.day) return;
  const base = key < 0 && rules.excludesFees ? 0n : waiting.capital;
  if (accrual !== null) waiting.preferred += earned(accrual, base, waiting, day);
  waiting.day = day;
}

/**
 * Moves capital into the tiers that was realized or written down, with its preferred return since it was paid in. A write-up moves it back.
 *
 * Fees follow in proportion to the capital of the investments.
 */
export function updateWaiting(
  rules: ReplayRules,
  balance: PoolBalance,
  pool: number,
  sold: number | 'ALL',
  day: number,
  capital: PaidInCapital,
): void {
  accrue(rules, balance, day);
  if (rules.isWhole) return;
  const changed = sold === 'ALL' ? [] : [sold, ...rules.valued];
  const keys = sold === 'ALL' ? balance.waiting.keys() : [...changed, ...changed.map(feeKey), FEES];
  for (const key of keys) {
    const waiting = balance.waiting.get(key);
    if (waiting === undefined) continue;
    const fraction =
      key === FEES ? realizedFraction(rules, capital, pool, day) : fractionOf(rules, key < 0 ? -2 - key : key, day);
    moveWaiting(rules, balance, waiting, fraction, day, key);
  }
}

function moveWaiting(
  rules: ReplayRules,
  balance: PoolBalance,
  waiting: WaitingCapital,
  fraction: FixedPoint,
  day: number,
  key: number,
): void {
  const moved = fraction - waiting.fraction;
  if (moved === 0n) return;
  accrueWaiting(rules, waiting, day, key);
  const capital = fixedProduct(waiting.capital, moved);
  balance.capital += capital;
  balance.contributed += capital;
  if (key < 0) balance.fees += capital;
  balance.preferred += fixedProduct(waiting.preferred, moved);
  waiting.discounted.forEach((amount, i) => {
    balance.discounted[i] = (balance.discounted[i] ?? 0n) + fixedProduct(amount, moved);
  });
  waiting.fraction = fraction;
}

function bearCarry(balance: PoolBalance, { cents, isUnpaid }: HistoryRow): void {
  balance.carry += fixedFromCents(cents);
  if (isUnpaid) balance.unpaidCarry += fixedFromCents(cents);
}

function receive(rules: ReplayRules, balance: PoolBalance, row: HistoryRow): void {
  const amount = fixedFromCents(row.cents);
  if (row.isRecallable) balance.recallable += amount;
  if (!row.isRecallable || rules.recallable.reducesCapital) payTiers(rules, balance, amount, row.cashDay);
  balance.distributed += amount;
  addHurdleFlow(rules, balance.discounted, row.cashDay, -amount);
}

function payTiers(rules: ReplayRules, balance: PoolBalance, amount: FixedPoint, cashDay: number): void {
  let rest = amount;
  for (const { kind } of rules.terms.tiers) {
    if (kind === 'RETURN_OF_CAPITAL') rest -= returnCapital(balance, fixedMinimum(rest, atLeastZero(balance.capital)));
    if (kind === 'PREFERRED_RETURN') {
      const paid = fixedMinimum(rest, atLeastZero(balance.preferred));
      balance.preferred -= paid;
      balance.preferredPaid += paid;
      balance.partnerProfit += paid;
      rest -= paid;
    }
  }
  if (rest <= 0n) return;
  const before = amount - rest;
  addProfit(balance, rules.matching, rest, (tier, received) => {
    const index = rules.clocks.findIndex((clock) => clock.tier === tier);
    const clock = rules.clocks[index];
    if (clock === undefined) return null;
    const { contributed, distributed, discounted } = balance;
    return (
      missingAmount(clock, { contributed, distributed, discounted: discounted[index] ?? 0n }, cashDay) -
      before -
      received
    );
  });
}

/** Returns capital, and the capital of fees in proportion. */
function returnCapital(balance: PoolBalance, paid: FixedPoint): FixedPoint {
  if (balance.fees > 0n && balance.capital > 0n) balance.fees -= (balance.fees * paid) / balance.capital;
  balance.capital -= paid;
  return paid;
}
