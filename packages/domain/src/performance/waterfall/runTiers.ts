import { Decimal, required, roundMoney, roundTo, unit, zero, zip } from '../../kernel/index.ts';
import type { PartnerTier, PartnerTerms } from './partnerTerms.ts';

/** A partner's position in a pool on a day, before a distribution. */
export interface Position {
  /** Capital that is due back. */
  readonly unreturned: Decimal;
  readonly unpaidPreferred: Decimal;
  readonly preferredPaid: Decimal;
  /** Profit that the partner has received: preferred return and all beyond it. */
  readonly partnerProfit: Decimal;
  /** The carry that the tiers grant along with it. */
  readonly matchedCarry: Decimal;
  /** Cash that went through the catch-up, with the GP's part. */
  readonly catchUpUsed: Decimal;
  /** The carry that the partner bore, also in advance. */
  readonly carry: Decimal;
  /** Its part that distributions earned, and that the GP hasn't received yet. */
  readonly unpaidCarry: Decimal;
  /** The cash that the partner still has to receive to reach the hurdle of each tier; null without one. */
  readonly missing: readonly (Decimal | null)[];
  readonly contributed: Decimal;
  readonly distributed: Decimal;
}

interface TierAmount {
  readonly lp: Decimal;
  readonly gp: Decimal;
}

export interface TierRun {
  readonly tiers: readonly TierAmount[];
  readonly lp: Decimal;
  readonly gp: Decimal;
  /** Carry that was paid before it was due: at the start, and what this cash didn't repay. */
  readonly advance: Decimal;
  readonly remainingAdvance: Decimal;
  readonly after: Position;
}

interface Walk {
  rest: Decimal;
  partnerProfit: Decimal;
  /** Carry before the tiers. The only catch-up comes before every other tier with carry. */
  readonly carry: Decimal;
  received: Decimal;
  preferredPaid: Decimal;
}

/**
 * Runs a partner's cash through the tiers, in their order.
 *
 *     capital, preferred return: at most what is due
 *     catch-up:  at most (target x profit - carry) / (GP share - target), of all profit so far
 *     split:     at most the missing amount of its hurdle / (1 - GP share)
 *
 * Carry paid in advance is put back first and counts as cash of this distribution. The GP then receives its part less the advance.
 *
 * Units:  money in cents. Amounts are computed without rounding and rounded as running totals, so that the tiers add up.
 * Source: ILPA Principles 3.0, 2019, pages 9 to 11; docs/calculations/waterfall.md.
 */
export function runTiers(position: Position, { tiers }: PartnerTerms, amount: Decimal): TierRun {
  // Carry beyond the amount that the tiers grant along with the partner's profit so far.
  const advance = Decimal.max(zero, position.carry.minus(position.matchedCarry));
  const pot = amount.plus(advance);
  const walk: Walk = {
    rest: pot,
    partnerProfit: position.partnerProfit,
    carry: position.carry.minus(advance),
    received: zero,
    preferredPaid: position.preferredPaid,
  };
  const exact = tiers.map((tier, i) => enterTier(walk, tiers, position, i));
  const { rest, remainingAdvance } = deductAdvance(exact, advance);
  const amounts = roundRunning(rest, amount);
  const lp = sumOf(amounts.map((tier) => tier.lp));
  const gp = sumOf(amounts.map((tier) => tier.gp));
  return {
    tiers: amounts,
    lp,
    gp,
    advance: roundExact(advance),
    remainingAdvance: roundExact(remainingAdvance),
    after: positionAfter(position, tiers, amounts),
  };
}

export const sumOf = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), zero);

/** Returns the cash of a tier without rounding. */
function enterTier(walk: Walk, tiers: readonly PartnerTier[], position: Position, index: number): TierAmount {
  const tier = required(tiers[index], 'a tier');
  switch (tier.kind) {
    case 'RETURN_OF_CAPITAL':
      return pay(walk, Decimal.min(walk.rest, position.unreturned), zero, false);
    case 'PREFERRED_RETURN':
      walk.preferredPaid = walk.preferredPaid.plus(Decimal.min(walk.rest, position.unpaidPreferred));
      return pay(walk, Decimal.min(walk.rest, position.unpaidPreferred), zero, true);
    case 'CATCH_UP':
      return pay(walk, Decimal.min(walk.rest, remainingCatchUp(tier, walk, position, tiers)), tier.gpShare, true);
    case 'SPLIT': {
      const missing = position.missing[index] ?? null;
      const limit = missing === null ? walk.rest : limitOfSplit(missing.minus(walk.received), tier.gpShare);
      return pay(walk, Decimal.min(walk.rest, limit), tier.gpShare, true);
    }
  }
}

const limitOfSplit = (missing: Decimal, gpShare: Decimal): Decimal =>
  missing.lte(0) ? zero : missing.div(unit.minus(gpShare));

function pay(walk: Walk, total: Decimal, gpShare: Decimal, isProfit: boolean): TierAmount {
  const gp = total.times(gpShare);
  const lp = total.minus(gp);
  walk.rest = walk.rest.minus(total);
  walk.received = walk.received.plus(lp);
  if (isProfit) walk.partnerProfit = walk.partnerProfit.plus(lp);
  return { lp, gp };
}

