import {
  type CalendarDate,
  type Decimal,
  err,
  type Failures,
  fromCents,
  groupBy,
  hundred,
  ok,
  type Recorder,
  required,
  Result,
  roundPercent,
  zero,
  zip,
} from '../../kernel/index.ts';
import { allocate } from '../../kernel/apportionment/index.ts';
import { type AttributionPolicy, attributeCarry } from './attribution.ts';
import { checkFacts, checkInput, checkRequest } from './checkInput.ts';
import { clawbackResult } from './clawback.ts';
import { type LifetimeCarry, lifetimeCarry } from './entitlement.ts';
import { escrowAfter } from './escrow.ts';
import { explainClawback, explainRun, explainShare, explainTotals } from './formulas.ts';
import { collectHistory, type FundHistory, splitByShares, withInvestment } from './fundHistory.ts';
import {
  type InvestmentValue,
  onlyInvestment,
  type WaterfallFacts,
  type WaterfallInput,
  type WaterfallRequest,
} from './input.ts';
import {
  fundPositions,
  type FundPositions,
  poolPlan,
  type ReplayedFund,
  replayFund,
  type SoldInvestments,
  wholePlan,
} from './positions.ts';
import type { Balances, ClawbackResult, PartnerBalances, TierDetail, WaterfallResult } from './result.ts';
import { type Position, runTiers, sumOf, type TierRun } from './runTiers.ts';
import { defaultReturnFirst } from './terms.ts';
import { taxDistributions } from './taxDistributions.ts';

/** Cash of one investment that a calculation distributes. */
interface Proceeds {
  readonly investment: number;
  readonly amount: Decimal;
  /** By partner. */
  readonly parts: readonly Decimal[];
}

/** The run of a partner's cash through the tiers of a pool. */
interface PoolRun {
  readonly partner: number;
  readonly pool: number;
  readonly before: Position;
  readonly run: TierRun;
}

interface Calculation {
  readonly input: WaterfallInput;
  readonly date: CalendarDate;
  readonly history: FundHistory;
  readonly funds: FundPositions;
  readonly whole: () => ReplayedFund;
  readonly proceeds: readonly Proceeds[];
  readonly runs: readonly PoolRun[];
}

/** A fund on a day, after its whole history. Several requests of the day can share it, such as a payoff chart. */
export interface OpenWaterfall {
  readonly facts: WaterfallFacts;
  readonly date: CalendarDate;
  readonly history: FundHistory;
  readonly fund: ReplayedFund;
  /** The same with one pool of all capital, for the clawback. */
  readonly whole: () => ReplayedFund;
}

/**
 * Replays the history of a fund until a day.
 *
 * Fails:  as `checkInput`, without the failures of a request.
 */
export function openWaterfall(facts: WaterfallFacts, date: CalendarDate): Result<OpenWaterfall, Failures> {
  const failures = checkFacts(facts);
  if (failures.length > 0) return err(failures);
  const history = collectHistory(facts, date);
  const fund = replayFund(facts, history, date, poolPlan(facts.terms, history), false);
  const isWhole = fund.plan.count === 1 && defaultReturnFirst(facts.terms) === 'ALL_CAPITAL';
  const whole = () => (isWhole ? fund : replayFund(facts, history, date, wholePlan(history), true));
  return ok({ facts, date, history, fund, whole });
}

/**
 * Runs a fund's waterfall: a distribution of proceeds, a hypothetical liquidation at fair value, or a clawback.
 *
 * Every partner has a waterfall for each pool. Proceeds of an investment are split by the partners' contributions to it. Each part runs through the
 * partner's tiers; the GP's part is carry.
 *
 * Units:  money of one currency in cents, percent.
 * Source: ILPA Principles 3.0, 2019, pages 9 to 11; docs/calculations/waterfall.md.
 * Fails:  as `checkInput`.
 */
export function computeWaterfall(input: WaterfallInput, explain?: Recorder): Result<WaterfallResult, Failures> {
  const failures = checkInput(input);
  const { date } = input.request;
  if (failures.length > 0 || date === null) return err(failures);
  return openWaterfall(input, date).andThen((open) => answerWaterfallRequest(open, input.request, explain));
}

/**
 * Answers a request as of the fund's date.
 *
 * Fails:  as `checkInput`.
 */
