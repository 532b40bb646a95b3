import {
  type CalendarDate,
  type Decimal,
  dayNumber,
  decimal,
  fromCents,
  required,
  toCents,
} from '../../kernel/index.ts';
import { allocateCents } from '../../kernel/apportionment/index.ts';
import { quarterEnd } from '../ledger/index.ts';
import { fixedFromCents } from './fixedPoint.ts';
import {
  onlyInvestment,
  onlyPartner,
  type WaterfallFacts,
  type WaterfallFlow,
  type WaterfallRequest,
} from './input.ts';
import { FEES, type HistoryRow } from './partnerHistory.ts';
import { defaultReturnFirst, preferredTier } from './terms.ts';
import type { Contributed, DatedValue, Sale } from './realization.ts';

/** The cash of a fund until a day, by partner and investment. Both are numbered in the order of their appearance. */
export interface FundHistory {
  readonly partners: readonly string[];
  readonly investments: readonly string[];
  /** The cash of each partner, in the order of its days. */
  readonly rows: readonly (readonly HistoryRow[])[];
  /** Contributions by investment and partner, without fees. */
  readonly shares: readonly bigint[][];
  /** All cash of an investment that partners and GP received. */
  readonly proceeds: readonly bigint[];
  readonly sales: readonly Sale[];
  /** Contributions by investment and day, without fees, if write-downs count. */
  readonly calls: ReadonlyMap<number, ReadonlyMap<number, bigint>>;
  readonly values: readonly DatedValue[];
}

