import {
  type CalendarDate,
  Decimal,
  displayedDate,
  err,
  fail,
  type Failure,
  type Failures,
  groupBy,
  ok,
  type Recorder,
  required,
  Result,
  zero,
  zip,
} from '../../kernel/index.ts';
import { allocate } from '../../kernel/apportionment/index.ts';
import { readTerms } from '../carryTerms/index.ts';
import {
  type AttributionPolicy,
  checkTerms,
  computeWaterfall,
  type TierKind,
  type WaterfallFacts,
  type WaterfallFlow,
  type WaterfallResult,
  type WaterfallTerms,
} from '../waterfall/index.ts';
import {
  carryOfInvestments,
  type DistributedEntry,
  type DistributionLedger,
  type InvestmentCarry,
  type PostedSale,
  withSale,
} from './carryOfInvestments.ts';
import type { LiquidationBook, LiquidationTerms } from './liquidationBook.ts';
import { dealFailures, flowsOf, isDealByDeal, partnersOf, valuationsOf } from './liquidationFacts.ts';
import { reservedCarry } from './reservedCarry.ts';

/** Proceeds of investments that a fund distributes. */
export interface ProceedsToDistribute {
  readonly date: CalendarDate;
  readonly amount: Decimal;
  readonly holdingIds: readonly string[];
  /** The sale that is posted with the distribution, so that the ledger doesn't have it yet. */
  readonly sale?: PostedSale | undefined;
  /** The policy that a stored figure names. By default, the policy of the terms. */
  readonly attribution?: AttributionPolicy;
}

interface LpGp {
  readonly lp: Decimal;
  readonly gp: Decimal;
}

export interface DistributedPartner extends LpGp {
  /** The investor's id. */
  readonly id: string;
  readonly commitmentId: string;
  readonly name: string;
  readonly paysCarry: boolean;
  /** In the order of the terms. */
  readonly tiers: readonly LpGp[];
}

/** The part of a partner in a tier, for one investment or all of them. */
interface DistributedCell extends LpGp {
  readonly commitmentId: string;
  readonly holdingId: string | null;
  readonly kind: TierKind;
}

export interface ProposedDistribution extends LpGp {
  readonly terms: LiquidationTerms;
  readonly agreed: WaterfallTerms;
  readonly tiers: readonly (LpGp & { readonly kind: TierKind })[];
  readonly partners: readonly DistributedPartner[];
  readonly cells: readonly DistributedCell[];
  /** The carry by investment. Those without carry are left out. */
  readonly investments: readonly InvestmentCarry[];
  /** The policy that attributes it. */
  readonly attribution: AttributionPolicy;
}

/** Part of the proceeds that one investment brought. */
interface Sale {
  readonly holdingId: string;
  readonly investmentId: string;
  readonly name: string;
  readonly amount: Decimal;
}

/**
 * Returns the reasons why the carry terms of a fund don't propose its distributions: each missing term.
 *
 * Fails: NOT_DETERMINED, and as `checkTerms`.
 */
export function termsFailures({ terms }: Pick<LiquidationBook, 'terms'>, date: CalendarDate): Failures {
  if (terms !== null) return checkTerms(readTerms(terms.entered));
  const text = `The fund has no carry terms on ${displayedDate(date)}. Add them on its Carry tab.`;
  return [fail('NOT_DETERMINED', ['terms'], text)];
}

/**
 * Splits the proceeds of investments by partner and tier, under the carry terms of the day. Carry that earlier distributions earned counts as the GP's,
 * although it isn't paid yet.
 *
 * Deal by deal, each investment runs through its own tiers, in their order. Several investments share the proceeds by their last sales.
 *
 * Units:  money of the vehicle's currency in cents; partners and tiers add up to the proceeds exactly.
 * Source: docs/calculations/waterfall.md.
 * Fails:  as `termsFailures`; AMOUNT_MISSING (no proceeds, or several investments of which one has no sale), NEGATIVE_AMOUNT, REQUIRED (no investment),
 *         INVALID_VALUE (an investment that isn't the fund's, or wasn't bought by then), NOT_REPORTED, NO_COMMITMENT, and as `computeWaterfall`.
 */