export function answerWaterfallRequest(
  open: OpenWaterfall,
  request: WaterfallRequest,
  explain?: Recorder,
): Result<WaterfallResult, Failures> {
  const { facts, date, fund, whole } = open;
  const failures = checkRequest(facts, request);
  if (failures.length > 0) return err(failures);
  const history = withInvestment(open.history, request);
  const input = { ...facts, request };
  const funds = fundPositions({ ...fund, history, plan: poolPlan(facts.terms, history) }, soldBy(input, history));
  const proceeds = proceedsOf(input, history);
  const runs = runPools(history, funds, proceeds);
  if (explain !== undefined) explainRuns(explain, history, proceeds, runs);
  return assemble({ input, date, history, funds, whole, proceeds, runs }, explain);
}

function soldBy({ request }: WaterfallInput, history: FundHistory): SoldInvestments {
  if (request.kind === 'LIQUIDATION') return 'ALL';
  if (request.kind === 'CLAWBACK') return 'NOTHING';
  return { investment: history.investments.indexOf(request.investment ?? onlyInvestment), cost: request.cost };
}

function proceedsOf(input: WaterfallInput, history: FundHistory): readonly Proceeds[] {
  const { request } = input;
  if (request.kind === 'CLAWBACK') return [];
  if (request.kind === 'LIQUIDATION')
    return input.investments.map((value) => ({
      investment: history.investments.indexOf(value.id),
      amount: required(value.fairValue, 'a fair value'),
      parts: partsOfValue(history, input, value),
    }));
  const { amount } = request;
  const investment = history.investments.indexOf(request.investment ?? onlyInvestment);
  return [{ investment, amount, parts: splitByShares(history, input, investment, amount) }];
}

/** Returns each partner's part of the value of an investment. */
function partsOfValue(history: FundHistory, input: WaterfallInput, { id, fairValue, parts }: InvestmentValue) {
  if (parts !== undefined) return history.partners.map((partner) => parts.get(partner) ?? zero);
  return splitByShares(history, input, history.investments.indexOf(id), fairValue ?? zero);
}

/** Runs every partner's cash of every pool. A pool without cash isn't run. */
function runPools(history: FundHistory, funds: FundPositions, proceeds: readonly Proceeds[]): readonly PoolRun[] {
  const byPool = groupBy(proceeds, ({ investment }) =>
    required(funds.plan.poolOf[investment], 'the pool of an investment'),
  );
  return history.partners.flatMap((_, partner) =>
    [...byPool].map(([pool, sales]) => {
      const amount = sumOf(sales.map(({ parts }) => required(parts[partner], 'the part of a partner')));
      const before = required(funds.positions[partner]?.[pool], 'the position of a partner');
      return { partner, pool, before, run: runTiers(before, funds.terms(partner), amount) };
    }),
  );
}

function assemble(calculation: Calculation, explain?: Recorder): Result<WaterfallResult, Failures> {
  const { input, date, history, runs } = calculation;
  const totals = totalsOf(calculation);
  const balances = balancesOf(calculation);
  const carryTerms = recipientShares(input, totals.gp);
  const attribution = attributionOf(calculation);
  if (explain !== undefined) {
    const recorded = runs.map((entry) => ({
      path: pathOf(entry),
      partner: required(history.partners[entry.partner], 'a partner'),
      run: entry.run,
    }));
    explainTotals(explain, totals, recorded);
  }
  const value = sumOf(input.investments.map(({ fairValue }) => fairValue ?? zero));
  const covered = { value, unreturned: balances.unreturnedCapital };
  const escrow =
    input.terms.escrow === null ? null : escrowAfter(input.terms.escrow, input.flows, date, totals.gp, covered);
  return Result.combine([carryTerms, attribution, clawbackOf(calculation, escrow?.balance ?? zero, explain)]).map(
    ([recipients, attributed, clawback]) => ({
      date,
      ...totals,
      details: detailsOf(calculation),
      balances,
      attribution: attributed,
      recipients,
      clawback,
      escrow,
      taxDistributions:
        input.terms.taxDistribution === null
          ? []
          : taxDistributions(input.terms.taxDistribution, input.flows, date, input.terms.recipients),
    }),
  );
}

function totalsOf({ history, runs, funds }: Calculation): Pick<WaterfallResult, 'lp' | 'gp' | 'tiers' | 'partners'> {
  const kinds = funds.terms(0).tiers;
  const tiers = kinds.map(({ kind }, i) => ({
    kind,
    lp: sumOf(runs.map(({ run }) => run.tiers[i]?.lp ?? zero)),
    gp: sumOf(runs.map(({ run }) => run.tiers[i]?.gp ?? zero)),
  }));
  const byPartner = groupBy(runs, ({ partner }) => partner);
  const partners = history.partners.map((id, partner) => {
    const own = byPartner.get(partner) ?? [];
    return { id, lp: sumOf(own.map(({ run }) => run.lp)), gp: sumOf(own.map(({ run }) => run.gp)) };
  });
  return { lp: sumOf(tiers.map(({ lp }) => lp)), gp: sumOf(tiers.map(({ gp }) => gp)), tiers, partners };
}