/** The total of a catch-up that is still due. */
export function catchUpTotal({ target, gpShare }: CatchUp, partnerProfit: Decimal, carry: Decimal): Decimal {
  const due = target.times(partnerProfit.plus(carry)).minus(carry);
  return due.lte(0) ? zero : due.div(gpShare.minus(target));
}

interface CatchUp {
  readonly target: Decimal;
  readonly gpShare: Decimal;
}

/** The cash of a catch-up that earlier cash hasn't used: target x preferred return / (GP share - target) - used. */
const unusedCatchUp = ({ target, gpShare }: CatchUp, preferredPaid: Decimal, used: Decimal): Decimal =>
  Decimal.max(zero, target.times(preferredPaid).div(gpShare.minus(target)).minus(used));

/**
 * The total of a catch-up in this cash: until the GP has the target share of all profit. A split below the target doesn't open it again, unless the
 * GP was paid less than the tiers grant along with the partner's profit.
 */
function remainingCatchUp(catchUp: CatchUp, walk: Walk, position: Position, tiers: readonly PartnerTier[]): Decimal {
  const ofProfit = catchUpTotal(catchUp, walk.partnerProfit, walk.carry);
  const behind = Decimal.max(zero, position.matchedCarry.minus(walk.carry));
  const unused = unusedCatchUp(catchUp, walk.preferredPaid, position.catchUpUsed);
  if (behind.isZero()) return Decimal.min(ofProfit, unused);
  const split = nextSplit(position, tiers);
  // While the GP catches up, the tiers grant it more along with the partner's part.
  const partnerShare = unit.minus(catchUp.gpShare);
  const pace = split.eq(unit) ? zero : catchUp.gpShare.minus(partnerShare.times(split).div(unit.minus(split)));
  return pace.lte(0) ? ofProfit : Decimal.min(ofProfit, unused.plus(behind.div(pace)));
}

/** The GP's share in the first split whose hurdle isn't reached. */
function nextSplit(position: Position, tiers: readonly PartnerTier[]): Decimal {
  const split = tiers.find((tier, i) => tier.kind === 'SPLIT' && (position.missing[i]?.gt(0) ?? true));
  return split?.kind === 'SPLIT' ? split.gpShare : zero;
}

/** Decimals beyond which a digit is an error of a division, or of the matched carry, which is exact to 10^-14. */
const EXACT_DECIMALS = 12;

/** Rounds to cents. A half of a cent that a division left a trifle short is still a half. */
export const roundExact = (amount: Decimal): Decimal => roundMoney(roundTo(amount, EXACT_DECIMALS));

/** Rounds the running totals of cash and carry, so that every tier is in cents and all add up. */
function roundRunning(exact: readonly TierAmount[], proceeds: Decimal): readonly TierAmount[] {
  let [total, carry, roundedTotal, roundedCarry] = [zero, zero, zero, zero];
  return exact.map(({ lp, gp }, i) => {
    total = total.plus(lp).plus(gp);
    carry = carry.plus(gp);
    const nextTotal = i === exact.length - 1 ? proceeds : roundExact(total);
    const tierTotal = nextTotal.minus(roundedTotal);
    const tierCarry = Decimal.min(tierTotal, Decimal.max(zero, roundExact(carry).minus(roundedCarry)));
    roundedTotal = nextTotal;
    roundedCarry = roundedCarry.plus(tierCarry);
    return { lp: tierTotal.minus(tierCarry), gp: tierCarry };
  });
}

/** Removes the advance, which is already paid: from the carry of the first tiers, then from the partner's last ones. */
function deductAdvance(amounts: readonly TierAmount[], advance: Decimal) {
  if (advance.isZero()) return { rest: amounts, remainingAdvance: zero };
  let open = advance;
  const deduct = (amount: Decimal) => {
    const part = Decimal.min(amount, open);
    open = open.minus(part);
    return amount.minus(part);
  };
  const carry = amounts.map(({ gp }) => deduct(gp));
  const remainingAdvance = open;
  const partner = amounts.toReversed().map(({ lp }) => deduct(lp));
  return { rest: zip(carry, partner.toReversed()).map(([gp, lp]): TierAmount => ({ lp, gp })), remainingAdvance };
}

function positionAfter(position: Position, tiers: readonly PartnerTier[], amounts: readonly TierAmount[]): Position {
  let { unreturned, unpaidPreferred, preferredPaid, partnerProfit, carry } = position;
  let received = zero;
  zip(tiers, amounts).forEach(([{ kind }, { lp, gp }]) => {
    if (kind === 'RETURN_OF_CAPITAL') unreturned = unreturned.minus(lp);
    else partnerProfit = partnerProfit.plus(lp);
    if (kind === 'PREFERRED_RETURN') {
      unpaidPreferred = unpaidPreferred.minus(lp);
      preferredPaid = preferredPaid.plus(lp);
    }
    carry = carry.plus(gp);
    received = received.plus(lp);
  });
  return {
    ...position,
    unreturned,
    unpaidPreferred,
    preferredPaid,
    partnerProfit,
    carry,
    missing: position.missing.map((missing) => missing?.minus(received) ?? null),
    distributed: position.distributed.plus(received),
  };
}