export function proposeDistribution(
  before: DistributionLedger,
  request: ProceedsToDistribute,
  explain?: Recorder,
): Result<ProposedDistribution, Failures> {
  const ledger = request.sale === undefined ? before : withSale(before, request.sale, request.date);
  const { book } = ledger;
  const failures = [
    ...termsFailures(book, request.date),
    ...proceedsFailures(request),
    ...holdingFailures(ledger, request),
    ...bookFailures(book),
  ];
  if (failures.length > 0 || book.terms === null) return err(failures);
  const terms = readTerms(book.terms.entered);
  const isByDeal = isDealByDeal(terms);
  const until = {
    ...book,
    entries: book.entries.filter(({ effective }) => effective <= request.date),
    events: book.events.filter(({ date }) => date <= request.date),
  };
  const flows = flowsOf(until, isByDeal);
  const wrong = isByDeal ? dealFailures(until, flows) : [];
  if (wrong.length > 0) return err(wrong);
  const facts: WaterfallFacts = {
    ...partnersOf(until, terms, request.date),
    flows: [...flows, ...reservedCarry(until, isByDeal)],
    investments: [],
    valuations: valuationsOf(until),
  };
  const now = { book: until, entries: ledger.entries.filter(({ effective }) => effective <= request.date) };
  return salesOf(now, request).andThen((sales) =>
    runSales(facts, now, sales, request, isByDeal, explain).andThen((runs) =>
      proposalOf(now, { sales, runs, attribution: request.attribution }, terms),
    ),
  );
}

function proceedsFailures({ amount }: ProceedsToDistribute): Failure[] {
  if (amount.isZero()) return [fail('AMOUNT_MISSING', ['proceeds'], 'Enter the proceeds to distribute.')];
  return amount.lt(0)
    ? [
        fail(
          'NEGATIVE_AMOUNT',
          ['proceeds'],
          'Proceeds can’t be negative. To correct an earlier distribution, reverse it under Postings.',
        ),
      ]
    : [];
}

function holdingFailures({ book, entries }: DistributionLedger, { holdingIds, date }: ProceedsToDistribute): Failure[] {
  const at = ['holdingIds'];
  if (holdingIds.length === 0) return [fail('REQUIRED', at, 'Select the investments that were sold.')];
  const nameOf = namesOf(book);
  return [...new Set(holdingIds)].flatMap((id): Failure[] => {
    const own = entries.filter(({ holdingId, effective }) => holdingId === id && effective <= date);
    const name = nameOf.get(id);
    if (name !== undefined && own.some(({ type }) => type === 'BUY')) return [];
    const text =
      name === undefined
        ? 'The fund has no such investment. Select one of its investments.'
        : `The fund hadn’t bought ${name} by ${displayedDate(date)}. Select another investment, or enter a later date.`;
    return [fail('INVALID_VALUE', at, text)];
  });
}

const namesOf = ({ holdings }: LiquidationBook): ReadonlyMap<string, string> =>
  new Map(holdings.map(({ id, name }) => [id, name]));

const bookFailures = ({ figures }: LiquidationBook): Failure[] =>
  figures.some(({ isReported }) => isReported)
    ? [
        fail(
          'NOT_REPORTED',
          ['date'],
          'This fund has reported figures without dated cash, so its carry terms can’t propose a split. Enter the amounts yourself.',
        ),
      ]
    : [];

