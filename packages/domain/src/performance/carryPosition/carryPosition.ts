import {
  type CalendarDate,
  Decimal,
  defineFormula,
  err,
  type Failure,
  type Failures,
  fail,
  figure,
  hundred,
  ok,
  type Recorder,
  type Result,
  roundMoney,
  zero,
} from '../../kernel/index.ts';
import type { CashFlow } from '../../kernel/measures/index.ts';
import { type PreferredReturn, preferredReturn } from './preferredReturn.ts';

/** The carry terms of an agreement; null if unknown. */
export interface CarryTerms {
  /** Carry is computed for the whole fund. Deal by deal isn't supported. */
  readonly waterfall: 'WHOLE_FUND' | 'DEAL_BY_DEAL';
  /** In percent. */
  readonly carry: Decimal | null;
  /** In percent per year, compounded yearly. Zero means no hurdle. */
  readonly hurdle: Decimal | null;
  /** In percent of the profit beyond the hurdle: zero, or more than the carry. 100 is a full catch-up. */
  readonly catchUp: Decimal | null;
}

export interface CarryPositionInput {
  /** Cash of the commitments that pay carry: negative paid in, positive received. */
  readonly flows: readonly CashFlow[];
  /** Their NAV before carry, row 104 of the Reporting Template. */
  readonly navBeforeCarry: Decimal;
  readonly carryPaid: Decimal;
  readonly terms: CarryTerms;
  readonly asOf: CalendarDate;
}

export interface CarryPosition extends PreferredReturn {
  readonly profit: Decimal;
  /** The total carry if everything were sold at its present value. */
  readonly earned: Decimal;
  /** The part of it that isn't paid yet. */
  readonly accrued: Decimal;
  /** The amount paid beyond it, which would have to be returned. */
  readonly exposure: Decimal;
}

const carryProfitFormula = defineFormula({
  id: 'performance.carryProfit',
  text: 'profit = distributions + carry paid + NAV before carry - contributions',
  inputs: { distributions: 'money', carryPaid: 'money', navBeforeCarry: 'money', contributions: 'money' },
  result: 'money',
  source: 'performance 5',
});
const carryEarnedFormula = defineFormula({
  id: 'performance.carryEarned',
  text: 'E = max(0, min(catch-up x (profit - Q), carry x profit)); without catch-up carry x max(0, profit - Q)',
  inputs: { profit: 'money', due: 'money', carry: 'percent', catchUp: 'percent' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: 'performance 5',
});
const carryAccruedFormula = defineFormula({
  id: 'performance.carryAccrued',
  text: 'accrued = max(0, E - paid)',
  inputs: { earned: 'money', carryPaid: 'money' },
  result: 'money',
  source: 'performance 5',
});
const carryExposureFormula = defineFormula({
  id: 'performance.carryExposure',
  text: 'exposure = max(0, paid - E)',
  inputs: { carryPaid: 'money', earned: 'money' },
  result: 'money',
  source: 'performance 5; ILPA Principles 3.0, 2019, page 11',
});

/**
 * Computes a fund's carry on a date, as if everything were sold at its value: earned, accrued, or overpaid.
 *
 *     profit = D + P + H - C;  E = max(0, min(u (profit - Q), c profit)), for u = 0 c max(0, profit - Q);
 *     accrued = max(0, E - P);  exposure = max(0, P - E)
 *
 * With full catch-up, the exposure equals the clawback at the end of the fund if D + H is distributed.
 *
 * Units:  money of one currency in cents; terms in percent.
 * Source: ILPA Principles 3.0, 2019, pages 10, 11; docs/calculations/carry-position.md.
 * Fails:  NOT_DETERMINED (deal by deal; each term that is missing; a catch-up between zero and the carry).
 */
export function carryPosition(input: CarryPositionInput, explain?: Recorder): Result<CarryPosition, Failures> {
  const { flows, navBeforeCarry, carryPaid, asOf } = input;
  const checked = checkedTerms(input.terms);
  if (checked.isErr()) return err(checked.error);
  const { carry, hurdle, catchUp } = checked.value;
  const preferred = preferredReturn(flows, hurdle, asOf, explain);
  if (preferred.isErr()) return err(preferred.error);
  const { contributions, distributions, due } = preferred.value;
  const profit = distributions.plus(carryPaid).plus(navBeforeCarry).minus(contributions);
  explain?.record(['profit'], carryProfitFormula, { distributions, carryPaid, navBeforeCarry, contributions }, profit);
  const beyond = profit.minus(due);
  const share = (percent: Decimal, amount: Decimal) => percent.mul(amount).div(hundred);
  const whole = catchUp.isZero() ? share(carry, beyond) : Decimal.min(share(catchUp, beyond), share(carry, profit));
  const earned = roundMoney(Decimal.max(0, whole));
  const inputs = { profit: figure(['profit'], profit), due: figure(['due'], due), carry, catchUp };
  explain?.record(['earned'], carryEarnedFormula, inputs, earned);
  const accrued = Decimal.max(zero, earned.minus(carryPaid));
  const exposure = Decimal.max(zero, carryPaid.minus(earned));
  const standing = { earned: figure(['earned'], earned), carryPaid };
  explain?.record(['accrued'], carryAccruedFormula, standing, accrued);
  explain?.record(['exposure'], carryExposureFormula, standing, exposure);
  return ok({ ...preferred.value, profit, earned, accrued, exposure });
}

function checkedTerms({ waterfall, carry, hurdle, catchUp }: CarryTerms) {
  const failures: Failure[] = [];
  const missing = (name: string, message: string) => failures.push(fail('NOT_DETERMINED', ['terms', name], message));
  if (waterfall !== 'WHOLE_FUND') missing('waterfall', 'deal-by-deal carry is not computed');
  if (carry === null) missing('carry', 'the carry percentage is missing');
  if (hurdle === null) missing('hurdle', 'the hurdle is missing; enter 0 if there is none');
  if (catchUp === null) missing('catchUp', 'the catch-up is missing; enter 0 if there is none');
  if (carry !== null && (carry.lt(0) || carry.gt(hundred))) missing('carry', 'carry must be between 0% and 100%');
  if (hurdle?.lt(0)) missing('hurdle', 'a hurdle can’t be negative');
  if (carry !== null && catchUp !== null && !catchUp.isZero() && (catchUp.lte(carry) || catchUp.gt(hundred))) {
    missing('catchUp', 'a catch-up must be 0, or above the carry and at most 100%');
  }
  return failures.length > 0 || carry === null || hurdle === null || catchUp === null
    ? err(failures)
    : ok({ carry, hurdle, catchUp });
}
