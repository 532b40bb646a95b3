import {
  addMonths,
  type CalendarDate,
  decimal,
  type Decimal,
  type Failures,
  ok,
  Result,
  roundMoney,
  zero,
} from '../../kernel/index.ts';
import {
  onlyInvestment,
  onlyPartner,
  openWaterfall,
  answerWaterfallRequest,
  type TierKind,
  type WaterfallTerms,
} from '../waterfall/index.ts';
import type { CommittedInvestor } from './decideCarryTerms.ts';

interface LpGp {
  readonly lp: Decimal;
  readonly gp: Decimal;
}

interface PayoffPoint extends LpGp {
  readonly proceeds: Decimal;
  /** Of the capital. */
  readonly multiple: Decimal;
  readonly tiers: readonly (LpGp & { readonly kind: TierKind })[];
}

interface CarryPayoff {
  readonly capital: Decimal;
  readonly points: readonly PayoffPoint[];
}

/** The capital if a fund has no commitments yet. */
const ILLUSTRATED_CAPITAL = decimal('100000000');
/** Proceeds from nothing to four times the capital, in steps of an eighth. */
const STEPS_PER_MULTIPLE = 8;
const MOST_MULTIPLE = 4;

/**
 * Computes the partners' and the GP's parts of proceeds. The commitments that pay carry are contributed on one day, and everything is sold
 * on another. One partner without a side letter stands for all of them.
 *
 * Units:  money in cents.
 * Source: docs/calculations/waterfall.md.
 * Fails:  as `computeWaterfall`.
 */
export function carryPayoff(
  terms: WaterfallTerms,
  {
    investors,
    years,
    start,
  }: {
    readonly investors: readonly Pick<CommittedInvestor, 'paysCarry' | 'amount'>[];
    readonly years: number;
    /** The day of the contribution, from which the years are counted by calendar. */
    readonly start: CalendarDate;
  },
): Result<CarryPayoff, Failures> {
  const committed = investors.reduce((sum, { paysCarry, amount }) => (paysCarry ? sum.plus(amount) : sum), zero);
  const capital = committed.gt(0) ? committed : ILLUSTRATED_CAPITAL;
  const date = addMonths(start, years * 12);
  const flow = {
    date: start,
    due: null,
    since: null,
    kind: 'CONTRIBUTION',
    partner: onlyPartner,
    investment: onlyInvestment,
    amount: capital,
    isFee: false,
    isRecallable: false,
    isEqualizationInterest: false,
    recipient: null,
    cost: null,
    currency: null,
  } as const;
  // The illustration has one investment and one partner, so groups and side letters don't apply.
  const facts = {
    terms: { ...terms, pools: [], overrides: [], recipients: [], escrow: null, taxDistribution: null },
    flows: [flow],
    commitments: [],
    investments: [],
    currency: null,
  };
  return openWaterfall(facts, date).andThen((open) =>
    Result.combine(
      Array.from({ length: STEPS_PER_MULTIPLE * MOST_MULTIPLE + 1 }, (_, step) => {
        const multiple = decimal(step).div(STEPS_PER_MULTIPLE);
        const proceeds = roundMoney(capital.times(multiple));
        const request = {
          kind: 'DISTRIBUTION',
          date,
          investment: onlyInvestment,
          amount: proceeds,
          cost: null,
        } as const;
        return answerWaterfallRequest(open, request).andThen(({ lp, gp, tiers }) =>
          ok({ proceeds, multiple, lp, gp, tiers }),
        );
      }),
    ).map((points) => ({ capital, points })),
  );
}
