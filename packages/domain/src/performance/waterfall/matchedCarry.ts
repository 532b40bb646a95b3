import type { Decimal } from '../../kernel/index.ts';
import { Decimal as DecimalType, unit } from '../../kernel/index.ts';
import { atLeastZero, type FixedPoint, fixedFromRatio, fixedProduct, halfCent, fixedMinimum } from './fixedPoint.ts';
import type { PartnerTier } from './partnerTerms.ts';

/** How cash that a partner received beyond capital and preferred return relates to carry, tier by tier. */
interface MatchingTier {
  /** Carry per unit that the partner receives in the tier; null if the partner receives nothing in it. */
  readonly carryPerUnit: FixedPoint | null;
  /** For a catch-up: the target, and 1 / (GP share - target). */
  readonly catchUp: { readonly target: FixedPoint; readonly width: FixedPoint; readonly gpShare: FixedPoint } | null;
}

export type Matching = readonly MatchingTier[];

export const matchingTiers = (tiers: readonly PartnerTier[]): Matching =>
  tiers.map((tier) => {
    if (tier.kind === 'SPLIT') return { carryPerUnit: perUnit(tier.gpShare), catchUp: null };
    if (tier.kind !== 'CATCH_UP') return { carryPerUnit: null, catchUp: null };
    const catchUp = {
      target: fixedFromRatio(tier.target),
      width: fixedFromRatio(unit.div(tier.gpShare.minus(tier.target))),
      gpShare: fixedFromRatio(tier.gpShare),
    };
    return { carryPerUnit: perUnit(tier.gpShare), catchUp };
  });

const perUnit = (gpShare: Decimal): FixedPoint | null =>
  gpShare.eq(unit) ? null : fixedFromRatio(DecimalType.div(gpShare, unit.minus(gpShare)));

export interface ProfitSoFar {
  preferredPaid: FixedPoint;
  /** The profit that the partner has received. */
  partnerProfit: FixedPoint;
  /** The carry that belongs to it. */
  matchedCarry: FixedPoint;
  /** Cash that went through the catch-up, with the GP's part. */
  catchUpUsed: FixedPoint;
}

/**
 * Returns the total cash of the catch-up that is still due.
 *
 *     all profit: (target x profit - carry) / (GP share - target);  once: target x preferred return / (GP share - target) - used
 *
 * The fixedMinimum one counts. A split below the target doesn't open the catch-up again.
 */
function catchUpDue(
  { target, width }: { readonly target: FixedPoint; readonly width: FixedPoint },
  { preferredPaid, partnerProfit, matchedCarry, catchUpUsed }: ProfitSoFar,
): FixedPoint {
  const ofProfit = fixedProduct(fixedProduct(target, partnerProfit + matchedCarry) - matchedCarry, width);
  const unused = fixedProduct(fixedProduct(target, preferredPaid), width) - catchUpUsed;
  return atLeastZero(fixedMinimum(ofProfit, unused));
}

/**
 * Matches carry that a partner bore at the end of its preferred return. In a full catch-up, the partner receives nothing, so its cash doesn't show how
 * far the GP has come. Carry of any part of it belongs to the GP.
 */
export function matchFullCatchUp(
  profit: ProfitSoFar & { readonly capital: FixedPoint; readonly preferred: FixedPoint; readonly carry: FixedPoint },
  matching: Matching,
): void {
  if (profit.carry <= profit.matchedCarry || profit.capital > halfCent || profit.preferred > halfCent) return;
  const full = matching.find(({ carryPerUnit, catchUp }) => carryPerUnit === null && catchUp !== null)?.catchUp;
  if (!full) return;
  const part = fixedMinimum(profit.carry - profit.matchedCarry, catchUpDue(full, profit));
  profit.matchedCarry += part;
  profit.catchUpUsed += part;
}

/**
 * Adds cash that a partner received beyond capital and preferred return, and the carry that the tiers grant the GP along with it.
 *
 * Carry that was paid beyond this amount is an advance, such as a tax distribution. Later carry repays it.
 */
export function addProfit(
  profit: ProfitSoFar,
  matching: Matching,
  amount: FixedPoint,
  missing: (tier: number, received: FixedPoint) => FixedPoint | null,
): void {
  let rest = amount;
  for (const [i, { carryPerUnit, catchUp }] of matching.entries()) {
    if (rest <= 0n) return;
    if (catchUp === null && carryPerUnit === null) continue;
    if (catchUp !== null) {
      // A preferred return that was rounded and paid leaves at most half a cent. It isn't cash after the catch-up.
      if (carryPerUnit === null && rest <= halfCent) break;
      const due = catchUpDue(catchUp, profit);
      if (carryPerUnit === null) {
        profit.matchedCarry += due;
        profit.catchUpUsed += due;
        continue;
      }
      const part = fixedMinimum(rest, due - fixedProduct(due, catchUp.gpShare));
      const carry = fixedProduct(part, carryPerUnit);
      profit.partnerProfit += part;
      profit.matchedCarry += carry;
      profit.catchUpUsed += part + carry;
      rest -= part;
      continue;
    }
    const limit = missing(i, amount - rest);
    const part = limit === null ? rest : fixedMinimum(rest, atLeastZero(limit));
    profit.partnerProfit += part;
    profit.matchedCarry += fixedProduct(part, carryPerUnit ?? 0n);
    rest -= part;
  }
  // Cash in a tier that is the GP's alone was still the partner's.
  profit.partnerProfit += rest > 0n ? rest : 0n;
}
