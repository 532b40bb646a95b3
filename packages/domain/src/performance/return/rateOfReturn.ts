import {
  type Decimal,
  dayNumber,
  decimal,
  defineFormula,
  type Failure,
  fromDayNumber,
  type Recorder,
  required,
  type Result,
  toCents,
} from '../../kernel/index.ts';
import { type Whole, toWhole } from '../../kernel/cents/index.ts';
import {
  type CashFlow,
  type CentFlows,
  nettedCents,
  notAnnualized,
  rateOfSeries,
  seriesOfCents,
} from '../../kernel/measures/index.ts';

export interface RateOfReturn {
  /** A fraction: 0.1 is 10%. Annualized, or for the whole span if that is shorter than a year. */
  readonly rate: Decimal;
  readonly annualized: boolean;
  /** From the first flow to the last, including the final value. */
  readonly days: number;
  /** True if other rates satisfy the equation too; `roots` lists them all in ascending order. */
  readonly multiple: boolean;
  readonly roots: readonly Decimal[];
}

const YEAR = 365;

const rateOfReturnFormula = defineFormula({
  id: 'performance.rateOfReturn',
  text: 'the rate r at which the sum of amount / (1 + r) ^ (days since the first flow / 365) is 0; for a period under 365 days, (1 + r) ^ (days / 365) - 1',
  inputs: { amount: 'money', date: 'date', days: 'days' },
  result: 'rate',
  rounding: 'error at most 1e-12 x max(1, |r|); displayed with 12 significant digits',
  source: 'docs/calculations/irr.md',
});

/**
 * Computes the money-weighted return of dated cash, annualized unless the span is shorter than a year.
 *
 *     sum of a_i / (1 + r) ^ (days_i / 365) = 0;  days < 365: (1 + r) ^ (days / 365) - 1
 *
 * The return of a short span is searched for directly. A loss of a fifth in one day is -20%, although no number could represent it as an annual rate.
 *
 * Units:  cents of one currency, negative paid in, positive received; the rate a fraction.
 * Source: docs/calculations/irr.md; GIPS 2020, 5.A.1.
 * Fails:  NO_SIGN_CHANGE, NO_ROOT.
 */
export function rateOfReturn(flows: CentFlows, explain?: Recorder): Result<RateOfReturn, Failure> {
  const series = seriesOfCents(flows);
  const annualized = series.span >= YEAR;
  return rateOfSeries(notAnnualized(series)).map((found) => {
    explain?.record(['rate'], rateOfReturnFormula, { ...explained(flows), days: series.span }, found.irr);
    return { rate: found.irr, annualized, days: series.span, multiple: found.multiple, roots: found.roots };
  });
}

function explained(flows: CentFlows) {
  const { days, cents } = nettedCents(flows);
  return {
    amount: Array.from(cents, (amount) => centsToMoney(amount)),
    date: Array.from(days, (day) => fromDayNumber(day)),
  };
}

/** Converts dated amounts of money to cents by day, for the rate search. */
export function centFlows(flows: readonly CashFlow[]): CentFlows {
  return {
    days: flows.map(({ date }) => dayNumber(date)),
    cents: flows.map(({ amount }) => moneyToCents(amount)),
  };
}

/** Joins several lists of flows. */
export function joinFlows(lots: readonly CentFlows[]): CentFlows {
  const [only] = lots;
  if (only !== undefined && lots.length === 1) return only;
  const days: number[] = [];
  const cents: Whole[] = [];
  for (const lot of lots) {
    for (let i = 0; i < lot.days.length; i++) {
      days.push(required(lot.days[i], 'the day of a flow'));
      cents.push(required(lot.cents[i], 'the cents of a flow'));
    }
  }
  return { days, cents };
}

export const moneyToCents = (amount: Decimal): Whole => toWhole(toCents(amount));
export const centsToMoney = (cents: Whole): Decimal => decimal(cents).div(100);