/** Splits the proceeds over the investments: all to a single one, or by the proceeds of each one's last day of sales. */
function salesOf(
  { book, entries }: DistributionLedger,
  { amount, holdingIds, date }: ProceedsToDistribute,
): Result<readonly Sale[], Failures> {
  const byId = new Map(book.holdings.map((holding) => [holding.id, holding]));
  const holdings = [...new Set(holdingIds)].map((id) => required(byId.get(id), 'a holding of the fund'));
  const sold = holdings.map(({ id }) => lastSale(entries, id, date));
  const unsold = holdings.filter((_, i) => !sold[i]?.gt(0));
  if (holdings.length > 1 && unsold.length > 0) {
    const names = unsold.map(({ name }) => name).join(', ');
    const text = `The proceeds are split by the last sales, but there is none by ${displayedDate(date)}: ${names}. Post the sales first, or distribute each investment alone.`;
    return err([fail('AMOUNT_MISSING', ['holdingIds'], text)]);
  }
  const weights = holdings.length > 1 ? sold : [amount];
  return allocate(amount, weights).map((parts) =>
    zip(holdings, parts).map(([{ id, investmentId, name }, part]) => ({
      holdingId: id,
      investmentId,
      name,
      amount: part,
    })),
  );
}

function lastSale(entries: readonly DistributedEntry[], id: string, date: CalendarDate): Decimal {
  const days = [
    ...groupBy(
      entries.filter(({ type, holdingId, effective }) => type === 'SELL' && holdingId === id && effective <= date),
      ({ effective }) => effective,
    ),
  ].map(([day, own]) => ({ day, amount: sumOf(own.map(({ amount }) => amount)) }));
  return days.filter(({ amount }) => amount.gt(0)).sort((a, b) => (a.day < b.day ? 1 : -1))[0]?.amount ?? zero;
}

const sumOf = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero);

/** The run of one investment through the tiers, or of all of them. */
interface Run {
  readonly sale: Sale | null;
  readonly result: WaterfallResult;
}

/** Runs the proceeds: as one for a whole fund, else investment by investment, each after the ones before it. */
function runSales(
  facts: WaterfallFacts,
  ledger: DistributionLedger,
  sales: readonly Sale[],
  { date, amount }: ProceedsToDistribute,
  isByDeal: boolean,
  explain?: Recorder,
): Result<readonly Run[], Failures> {
  const base = { kind: 'DISTRIBUTION', date } as const;
  if (!isByDeal) {
    const request = { ...base, investment: null, amount, cost: null };
    const sale = sales.length === 1 ? (sales[0] ?? null) : null;
    return computeWaterfall({ ...facts, request }, explain).map((result) => [{ sale, result }]);
  }
  const runs: Run[] = [];
  let flows = facts.flows;
  for (const sale of sales) {
    const request = { ...base, investment: sale.investmentId, amount: sale.amount, cost: costOf(ledger, sale, flows) };
    const run = computeWaterfall({ ...facts, flows, request }, explain?.within([sale.holdingId]));
    if (run.isErr()) return err(run.error);
    runs.push({ sale, result: run.value });
    flows = [...flows, ...flowsAfter(run.value, request, date)];
  }
  return ok(runs);
}

/** Returns the cost that the sale relieved and no distribution has counted; null if all of the investment is sold. */
function costOf(
  { entries }: DistributionLedger,
  { holdingId, investmentId }: Sale,
  flows: readonly WaterfallFlow[],
): Decimal | null {
  const own = entries.filter((entry) => entry.holdingId === holdingId);
  const bought = sumOf(own.flatMap(({ type, amount }) => (type === 'BUY' ? [amount] : [])));
  const relieved = sumOf(own.flatMap(({ costRelieved }) => costRelieved ?? []));
  if (relieved.isZero() || relieved.gte(bought)) return null;
  const ofDeal = flows.filter(({ investment }) => investment === investmentId);
  const counted = sumOf(ofDeal.flatMap(({ cost }) => cost ?? []));
  const calls = ofDeal.filter(({ kind, isFee }) => kind === 'CONTRIBUTION' && !isFee);
  const remaining = sumOf(calls.map(({ amount }) => amount)).minus(counted);
  return Decimal.max(zero, Decimal.min(relieved.minus(counted), remaining));
}

