import {
  type Decimal,
  decimal,
  defineFormula,
  err,
  type Failure,
  figure,
  ok,
  type Recorder,
  type Result,
  zero,
} from '../../kernel/index.ts';
import { dpiFormula, fundMultiples } from '../../kernel/measures/index.ts';

/** The treatment of a recallable distribution: it counts as distributed (ILPA), or it reduces the paid-in amount (NETTED). */
export const multiplePolicies = ['ILPA', 'NETTED'] as const;
export type MultiplePolicy = (typeof multiplePolicies)[number];

export interface PaidAndReceived {
  /** All calls, including those outside the commitment. */
  readonly called: Decimal;
  /** Returned excess of calls. */
  readonly excess: Decimal;
  readonly recallable: Decimal;
  /** Distributions that aren't recallable. */
  readonly permanent: Decimal;
  readonly nav: Result<Decimal, Failure>;
  readonly commitment: Decimal;
  readonly policy: MultiplePolicy;
}

/** The largest difference between a stored TVPI and the sum of its parts that comes from their rounding. */
const MOST_ROUNDED = '0.000001';

/** True if a stored TVPI isn't the sum of its DPI and RVPI. False if one of them is missing. */
export function isTvpiContradicted({
  tvpi,
  dpi,
  rvpi,
}: Readonly<Record<'tvpi' | 'dpi' | 'rvpi', string | null | undefined>>): boolean {
  if (tvpi == null || dpi == null || rvpi == null) return false;
  return decimal(tvpi).minus(dpi).minus(rvpi).abs().gt(MOST_ROUNDED);
}

/** Null if it doesn't apply (nothing paid in). A failure means not determined. */
type Multiple = Result<Decimal | null, Failure>;

export interface InvestorMultiples {
  readonly paidIn: Decimal;
  readonly distributed: Decimal;
  readonly dpi: Multiple;
  readonly rvpi: Multiple;
  readonly tvpi: Multiple;
  readonly pic: Multiple;
  readonly policy: MultiplePolicy;
}

export const paidInFormula = defineFormula({
  id: 'performance.paidIn',
  text: 'paid in = called - returned excess (- recallable distributions under the policy NETTED)',
  inputs: { called: 'money', excess: 'money', recallable: 'money', policy: 'text' },
  result: 'money',
  source: 'docs/calculations/multiples.md; ILPA Performance Template 2025',
});
export const distributedFormula = defineFormula({
  id: 'performance.distributed',
  text: 'distributed = permanent distributions (+ recallable ones under the policy ILPA)',
  inputs: { permanent: 'money', recallable: 'money', policy: 'text' },
  result: 'money',
  source: 'docs/calculations/multiples.md; ILPA Performance Template 2025',
});
export const picFormula = defineFormula({
  id: 'performance.pic',
  text: 'PIC = paid in / commitment',
  inputs: { paidIn: 'money', commitment: 'money' },
  result: 'multiple',
  source: 'docs/calculations/multiples.md; GIPS 2020 glossary',
});

/**
 * Computes the multiples of an investor's commitments under a policy, which is stored with them.
 *
 *     paid in = called - excess;  DPI = distributed / paid in;  RVPI = NAV / paid in;  TVPI = DPI + RVPI;  PIC = paid in / commitment
 *
 * Units:  one currency in, multiples out, not rounded.
 * Source: ILPA Performance Template, 2025, 'transaction mapping'; docs/calculations/multiples.md.
 * Fails:  NEGATIVE_CONTRIBUTIONS (more was returned than called); RVPI and TVPI also fail if the NAV does.
 */
export function investorMultiples(input: PaidAndReceived, explain?: Recorder): InvestorMultiples {
  const { called, excess, recallable, permanent, nav, commitment, policy } = input;
  const isNetted = policy === 'NETTED';
  const paidIn = called.minus(excess).minus(isNetted ? recallable : 0);
  const distributed = permanent.plus(isNetted ? 0 : recallable);
  explain?.record(['paidIn'], paidInFormula, { called, excess, recallable, policy }, paidIn);
  explain?.record(['distributed'], distributedFormula, { permanent, recallable, policy }, distributed);
  const totals = { contributions: paidIn, distributions: distributed };
  const all = nav.andThen((value) => fundMultiples({ ...totals, nav: value }, explain));
  const paid = fundMultiples({ ...totals, nav: zero });
  if (nav.isErr()) paid.map(({ dpi }) => explain?.record(['dpi'], dpiFormula, totals, dpi));
  const pic = commitment.isZero() ? null : paidIn.div(commitment);
  const commitments = { paidIn: figure(['paidIn'], paidIn), commitment };
  explain?.record(['pic'], picFormula, commitments, pic);
  return {
    paidIn,
    distributed,
    dpi: paid.map(({ dpi }) => dpi),
    rvpi: all.map(({ rvpi }) => rvpi),
    tvpi: all.map(({ tvpi }) => tvpi),
    pic: paid.isErr() ? err(paid.error) : ok(pic),
    policy,
  };
}
