import { type Decimal, hundred, zero } from '../../kernel/index.ts';

/** The totals of a firm's vehicles at a quarter end in one currency, over vehicles whose figures are all determined. Null if there are none. */
export interface FirmSums {
  readonly commitment: Decimal | null;
  readonly contributions: Decimal | null;
  readonly distributions: Decimal | null;
  readonly nav: Decimal | null;
  /** The NAV of the vehicles that also have one at the previous quarter end, and that earlier NAV. */
  readonly navCompared: Decimal | null;
  readonly navBefore: Decimal | null;
}

export interface FirmFigures {
  readonly totalCapitalCommitted: Decimal | null;
  readonly totalContributions: Decimal | null;
  readonly percentContributions: Decimal | null;
  readonly totalDistributed: Decimal | null;
  readonly percentDistributions: Decimal | null;
  readonly totalFmv: Decimal | null;
  readonly navChange: Decimal | null;
  readonly navChangePercent: Decimal | null;
  readonly totalNetCash: Decimal | null;
}

const percent = (part: Decimal | null, whole: Decimal | null) =>
  part === null || whole === null || whole.eq(zero) ? null : part.div(whole).times(hundred);
const less = (first: Decimal | null, other: Decimal | null) =>
  first === null || other === null ? null : first.minus(other);

/**
 * Computes the figures of a firm in one currency: contributions in percent of commitment, distributions in percent of contributions, the NAV change
 * since the previous quarter end, and the gain.
 *
 * Units: money with two decimals; percentages unrounded. A ratio to zero is null, not zero.
 */
export function firmFigures(sums: FirmSums): FirmFigures {
  const { commitment, contributions, distributions, nav, navCompared, navBefore } = sums;
  const navChange = less(navCompared, navBefore);
  return {
    totalCapitalCommitted: commitment,
    totalContributions: contributions,
    percentContributions: percent(contributions, commitment),
    totalDistributed: distributions,
    percentDistributions: percent(distributions, contributions),
    totalFmv: nav,
    navChange,
    navChangePercent: percent(navChange, navBefore),
    totalNetCash: less(distributions, contributions),
  };
}

/** Compares amounts for sorting: largest first, undetermined last. */
export function largestFirst(first: Decimal | null, other: Decimal | null): number {
  if (first === null || other === null) return Number(first === null) - Number(other === null);
  return other.cmp(first);
}
