import {
  type CalendarDate,
  Decimal,
  daysBetween,
  defineFormula,
  err,
  type Failures,
  fail,
  figure,
  hundred,
  ok,
  unit,
  type Recorder,
  type Result,
  roundMoney,
  zero,
} from '../../kernel/index.ts';
import type { CashFlow } from '../../kernel/measures/index.ts';

export interface PreferredReturn {
  /** Contributions (C) and distributions (D) through the date, both positive. */
  readonly contributions: Decimal;
  readonly distributions: Decimal;
  /** The amount that would bring the investors to their hurdle on the date; negative if they are beyond it. */
  readonly balance: Decimal;
  /** The investors' part of the profit before carry. */
  readonly due: Decimal;
}

const DAYS_A_YEAR = 365;

const hurdleBalanceFormula = defineFormula({
  id: 'performance.hurdleBalance',
  text: 'B = contributions - distributions, each grown at the hurdle: amount x (1 + h) ^ (days / 365)',
  inputs: { grownContributions: 'money', grownDistributions: 'money', hurdle: 'percent' },
  result: 'money',
  rounding: 'half away from zero, to cents, once',
  source: 'performance 5',
});
const preferredReturnFormula = defineFormula({
  id: 'performance.preferredReturn',
  text: 'Q = max(0, distributions + max(0, B) - contributions); 0 without a hurdle',
  inputs: { distributions: 'money', balance: 'money', contributions: 'money' },
  result: 'money',
  source: 'performance 5; ILPA Principles 3.0, 2019',
});

/**
 * Computes the amount that investors must receive before carry is earned, with a hurdle compounded yearly.
 *
 *     B = round2(sum C (1 + h) ^ (days / 365) - sum D (1 + h) ^ (days / 365));  Q = max(0, D + max(0, B) - C), 0 without hurdle
 *
 * Units:  money of one currency, flows negative paid in, positive received, those after the day left out; the hurdle in percent a year, actual/365.
 * Source: ILPA Principles 3.0, 2019, whole-of-fund preferred return; docs/calculations/preferred-return.md.
 * Fails:  NUMBER_RANGE (a hurdle below zero).
 */
export function preferredReturn(
  flows: readonly CashFlow[],
  hurdle: Decimal,
  asOf: CalendarDate,
  explain?: Recorder,
): Result<PreferredReturn, Failures> {
  if (hurdle.lt(0)) return err([fail('NUMBER_RANGE', ['hurdle'], 'a hurdle can’t be negative')]);
  let [contributions, distributions, grownContributions, grownDistributions] = [zero, zero, zero, zero];
  const growth = growthAt(hurdle, asOf);
  for (const { date, amount } of flows) {
    if (date > asOf) continue;
    const grown = amount.abs().mul(growth(date));
    if (amount.lt(0)) {
      contributions = contributions.minus(amount);
      grownContributions = grownContributions.plus(grown);
    } else {
      distributions = distributions.plus(amount);
      grownDistributions = grownDistributions.plus(grown);
    }
  }
  const balance = roundMoney(grownContributions.minus(grownDistributions));
  explain?.record(['balance'], hurdleBalanceFormula, { grownContributions, grownDistributions, hurdle }, balance);
  const due = hurdle.isZero() ? zero : Decimal.max(0, distributions.plus(Decimal.max(0, balance)).minus(contributions));
  const inputs = { distributions, balance: figure(['balance'], balance), contributions };
  explain?.record(['due'], preferredReturnFormula, inputs, due);
  return ok({ contributions, distributions, balance, due });
}

/** Returns (1 + h) ^ (days / 365), computing the daily rate only once. */
function growthAt(hurdle: Decimal, asOf: CalendarDate): (date: CalendarDate) => Decimal {
  const ratesByDate = new Map<CalendarDate, Decimal>();
  const yearly = unit.plus(hurdle.div(hundred));
  return (date) => {
    const found = ratesByDate.get(date) ?? yearly.pow(new Decimal(daysBetween(date, asOf)).div(DAYS_A_YEAR));
    ratesByDate.set(date, found);
    return found;
  };
}
