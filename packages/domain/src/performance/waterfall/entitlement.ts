import { Decimal, roundMoney, unit, zero } from '../../kernel/index.ts';
import type { PartnerTier } from './partnerTerms.ts';
import { catchUpTotal, type Position, roundExact } from './runTiers.ts';

/** The clawback test of one partner: what carry it bore, and what carry the whole life of the fund justifies. */
export interface LifetimeCarry {
  readonly profit: Decimal;
  /** All carry, with that of the calculation. */
  readonly carry: Decimal;
  /** The carry that the GP has received. */
  readonly received: Decimal;
  /** Carry that distributions earned, and that it hasn't received yet. */
  readonly unpaid: Decimal;
  /** The carry that the tiers grant on all flows. */
  readonly entitled: Decimal;
  /** The part of the partner's capital and preferred return that is still missing. */
  readonly shortfall: Decimal;
  /** The part of the unpaid carry that the GP doesn't get, because it isn't entitled to it or the partner has a shortfall. */
  readonly retainedCarry: Decimal;
  /** The rest of the larger of excess and shortfall, at most the carry received. */
  readonly clawback: Decimal;
}

/**
 * Compares the carry that was received with the carry on all flows, including the value of remaining investments.
 *
 *     profit    = distributions + carry received + value - contributions
 *     entitled  = the GP's part if all profit ran through the tiers at once: preferred return, catch-up, splits
 *     shortfall = contributions + preferred return - distributions - value
 *     due       = max(received + unpaid + accrued - entitled, shortfall), accrued by a liquidation
 *     retained = min(unpaid, due), nothing without a clawback in the terms;  clawback = min(received, due - retained)
 *
 * Units:  money in cents.
 * Source: two-test clawback of ILPA Principles 3.0, 2019, page 11; docs/calculations/waterfall.md.
 */
export function lifetimeCarry(
  position: Position,
  tiers: readonly PartnerTier[],
  value: Decimal,
  { accrued, retainsUnpaid }: { readonly accrued: Decimal; readonly retainsUnpaid: boolean },
): LifetimeCarry {
  const { contributed, distributed, carry, unpaidCarry: unpaid, preferredPaid, unpaidPreferred } = position;
  const profit = distributed.plus(carry).plus(value).minus(contributed);
  const preferred = preferredPaid.plus(unpaidPreferred);
  const entitled = roundExact(carryOnProfit(position, tiers, profit, preferred));
  const shortfall = roundMoney(Decimal.max(zero, contributed.plus(preferred).minus(distributed).minus(value)));
  const received = carry.minus(unpaid).minus(accrued);
  const due = Decimal.max(zero, carry.minus(entitled), shortfall);
  const retainedCarry = retainsUnpaid ? Decimal.max(zero, Decimal.min(unpaid, due)) : zero;
  const clawback = Decimal.max(zero, Decimal.min(received, due.minus(retainedCarry)));
  return { profit, carry, received, unpaid, entitled, shortfall, retainedCarry, clawback };
}

function carryOnProfit(
  position: Position,
  tiers: readonly PartnerTier[],
  profit: Decimal,
  preferred: Decimal,
): Decimal {
  let rest = Decimal.max(zero, profit.minus(preferred));
  let [partnerProfit, carry] = [preferred, zero];
  const pay = (total: Decimal, gpShare: Decimal) => {
    const gp = Decimal.min(rest, total).times(gpShare);
    partnerProfit = partnerProfit.plus(Decimal.min(rest, total)).minus(gp);
    carry = carry.plus(gp);
    rest = rest.minus(Decimal.min(rest, total));
  };
  tiers.forEach((tier, i) => {
    if (tier.kind === 'CATCH_UP') pay(catchUpTotal(tier, partnerProfit, carry), tier.gpShare);
    if (tier.kind !== 'SPLIT') return;
    const missing = position.missing[i] ?? null;
    const limit =
      missing === null ? rest : profitToHurdle(position, missing).minus(partnerProfit).div(unit.minus(tier.gpShare));
    pay(Decimal.max(zero, limit), tier.gpShare);
  });
  return carry;
}

/** The partner's total profit at which it reaches a hurdle. */
const profitToHurdle = ({ distributed, contributed }: Position, missing: Decimal): Decimal =>
  distributed.plus(missing).minus(contributed);
