import { add, negate, subtract, sumWhole, type Whole } from '../../kernel/cents/index.ts';
import {
  type Decimal,
  defineFormula,
  err,
  type Failures,
  fail,
  ok,
  type Recorder,
  type Result,
  zip,
} from '../../kernel/index.ts';
import { type CentFlows, fundMultiples } from '../../kernel/measures/index.ts';
import { type Account, periodReturn } from './periodReturn.ts';
import { centsToMoney, joinFlows, type RateOfReturn } from './rateOfReturn.ts';

export interface LineInput {
  /** The investors' cash without calls for the line's fees and interest: negative paid in. */
  readonly cash: CentFlows;
  /** The basis of their multiples: paid in (including the line's costs, less returned excess) and distributed. */
  readonly paidIn: Whole;
  readonly distributed: Whole;
  /** Calls for the line's fees and interest; negative. */
  readonly lineCosts: CentFlows;
  /** Positive. */
  readonly draws: CentFlows;
  /** Positive. */
  readonly repayments: CentFlows;
  readonly nav: Whole | null;
  readonly accruedInterest: Whole;
  /** The last day, as a day number. */
  readonly to: number;
}

export interface SubscriptionLineReturn {
  /** Null if it doesn't apply; a failure if not determined. */
  readonly rate: Result<RateOfReturn | null, Failures>;
  /** (distributed + value) / paid in; null if nothing was paid in. */
  readonly multiple: Result<Decimal | null, Failures>;
}

export interface LineEffect {
  readonly withLine: SubscriptionLineReturn;
  readonly withoutLine: SubscriptionLineReturn;
  /** The balance drawn on the last day. */
  readonly balance: Whole;
  /** True if GIPS 2020 requires both rates, because a draw wasn't repaid within 120 days. */
  readonly bothRequired: boolean;
}

const GIPS_DAYS = 120;

export const lineMultipleFormula = defineFormula({
  id: 'performance.lineMultiple',
  text: 'multiple = (distributed + NAV) / paid in; without the line, paid in and NAV are those without the line',
  inputs: { distributed: 'money', nav: 'money', paidIn: 'money' },
  result: 'multiple',
  source: 'docs/calculations/subscription-line.md; ILPA Performance Template 2025',
});

/**
 * Computes a fund's return to its investors with its subscription line and as if there were none.
 *
 *     without: a draw counts as a call on its date, a repayment as a distribution; balance and accrued interest are added to the NAV;
 *              the line's fees and interest are left out
 *     multiple = (distributed + value) / paid in, by the kind of a flow rather than its sign: with the line, it is the fund's own
 *
 * Units:  cents of one currency, day numbers; multiples not rounded.
 * Source: ILPA Performance Template, 2025; GIPS 2020, 5.A.2 (both unless repaid by calls within 120 days).
 * Fails:  NEGATIVE_AMOUNT (more was repaid than drawn); a rate as `periodReturn`, a multiple as `investorMultiples`.
 */
export function subscriptionLine(input: LineInput, explain?: Recorder): Result<LineEffect, Failures> {
  const [draws, repayments] = [upTo(input.draws, input.to), upTo(input.repayments, input.to)];
  const balance = subtract(total(draws), total(repayments));
  if (balance < 0) return err([fail('NEGATIVE_AMOUNT', ['repayments'], 'more was repaid than drawn')]);
  const { cash, nav, to } = input;
  const drawn = turned(draws);
  const withLine = lineReturn(joinFlows([cash, input.lineCosts]), input, nav, to, explain?.within(['withLine']));
  const value = nav === null ? null : add(add(nav, balance), input.accruedInterest);
  const withoutLine = lineReturn(
    joinFlows([cash, drawn, repayments]),
    { paidIn: add(add(input.paidIn, total(input.lineCosts)), balance), distributed: input.distributed },
    value,
    to,
    explain?.within(['withoutLine']),
  );
  return ok({ withLine, withoutLine, balance, bothRequired: staysDrawn(draws, repayments, to) });
}

function lineReturn(
  flows: CentFlows,
  totals: Pick<LineInput, 'paidIn' | 'distributed'>,
  nav: Whole | null,
  to: number,
  explain?: Recorder,
): SubscriptionLineReturn {
  const account: Account = { flows, opening: null, closing: nav };
  const rate = periodReturn({ from: null, to }, account, explain);
  if (nav === null) return { rate, multiple: err(rate._unsafeUnwrapErr()) };
  const paidIn = centsToMoney(totals.paidIn);
  const distributed = centsToMoney(totals.distributed);
  const value = centsToMoney(nav);
  const multiple = fundMultiples({ contributions: paidIn, distributions: distributed, nav: value })
    .map(({ tvpi }) => tvpi)
    .mapErr((failure): Failures => [failure]);
  multiple.map((tvpi) => explain?.record(['multiple'], lineMultipleFormula, { distributed, nav: value, paidIn }, tvpi));
  return { rate, multiple };
}

/** Returns true if a draw was outstanding for more than 120 days by the last day, first in first out. */
function staysDrawn(draws: CentFlows, repayments: CentFlows, to: number): boolean {
  return Array.from(draws.days).some((day) => {
    const due = day + GIPS_DAYS;
    return due < to && total(upTo(repayments, due)) < total(upTo(draws, day));
  });
}

function upTo({ days, cents }: CentFlows, to: number): CentFlows {
  const counted = zip(Array.from(days), cents).filter(([day]) => day <= to);
  return { days: counted.map(([day]) => day), cents: counted.map(([, amount]) => amount) };
}

const total = ({ cents }: CentFlows): Whole => sumWhole(Array.from(cents));
const turned = ({ days, cents }: CentFlows): CentFlows => ({ days, cents: Array.from(cents, negate) });