function detailsOf({ history, funds, proceeds, runs }: Calculation): readonly TierDetail[] {
  const soldByPool = groupBy(proceeds, ({ investment }) => funds.plan.poolOf[investment]);
  return runs.flatMap(({ partner, pool, run }) =>
    run.tiers.flatMap(({ lp, gp }, tier) => {
      if (lp.isZero() && gp.isZero()) return [];
      const investment = history.investments[soldByPool.get(pool)?.[0].investment ?? -1] ?? onlyInvestment;
      const kind = required(funds.terms(partner).tiers[tier], 'a tier').kind;
      return [{ partner: required(history.partners[partner], 'a partner'), investment, tier, kind, lp, gp }];
    }),
  );
}

/** Returns the positions of a partner after the calculation, in all pools. */
function positionsAfter({
  funds,
  runs,
}: Calculation): readonly (readonly { position: Position; advance: Decimal }[])[] {
  const after = new Map(runs.map((entry) => [`${entry.partner} ${entry.pool}`, entry.run]));
  return funds.positions.map((positions, partner) =>
    positions.map((position, pool) => {
      const run = after.get(`${partner} ${pool}`) ?? runTiers(position, funds.terms(partner), zero);
      return { position: run.after, advance: run.remainingAdvance };
    }),
  );
}

function balancesOf(calculation: Calculation): WaterfallResult['balances'] {
  const partners = zip(calculation.history.partners, positionsAfter(calculation)).map(
    ([id, pools]): PartnerBalances => ({
      id,
      ...balancesFrom(
        sumOf(pools.map(({ position }) => position.unreturned)),
        sumOf(pools.map(({ position }) => position.unpaidPreferred)),
        sumOf(pools.map(({ position }) => position.partnerProfit)),
        sumOf(pools.map(({ position }) => position.carry)),
        sumOf(pools.map(({ advance }) => advance)),
      ),
    }),
  );
  const total = (name: 'unreturnedCapital' | 'unpaidPreferredReturn' | 'carry' | 'advance') =>
    sumOf(partners.map((partner) => partner[name]));
  const partnerProfit = sumOf(partners.map(({ cumulativeProfit, carry }) => cumulativeProfit.minus(carry)));
  return {
    ...balancesFrom(
      total('unreturnedCapital'),
      total('unpaidPreferredReturn'),
      partnerProfit,
      total('carry'),
      total('advance'),
    ),
    partners,
  };
}

function balancesFrom(
  unreturnedCapital: Decimal,
  unpaidPreferredReturn: Decimal,
  partnerProfit: Decimal,
  carry: Decimal,
  advance: Decimal,
): Balances {
  const cumulativeProfit = partnerProfit.plus(carry);
  const gpShare = cumulativeProfit.lte(0) ? null : roundPercent(carry.div(cumulativeProfit).times(hundred));
  return { unreturnedCapital, unpaidPreferredReturn, cumulativeProfit, carry, gpShare, advance };
}

function recipientShares({ terms }: WaterfallInput, carry: Decimal): Result<WaterfallResult['recipients'], Failures> {
  if (terms.recipients.length === 0) return ok([]);
  return allocate(
    carry,
    terms.recipients.map(({ share }) => share),
  ).map((parts) => zip(terms.recipients, parts).map(([{ id }, part]) => ({ id, carry: part })));
}

/** Attributes the carry of each pool to its investments. */
function attributionOf({
  input,
  history,
  funds,
  proceeds,
  runs,
}: Calculation): Result<WaterfallResult['attribution'], Failures> {
  const policy: AttributionPolicy = input.terms.basis === 'WHOLE_FUND' ? 'POSITIVE_PROFIT' : 'BY_DEAL';
  const isSale = input.request.kind === 'DISTRIBUTION';
  const pools = [...groupBy(proceeds, ({ investment }) => funds.plan.poolOf[investment])];
  return Result.combine(
    pools.map(([pool, sales]) => {
      const carry = sumOf(runs.filter((entry) => entry.pool === pool).map(({ run }) => run.gp));
      const candidates = isSale && policy === 'POSITIVE_PROFIT' ? wholeFund(history, sales) : sales;
      const profits = candidates.map(({ investment, amount }) => ({
        id: required(history.investments[investment], 'an investment'),
        profit: profitOf(history, investment).plus(amount),
        proceeds: amount,
      }));
      return attributeCarry(carry, profits).map((parts) =>
        zip(profits, parts).map(([{ id }, part]) => ({ id, carry: part })),
      );
    }),
  ).map((investments) => ({ policy, investments: investments.flat() }));
}