/** Numbers names in the order of their appearance. */
class Numbering {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  add(name: string): number {
    const found = this.#numbers.get(name);
    if (found !== undefined) return found;
    this.#numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

interface Collected {
  readonly partners: Numbering;
  readonly investments: Numbering;
  readonly rows: HistoryRow[][];
  readonly shares: bigint[][];
  readonly proceeds: bigint[];
  readonly sales: Sale[];
  readonly calls: Map<number, Map<number, bigint>>;
  readonly commitments: readonly bigint[];
  readonly paysCarry: readonly boolean[];
}

/**
 * Sorts a fund's flows by partner. A flow that names no partner belongs to all: contributions by commitment, other cash by each partner's share
 * in the investment.
 *
 * Flows after the day are left out, and so is the interest of late closers.
 */
export function collectHistory(input: WaterfallFacts, date: CalendarDate): FundHistory {
  const partners = new Numbering();
  const investments = new Numbering();
  input.commitments.forEach(({ partner }) => partners.add(partner));
  for (const { partner } of input.flows) if (partner !== null) partners.add(partner);
  if (partners.names.length === 0) partners.add(onlyPartner);
  for (const { id } of [...input.investments, ...valuationsOf(input)]) investments.add(id);
  const commitments = partners.names.map((_, i) => toCents(input.commitments[i]?.amount ?? decimal(0)));
  const collected: Collected = {
    partners,
    investments,
    rows: partners.names.map(() => []),
    shares: [],
    proceeds: [],
    sales: [],
    calls: new Map(),
    commitments,
    paysCarry: partners.names.map((_, i) => input.commitments[i]?.paysCarry ?? true),
  };
  const rules = rowRules(input, date);
  for (const flow of inOrder(input.flows)) {
    if (flow.date === null || flow.date > date || flow.isEqualizationInterest) continue;
    addFlow(collected, flow, flow.date, rules);
  }
  sortRows(collected.rows);
  return finished(collected, input, date);
}

const valuationsOf = ({ investments, valuations }: WaterfallFacts) => valuations ?? investments;

function finished(collected: Collected, input: WaterfallFacts, date: CalendarDate): FundHistory {
  const { partners, investments, rows, shares, proceeds, sales, calls } = collected;
  investments.names.forEach((_, i) => {
    shares[i] ??= partners.names.map(() => 0n);
    proceeds[i] ??= 0n;
  });
  return {
    partners: partners.names,
    investments: investments.names,
    rows,
    shares,
    proceeds,
    sales,
    calls,
    values: valuationsOf(input).flatMap(({ id, invested = null, cost, fairValue, date: valued }) =>
      fairValue === null
        ? []
        : [{ investment: investments.add(id), day: dayNumber(valued ?? date), invested, cost, fairValue }],
    ),
  };
}

interface RowRules {
  readonly last: number;
  readonly fromDueDate: boolean;
  readonly toQuarterEnd: boolean;
  /** False if all capital is due back anyway. */
  readonly countsWriteDowns: boolean;
}

function rowRules({ terms }: WaterfallFacts, date: CalendarDate): RowRules {
  const preferred = preferredTier(terms.tiers);
  const toQuarterEnd = preferred?.to === 'QUARTER_END';
  return {
    last: accrualDay(date, toQuarterEnd),
    fromDueDate: preferred?.from === 'DUE_DATE',
    toQuarterEnd,
    countsWriteDowns: defaultReturnFirst(terms) !== 'ALL_CAPITAL',
  };
}

/** Returns the day until which a distribution's preferred return accrues. */
export const accrualDay = (date: CalendarDate, toQuarterEnd: boolean): number =>
  dayNumber(toQuarterEnd ? quarterEnd(date) : date);

function inOrder(flows: readonly WaterfallFlow[]): readonly WaterfallFlow[] {
  const isSorted = flows.every((flow, i) => i === 0 || (flows[i - 1]?.date ?? '') <= (flow.date ?? ''));
  return isSorted ? flows : flows.toSorted((a, b) => compareTexts(a.date ?? '', b.date ?? ''));
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function addFlow(collected: Collected, flow: WaterfallFlow, date: CalendarDate, rules: RowRules): void {
  const { investments, shares, proceeds, partners } = collected;
  const investment = flow.isFee && flow.investment === null ? FEES : investments.add(flow.investment ?? onlyInvestment);
  if (investment >= 0) {
    shares[investment] ??= partners.names.map(() => 0n);
    proceeds[investment] ??= 0n;
  }
  const total = toCents(flow.amount);
  if (flow.partner !== null || partners.names.length === 1) {
    addPart(collected, flow, date, rules, investment, flow.partner === null ? 0 : partners.add(flow.partner), total);
    return;
  }
  allocateCents(total, weightsOf(collected, flow, investment)).forEach((part, partner) => {
    if (part !== 0n) addPart(collected, flow, date, rules, investment, partner, part);
  });
}

function weightsOf(collected: Collected, { kind }: WaterfallFlow, investment: number): readonly bigint[] {
  const { commitments, paysCarry, shares } = collected;
  if (kind === 'CONTRIBUTION') return commitments;
  const weights = shareWeights(shares, commitments, investment);
  if (kind === 'DISTRIBUTION') return weights;
  const paying = weights.map((weight, i) => (paysCarry[i] === true ? weight : 0n));
  return paying.some((weight) => weight > 0n) ? paying : weights;
}

/** Returns each partner's share in an investment: its contributions, else those to all investments, else its commitment. */
function shareWeights(
  shares: readonly (readonly bigint[] | undefined)[],
  commitments: readonly bigint[],
  investment: number,
): readonly bigint[] {
  const positive = (weights: readonly bigint[]) => weights.map((weight) => (weight < 0n ? 0n : weight));
  const contributed = positive(shares[investment] ?? []);
  if (contributed.some((weight) => weight > 0n)) return contributed;
  const all = commitments.map((_, i) => shares.reduce((sum, weights) => sum + (weights?.[i] ?? 0n), 0n));
  const contributions = positive(all);
  return contributions.some((weight) => weight > 0n) ? contributions : commitments;
}

function addPart(
  collected: Collected,
  flow: WaterfallFlow,
  date: CalendarDate,
  rules: RowRules,
  investment: number,
  partner: number,
  cents: bigint,
): void {
  const { shares, proceeds, rows, sales, calls } = collected;
  const cashDay = dayNumber(flow.since ?? date);
  const isContribution = flow.kind === 'CONTRIBUTION';
  if (isContribution && !flow.isFee && investment >= 0) {
    const weights = required(shares[investment], 'the shares in an investment');
    weights[partner] = (weights[partner] ?? 0n) + cents;
    if (rules.countsWriteDowns) {
      const days = calls.get(investment) ?? new Map<number, bigint>();
      const day = dayNumber(date);
      calls.set(investment, days.set(day, (days.get(day) ?? 0n) + cents));
    }
  }
  if (!isContribution) {
    if (flow.kind === 'DISTRIBUTION') addSale(sales, { investment, day: dayNumber(date), cost: flow.cost });
    if (investment >= 0) proceeds[investment] = (proceeds[investment] ?? 0n) + cents;
  }
  rows[partner]?.push({
    day: Math.min(rules.last, countingDay(flow, date, cashDay, rules)),
    cashDay,
    cents,
    investment,
    kind: flow.kind,
    isUnpaid: flow.isUnpaid === true,
    isFee: flow.isFee,
    isRecallable: flow.isRecallable,
  });
}

/** Adds a sale. The partners' parts of a sale without cost are one. */
function addSale(sales: Sale[], sale: Sale): void {
  const last = sales.at(-1);
  const isRepeated = last?.cost === null && sale.cost === null && last.investment === sale.investment;
  if (!isRepeated || last.day !== sale.day) sales.push(sale);
}

function countingDay(flow: WaterfallFlow, date: CalendarDate, cashDay: number, rules: RowRules): number {
  if (flow.kind !== 'CONTRIBUTION') return accrualDay(date, rules.toQuarterEnd);
  return flow.since === null && flow.due !== null && rules.fromDueDate ? dayNumber(flow.due) : cashDay;
}

const orderOfDay: Readonly<Record<HistoryRow['kind'], number>> = { CONTRIBUTION: 0, DISTRIBUTION: 1, CARRY: 2 };

/** Sorts the rows of each partner by day. Contributions of a day come before its distributions, and these before its carry. */
function sortRows(rows: readonly HistoryRow[][]): void {
  const order = (a: HistoryRow, b: HistoryRow) => a.day - b.day || orderOfDay[a.kind] - orderOfDay[b.kind];
  for (const history of rows) {
    if (history.some((row, i) => i > 0 && order(required(history[i - 1], 'the row before'), row) > 0))
      history.sort(order);
  }
}

/** Splits an amount over the partners by their shares in an investment. */
export function splitByShares(history: FundHistory, input: WaterfallFacts, investment: number, amount: Decimal) {
  const commitments = history.partners.map((_, i) => toCents(input.commitments[i]?.amount ?? decimal(0)));
  const weights = shareWeights(history.shares, commitments, investment);
  return allocateCents(toCents(amount), weights).map(fromCents);
}

/** Returns the contributions to each investment, without fees. */
export function contributedTo({ shares, calls }: FundHistory): Contributed {
  const totals = shares.map((parts) => fixedFromCents(parts.reduce((sum, cents) => sum + cents, 0n)));
  return (investment, until) => {
    if (until === undefined) return totals[investment] ?? 0n;
    let sum = 0n;
    for (const [day, cents] of calls.get(investment) ?? []) if (day <= until) sum += cents;
    return fixedFromCents(sum);
  };
}

/** Adds the investment of a request that has no flows yet, such as proceeds of the whole fund. */
export function withInvestment(history: FundHistory, request: WaterfallRequest): FundHistory {
  const id = request.kind === 'DISTRIBUTION' ? (request.investment ?? onlyInvestment) : undefined;
  if (id === undefined || history.investments.includes(id)) return history;
  return {
    ...history,
    investments: [...history.investments, id],
    shares: [...history.shares, history.partners.map(() => 0n)],
    proceeds: [...history.proceeds, 0n],
  };
}
