import { type Decimal, hundred, zero } from '../../kernel/index.ts';

/** What the vehicles of a firm come to at a quarter end, in one currency: those of which all is determined. Null where there is none. */
export interface FirmSums {
  readonly commitment: Decimal | null;
  readonly contributions: Decimal | null;
  readonly distributions: Decimal | null;
  readonly nav: Decimal | null;
  /** Of those among them that have a NAV at the quarter end before, and that NAV. */
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
const less = (one: Decimal | null, other: Decimal | null) => (one === null || other === null ? null : one.minus(other));

/**
 * The figures of a firm, in one currency: contributions in percent of commitment, distributions in percent of contributions, NAV against the last
 * quarter end, and what came back less what went in.
 *
 * Units: money with two decimals; percentages unrounded. Nothing of nothing is null, not zero.
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

/** Orders by an amount, the largest first and what is not determined last. */
export function largestFirst(one: Decimal | null, other: Decimal | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return other.cmp(one);
}