/** All investments of a fund, with the proceeds of the ones that are sold. */
const wholeFund = ({ investments }: FundHistory, sales: readonly Pick<Proceeds, 'investment' | 'amount'>[]) =>
  investments.map((_, investment) => ({
    investment,
    amount: sales.find((sale) => sale.investment === investment)?.amount ?? zero,
  }));

function profitOf({ shares, proceeds }: FundHistory, investment: number): Decimal {
  const contributed = (shares[investment] ?? []).reduce((sum, cents) => sum + cents, 0n);
  return fromCents((proceeds[investment] ?? 0n) - contributed);
}

/** Computes the clawback if it is requested, or if the GP earned carry before. */
function clawbackOf(
  calculation: Calculation,
  escrowBalance: Decimal,
  explain?: Recorder,
): Result<ClawbackResult | null, Failures> {
  const { input, date, funds, history } = calculation;
  const hasCarry = funds.positions.some((pools) => pools.some(({ carry }) => !carry.isZero()));
  if (input.request.kind !== 'CLAWBACK' && !hasCarry) return ok(null);
  const partners = lifetimeCarries(calculation);
  const isOver = input.request.kind === 'LIQUIDATION' || remainingValue(calculation).isZero();
  const receivers = input.request.kind === 'CLAWBACK' ? input.request.receivers : [];
  const result = clawbackResult(input.terms.clawback, partners, { date, isOver, escrowBalance, receivers });
  return result.map((clawback) => {
    if (explain !== undefined) explainClawback(explain, partners, clawback, input.terms.clawback.tax);
    return history.partners.length === 0 ? null : clawback;
  });
}

/** Investments that are still owned after the calculation, at their fair value. */
const remaining = ({ input }: Calculation) =>
  input.request.kind === 'LIQUIDATION'
    ? []
    : input.investments.filter(
        ({ id }) => input.request.kind !== 'DISTRIBUTION' || id !== (input.request.investment ?? onlyInvestment),
      );

const remainingValue = (calculation: Calculation): Decimal =>
  sumOf(remaining(calculation).map(({ fairValue }) => fairValue ?? zero));

/** Tests each partner's carry on all flows of the fund, whatever the pools. */
function lifetimeCarries(calculation: Calculation): readonly LifetimeCarry[] {
  const { input, history, runs } = calculation;
  const whole = fundPositions(calculation.whole(), 'NOTHING');
  const values = remaining(calculation).map((value) => partsOfValue(history, input, value));
  const byPartner = groupBy(runs, ({ partner }) => partner);
  return history.partners.map((_, partner) => {
    const own = byPartner.get(partner) ?? [];
    const position = required(whole.positions[partner]?.[0], 'the position of a partner');
    const lp = sumOf(own.map(({ run }) => run.lp));
    const gp = sumOf(own.map(({ run }) => run.gp));
    const after = {
      ...position,
      distributed: position.distributed.plus(lp),
      carry: position.carry.plus(gp),
      missing: position.missing.map((missing) => missing?.minus(lp) ?? null),
    };
    const value = sumOf(values.map((parts) => required(parts[partner], 'the value of a partner')));
    return lifetimeCarry(after, whole.terms(partner).tiers, value, {
      accrued: input.request.kind === 'LIQUIDATION' ? gp : zero,
      retainsUnpaid: input.terms.clawback.policy !== 'NONE',
    });
  });
}

const pathOf = ({ partner, pool }: PoolRun) => ['runs', partner, pool];

function explainRuns(
  explain: Recorder,
  history: FundHistory,
  proceeds: readonly Proceeds[],
  runs: readonly PoolRun[],
): void {
  for (const entry of runs) explainRun(explain, pathOf(entry), entry.before, entry.run);
  proceeds.forEach(({ amount, parts }, i) => {
    parts.forEach((part, partner) => {
      explainShare(explain, ['proceeds', i, partner], amount, part, history.partners.length);
    });
  });
}
