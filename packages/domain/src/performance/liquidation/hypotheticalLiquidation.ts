import {
  type CalendarDate,
  Decimal,
  type Failures,
  hundred,
  ok,
  type Recorder,
  required,
  Result,
  zero,
  zip,
} from '../../kernel/index.ts';
import { allocate } from '../../kernel/apportionment/index.ts';
import {
  attributeCarry,
  type AttributionPolicy,
  computeWaterfall,
  onlyInvestment,
  taxDistributions,
  type TierKind,
  type WaterfallResult,
  type WaterfallTerms,
} from '../waterfall/index.ts';
import type { LiquidationBook, LiquidationTerms, WhatIf } from './liquidationBook.ts';
import { type LiquidationFacts, liquidationFacts, navOf } from './liquidationFacts.ts';
import { reservedByPartner } from './reservedCarry.ts';

interface LpGp {
  readonly lp: Decimal;
  readonly gp: Decimal;
}

/** The carry of a partner or of the fund. */
interface CarryAmounts {
  readonly carryPaid: Decimal;
  /** The carry entitlement: carry paid and accrued, less the paid carry that the clawback claims. */
  readonly earned: Decimal;
  /** The GP's part of the proceeds, less carry paid in advance, plus unpaid carry, less carry retained for the clawback. */
  readonly accrued: Decimal;
  /** Carry that distributions earned, and that isn't paid yet. */
  readonly unpaid: Decimal;
  /** Carry that isn't paid yet and goes to the partner, because the clawback would claim it. */
  readonly retainedCarry: Decimal;
}

interface CarryWithClawback extends CarryAmounts {
  /** Paid carry that the clawback claims, before tax. */
  readonly clawbackGross: Decimal;
}

export interface LiquidatedPartner extends LpGp, CarryWithClawback {
  /** The investor's id. */
  readonly id: string;
  readonly name: string;
  readonly paysCarry: boolean;
  readonly proceeds: Decimal;
  /** In the order of the terms. */
  readonly tiers: readonly LpGp[];
}

/** The amount that the GP would have to return. */
interface ClawbackExposure {
  readonly gross: Decimal;
  /** After tax, by the terms; zero if they have no clawback. */
  readonly net: Decimal;
}

export interface HypotheticalLiquidation extends LpGp, CarryAmounts {
  readonly terms: LiquidationTerms;
  readonly agreed: WaterfallTerms;
  readonly date: CalendarDate;
  readonly until: CalendarDate;
  /** The NAV before carry at the quarter end. */
  readonly nav: Decimal;
  readonly proceeds: Decimal;
  readonly tiers: readonly (LpGp & { readonly kind: TierKind })[];
  readonly partners: readonly LiquidatedPartner[];
  readonly clawback: ClawbackExposure;
  readonly recipients: WaterfallResult['recipients'];
  readonly taxDistributions: WaterfallResult['taxDistributions'];
  /** The policy that attributes accrued carry to investments. */
  readonly attribution: AttributionPolicy;
  /** Accrued carry by investment. */
  readonly investments: readonly { readonly id: string; readonly name: string; readonly carry: Decimal }[];
}

/**
 * Sells a fund's investments at fair value, or for an exit value, and distributes everything under its stored terms.
 *
 *     accrued carry = the GP's part of the proceeds - carry paid in advance + carry that distributions earned and that isn't paid yet
 *                     - carry retained because the clawback would claim it
 *     carry entitlement = carry paid + accrued carry - clawback exposure, before tax
 *
 * Units:  money of the vehicle's currency in cents.
 * Source: docs/calculations/waterfall.md.
 * Fails:  as `liquidationFacts` and `computeWaterfall`.
 */
export const hypotheticalLiquidation = (
  book: LiquidationBook,
  whatIf: WhatIf = { exitValue: null, exitDate: null },
  explain?: Recorder,
): Result<HypotheticalLiquidation, Failures> =>
  liquidationFacts(book, whatIf).andThen((facts) =>
    excessOf(facts).andThen((excess) =>
      excess.size === 0
        ? liquidate(book, facts, explain)
        : liquidationFacts(book, whatIf, excess).andThen((released) => liquidate(book, released, explain)),
    ),
  );