/** The cash of a run, as history for the next investment of the day. */
const flowsAfter = (
  { details }: WaterfallResult,
  { investment, cost }: { readonly investment: string; readonly cost: Decimal | null },
  date: CalendarDate,
): readonly WaterfallFlow[] =>
  details.flatMap(({ partner, lp, gp }, i) => {
    const flow = {
      date,
      due: null,
      since: null,
      partner,
      investment,
      isFee: false,
      isRecallable: false,
      isEqualizationInterest: false,
      recipient: null,
      currency: null,
    };
    // Parts of a cost are only used as a sum, so the first flow has the whole cost.
    const ownCost = i === 0 || cost === null ? cost : zero;
    return [
      ...(lp.isZero() ? [] : [{ ...flow, kind: 'DISTRIBUTION' as const, amount: lp, cost: ownCost }]),
      ...(gp.isZero() ? [] : [{ ...flow, kind: 'CARRY' as const, amount: gp, cost: null }]),
    ];
  });

interface Distributed {
  readonly sales: readonly Sale[];
  readonly runs: readonly Run[];
  readonly attribution: AttributionPolicy | undefined;
}

function proposalOf(
  ledger: DistributionLedger,
  { sales, runs, attribution: stored }: Distributed,
  agreed: WaterfallTerms,
): Result<ProposedDistribution, Failures> {
  const { book } = ledger;
  const gp = sumOf(runs.map(({ result }) => result.gp));
  const commitments = new Map(book.partners.map((partner) => [partner.investorId, partner]));
  const [first] = runs;
  const tiers = required(first, 'a run').result.tiers.map(({ kind }, i) => ({
    kind,
    lp: sumOf(runs.map(({ result }) => result.tiers[i]?.lp ?? zero)),
    gp: sumOf(runs.map(({ result }) => result.tiers[i]?.gp ?? zero)),
  }));
  const details = runs.flatMap(({ sale, result }) =>
    result.details.map((detail) => ({ ...detail, holdingId: sale?.holdingId ?? null })),
  );
  const partners = partnersIn(book, agreed, details, tiers.length);
  const cells = details.map(({ partner, holdingId, kind, lp, gp: carry }) => ({
    commitmentId: required(commitments.get(partner), 'the commitment of a partner').id,
    holdingId,
    kind,
    lp,
    gp: carry,
  }));
  const byDeal = runs.flatMap(({ sale, result }) =>
    sale === null ? [] : [{ holdingId: sale.holdingId, name: sale.name, carry: result.gp }],
  );
  const attribution = stored ?? (isDealByDeal(agreed) ? 'BY_DEAL' : 'REALIZED_PROFIT');
  return (attribution === 'BY_DEAL' ? ok(byDeal) : carryOfInvestments(ledger, sales, gp)).map((investments) => ({
    attribution,
    terms: required(book.terms, 'the terms of a distribution'),
    agreed,
    lp: sumOf(runs.map(({ result }) => result.lp)),
    gp,
    tiers,
    partners,
    cells,
    investments: investments.filter(({ carry }) => !carry.isZero()),
  }));
}

function partnersIn(
  book: LiquidationBook,
  agreed: WaterfallTerms,
  details: readonly (LpGp & { readonly partner: string; readonly tier: number })[],
  count: number,
): readonly DistributedPartner[] {
  const paysCarry = new Map(
    partnersOf(book, agreed, book.until).commitments.map((commitment) => [commitment.partner, commitment.paysCarry]),
  );
  const own = groupBy(details, ({ partner }) => partner);
  return book.partners.map(({ id, investorId, name }) => {
    const cells = own.get(investorId) ?? [];
    const side = (name: 'lp' | 'gp', tier?: number) =>
      sumOf(cells.flatMap((cell) => (tier === undefined || cell.tier === tier ? [cell[name]] : [])));
    return {
      id: investorId,
      commitmentId: id,
      name,
      paysCarry: paysCarry.get(investorId) ?? true,
      lp: side('lp'),
      gp: side('gp'),
      tiers: Array.from({ length: count }, (_, tier) => ({ lp: side('lp', tier), gp: side('gp', tier) })),
    };
  });
}
