import { add, negate, subtract, sumOf, type Whole } from '../../kernel/cents/index.ts';
import {
  type Decimal,
  defineFormula,
  err,
  type Failures,
  fail,
  ok,
  type Recorder,
  type Result,
} from '../../kernel/index.ts';
import type { CentFlows } from '../../kernel/measures/index.ts';
import { type Account, periodReturn } from './periodReturn.ts';
import { centsToMoney, joinFlows, type RateOfReturn } from './rateOfReturn.ts';

export interface LineInput {
  /** Cash of the investors, without what was called for the line's fees and interest: negative paid in. */
  readonly cash: CentFlows;
  /** What was called for the line's fees and interest, negative. */
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

export interface LineReturn {
  /** Null: does not apply; a failure: not determined. */
  readonly rate: Result<RateOfReturn | null, Failures>;
  /** (received + value) / paid in; null when nothing was paid in. */
  readonly multiple: Result<Decimal | null, Failures>;
}

export interface LineEffect {
  readonly withLine: LineReturn;
  readonly withoutLine: LineReturn;
  /** What is still drawn on the last day. */
  readonly balance: Whole;
  /** GIPS 2020 asks for both rates unless every draw was repaid within 120 days. */
  readonly bothRequired: boolean;
}

const GIPS_DAYS = 120;

export const lineMultipleFormula = defineFormula({
  id: 'performance.lineMultiple',
  text: 'multiple = (received + NAV) / paid in; without the line paid in = calls + draws - repayments, NAV + balance + accrued interest',
  inputs: { received: 'money', nav: 'money', paidIn: 'money' },
  result: 'multiple',
  source: 'calculations 7; ILPA Performance Template 2025',
});

/**
 * A fund's return to its investors with its subscription line and as if there were none.
 *
 *     without: a draw is a call on its day, a repayment a synthetic distribution, balance and accrued interest are added to the NAV,
 *              the line's fees and interest drop out
 *
 * Units:  cents of one currency, day numbers; multiples not rounded.
 * Source: ILPA Performance Template, 2025; GIPS 2020, 5.A.2 (both unless repaid by calls within 120 days).
 * Fails:  NEGATIVE_AMOUNT (more is repaid than was drawn); a single figure as `periodReturn`.
 */
export function subscriptionLine(input: LineInput, explain?: Recorder): Result<LineEffect, Failures> {
  const [draws, repayments] = [upTo(input.draws, input.to), upTo(input.repayments, input.to)];
  const balance = subtract(total(draws), total(repayments));
  if (balance < 0) return err([fail('NEGATIVE_AMOUNT', ['repayments'], 'more is repaid than was drawn')]);
  const { cash, nav, to } = input;
  const drawn = turned(draws);
  const withLine = lineReturn(joinFlows([cash, input.lineCosts]), 0, nav, to, explain?.within(['withLine']));
  const value = nav === null ? null : add(add(nav, balance), input.accruedInterest);
  const withoutLine = lineReturn(
    joinFlows([cash, drawn, repayments]),
    total(repayments),
    value,
    to,
    explain?.within(['withoutLine']),
  );
  return ok({ withLine, withoutLine, balance, bothRequired: staysDrawn(draws, repayments, to) });
}

/** `synthetic` are the received amounts that reduce what was paid in instead of counting as distributed. */
function lineReturn(flows: CentFlows, synthetic: Whole, nav: Whole | null, to: number, explain?: Recorder): LineReturn {
  const account: Account = { flows, opening: null, closing: nav };
  const rate = periodReturn({ from: null, to }, account, explain);
  if (nav === null) return { rate, multiple: err(rate._unsafeUnwrapErr()) };
  const { cents } = upTo(flows, to);
  const paidIn = centsToMoney(subtract(negate(sumOf(Array.from(cents).filter((amount) => amount < 0))), synthetic));
  const received = centsToMoney(subtract(sumOf(Array.from(cents).filter((amount) => amount > 0)), synthetic));
  const value = centsToMoney(nav);
  const multiple = paidIn.isZero() ? null : received.plus(value).div(paidIn);
  explain?.record(['multiple'], lineMultipleFormula, { received, nav: value, paidIn }, multiple);
  return { rate, multiple: ok(multiple) };
}

/** Whether a draw was, first in first out, outstanding for more than 120 days by the last day. */
function staysDrawn(draws: CentFlows, repayments: CentFlows, to: number): boolean {
  return Array.from(draws.days).some((day) => {
    const due = day + GIPS_DAYS;
    return due < to && total(upTo(repayments, due)) < total(upTo(draws, day));
  });
}

function upTo({ days, cents }: CentFlows, to: number): CentFlows {
  const kept = Array.from(days, (day, i) => ({ day, amount: cents[i]! })).filter(({ day }) => day <= to);
  return { days: kept.map(({ day }) => day), cents: kept.map(({ amount }) => amount) };
}

const total = ({ cents }: CentFlows): Whole => sumOf(Array.from(cents));
const turned = ({ days, cents }: CentFlows): CentFlows => ({ days, cents: Array.from(cents, negate) });