/** Returns the partners whose reserved carry is above the GP's entitlement by now, each with the excess. It isn't paid, so it goes to the partner. */
function excessOf(facts: LiquidationFacts): Result<ReadonlyMap<string, Decimal>, Failures> {
  const { date, reserved } = facts;
  if (reserved.length === 0) return ok(new Map());
  const ofPartner = reservedByPartner(reserved);
  return computeWaterfall({ ...facts, request: { kind: 'LIQUIDATION', date } }).map(
    ({ balances }) =>
      new Map(
        balances.partners.flatMap(({ id, advance }) =>
          advance.gt(0) && ofPartner.has(id) ? [[id, advance] as const] : [],
        ),
      ),
  );
}

function liquidate(
  book: LiquidationBook,
  facts: LiquidationFacts,
  explain?: Recorder,
): Result<HypotheticalLiquidation, Failures> {
  const { date, proceeds } = facts;
  const request = { kind: 'LIQUIDATION', date } as const;
  const reserved = amountOf(facts.reserved);
  return computeWaterfall({ ...facts, request }, explain).andThen((result) =>
    Result.combine([
      carryByInvestment(book, facts, result),
      recipientsOf(facts.terms.recipients, result.gp.plus(reserved).minus(retainedCarryOf(result))),
    ]).map(([investments, recipients]) => {
      const { lp, gp, tiers, clawback, balances } = result;
      const retainedCarry = retainedCarryOf(result);
      const clawbackGross = clawback?.gross ?? zero;
      return {
        terms: required(book.terms, 'the terms of a liquidation'),
        agreed: facts.terms,
        date,
        until: book.until,
        nav: navOf(book.figures),
        proceeds,
        lp: lp.plus(retainedCarry),
        gp: gp.plus(reserved).minus(retainedCarry),
        tiers,
        partners: partnersOf(book, facts, result),
        ...carryOf(balances.carry, { gp, reserved, retainedCarry, clawbackGross }),
        clawback: { gross: clawbackGross, net: clawback?.due ?? zero },
        recipients,
        taxDistributions: taxDistributionsOf(book, facts),
        attribution: result.attribution.policy,
        investments,
      };
    }),
  );
}

const carryOf = (
  carry: Decimal,
  {
    gp,
    reserved,
    retainedCarry,
    clawbackGross,
  }: Readonly<Record<'gp' | 'reserved' | 'retainedCarry' | 'clawbackGross', Decimal>>,
): CarryAmounts => ({
  carryPaid: carry.minus(gp).minus(reserved),
  earned: carry.minus(retainedCarry).minus(clawbackGross),
  accrued: gp.plus(reserved).minus(retainedCarry),
  unpaid: reserved,
  retainedCarry,
});

const sumOf = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero);
const amountOf = (flows: LiquidationFacts['reserved']): Decimal => sumOf(flows.map(({ amount }) => amount));
const retainedCarryOf = ({ clawback }: WaterfallResult): Decimal =>
  sumOf((clawback?.partners ?? []).map((own) => own.retainedCarry));

/** Splits the accrued carry over the GP entities. */
const recipientsOf = (
  recipients: WaterfallTerms['recipients'],
  carry: Decimal,
): Result<HypotheticalLiquidation['recipients'], Failures> =>
  recipients.length === 0
    ? ok([])
    : allocate(
        carry,
        recipients.map(({ share }) => share),
      ).map((parts) => zip(recipients, parts).map(([{ id }, part]) => ({ id, carry: part })));

/** Computes the tax distributions. Without recipients in the terms, the ledger splits carry over the general partners by commitment, or equally. */
function taxDistributionsOf(
  { partners }: LiquidationBook,
  { terms, flows, commitments, date }: LiquidationFacts,
): HypotheticalLiquidation['taxDistributions'] {
  if (terms.taxDistribution === null) return [];
  const gps = new Set(partners.flatMap(({ isGp, investorId }) => (isGp ? [investorId] : [])));
  const committed = commitments.filter(({ partner }) => gps.has(partner));
  const isEqual = committed.every(({ amount }) => amount.isZero());
  const byCommitment = committed.map(({ partner, amount }) => ({ id: partner, share: isEqual ? hundred : amount }));
  const recipients = terms.recipients.length > 0 ? terms.recipients : byCommitment;
  return taxDistributions(terms.taxDistribution, flows, date, recipients);
}

