import { type Decimal, hundred, zero } from '../../kernel/index.ts';

/** Two amounts over the same vehicles; null if there are none. */
interface ComparedSums {
  readonly part: Decimal | null;
  readonly whole: Decimal | null;
}

/**
 * The totals of a firm's vehicles at a quarter end in one currency. Contributions and distributions are of the vehicles that also have a commitment.
 * The commitment, the NAV, or each total if there are none, is of the vehicles that have it. Null if there are none.
 */
export interface FirmSums {
  readonly commitment: Decimal | null;
  readonly contributions: Decimal | null;
  readonly distributions: Decimal | null;
  readonly nav: Decimal | null;
  /** Contributions and the commitment of the same vehicles. */
  readonly ofCommitment: ComparedSums;
  /** Distributions and contributions. */
  readonly ofContributions: ComparedSums;
  /** The NAV and that of the previous quarter end. */
  readonly navChange: ComparedSums;
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

const percent = ({ part, whole }: ComparedSums) =>
  part === null || whole === null || whole.eq(zero) ? null : part.div(whole).times(hundred);
const difference = ({ part, whole }: ComparedSums) => (part === null || whole === null ? null : part.minus(whole));

const unlike: ComparedSums = { part: null, whole: null };
const isTotal = (amount: Decimal | null, total: Decimal | null) => total !== null && amount?.eq(total) === true;

/**
 * Computes the figures of a firm in one currency: contributions in percent of commitment, and distributions in
 * percent of contributions. The others are the NAV change since the previous quarter end, and the gain. Distributions
 * and contributions of different vehicles aren't compared.
 *
 * Units: money with two decimals; percentages unrounded. A ratio to zero is null, not zero.
 */
export function firmFigures(sums: FirmSums): FirmFigures {
  const navChange = difference(sums.navChange);
  // The commitment can be of more vehicles than the contributions.
  const ofCommitment = isTotal(sums.ofCommitment.part, sums.contributions) ? sums.ofCommitment : unlike;
  const isOfTotals =
    isTotal(sums.ofContributions.part, sums.distributions) && isTotal(sums.ofContributions.whole, sums.contributions);
  const ofContributions = isOfTotals ? sums.ofContributions : unlike;
  return {
    totalCapitalCommitted: sums.commitment,
    totalContributions: sums.contributions,
    percentContributions: percent(ofCommitment),
    totalDistributed: sums.distributions,
    percentDistributions: percent(ofContributions),
    totalFmv: sums.nav,
    navChange,
    navChangePercent: percent({ part: navChange, whole: sums.navChange.whole }),
    totalNetCash: difference(ofContributions),
  };
}

/** Compares amounts for sorting: largest first, undetermined last. */
export function largestFirst(first: Decimal | null, other: Decimal | null): number {
  if (first === null || other === null) return Number(first === null) - Number(other === null);
  return other.cmp(first);
}