function partnersOf(
  { partners }: LiquidationBook,
  facts: LiquidationFacts,
  { partners: results, balances, details, tiers, clawback }: WaterfallResult,
): readonly LiquidatedPartner[] {
  const names = new Map(partners.map(({ investorId, name }) => [investorId, name]));
  const paysCarry = new Map(facts.commitments.map((commitment) => [commitment.partner, commitment.paysCarry]));
  const cells = new Map<string, { lp: Decimal; gp: Decimal }>();
  for (const { partner, tier, lp, gp } of details) {
    const key = `${partner} ${String(tier)}`;
    const cell = cells.get(key) ?? { lp: zero, gp: zero };
    cells.set(key, { lp: cell.lp.plus(lp), gp: cell.gp.plus(gp) });
  }
  const ofPartner = reservedByPartner(facts.reserved);
  return zip(results, balances.partners).map(([{ id, lp, gp }, balance], at) => {
    const reserved = ofPartner.get(id) ?? zero;
    const { retainedCarry, gross: clawbackGross } = clawback?.partners[at] ?? { retainedCarry: zero, gross: zero };
    return {
      id,
      name: names.get(id) ?? '',
      paysCarry: paysCarry.get(id) ?? true,
      proceeds: lp.plus(gp).plus(reserved),
      lp: lp.plus(retainedCarry),
      gp: gp.plus(reserved).minus(retainedCarry),
      tiers: tiers.map((_, tier) => cells.get(`${id} ${String(tier)}`) ?? { lp: zero, gp: zero }),
      ...carryOf(balance.carry, { gp, reserved, retainedCarry, clawbackGross }),
      clawbackGross,
    };
  });
}

/**
 * Attributes the accrued carry: to each deal its own, or to the investments of a whole fund by their profit since
 * inception. For another exit value, all fair values change in proportion.
 */
function carryByInvestment(
  { holdings, figures }: LiquidationBook,
  { isByDeal, reserved, proceeds: exit }: LiquidationFacts,
  result: WaterfallResult,
): Result<HypotheticalLiquidation['investments'], Failures> {
  const nameOf = new Map(holdings.map(({ investmentId, name }) => [investmentId, name]));
  if (isByDeal) {
    const carryOf = new Map(result.attribution.investments.map(({ id, carry }) => [id, carry]));
    for (const { investment, amount } of reserved)
      carryOf.set(investment ?? onlyInvestment, (carryOf.get(investment ?? onlyInvestment) ?? zero).plus(amount));
    const deals = [...carryOf];
    const carry = deals.map(([, amount]) => amount);
    const retainedCarry = retainedCarryOf(result);
    // Retained carry reduces the carry of all deals in proportion.
    const reduced = retainedCarry.isZero() ? ok(carry) : allocate(sumOf(carry).minus(retainedCarry), carry);
    return reduced.map((parts) =>
      zip(deals, parts).map(([[id], part]) => ({ id, name: nameOf.get(id) ?? '', carry: part })),
    );
  }
  const gp = result.gp.plus(amountOf(reserved)).minus(retainedCarryOf(result));
  const nav = navOf(figures);
  const atExit = (value: Decimal) => (nav.isZero() || exit.eq(nav) ? value : value.times(exit).div(nav));
  const profits = holdings.map(({ investmentId, invested, proceeds, income, fairValue }) => {
    const worth = (proceeds ?? zero).plus(income ?? zero).plus(atExit(fairValue ?? zero));
    return { id: investmentId, profit: worth.minus(invested ?? zero), proceeds: worth };
  });
  // Without a positive weight, the carry belongs to no investment.
  if (gp.isZero() || profits.every(({ profit, proceeds }) => Decimal.max(profit, proceeds).lte(0))) return ok([]);
  return attributeCarry(gp, profits).map((parts) =>
    zip(profits, parts).map(([{ id }, carry]) => ({ id, name: nameOf.get(id) ?? '', carry })),
  );
}
