import {
  type Decimal,
  dayNumber,
  decimal,
  defineFormula,
  type Failure,
  fromDayNumber,
  type Recorder,
  type Result,
  toCents,
} from '../../kernel/index.ts';
import { type Whole, whole } from '../../kernel/cents/index.ts';
import {
  type CashFlow,
  type CentFlows,
  nettedCents,
  notAnnualised,
  rateOfSeries,
  seriesOfCents,
} from '../../kernel/measures/index.ts';

export interface RateOfReturn {
  /** A fraction: 0.1 is 10 %. A year's when annualised, else that of the whole span. */
  readonly rate: Decimal;
  readonly annualised: boolean;
  /** From the first flow to the last, the value at the end included. */
  readonly days: number;
  /** Whether other rates satisfy the equation too; `roots` lists them all, rising. */
  readonly multiple: boolean;
  readonly roots: readonly Decimal[];
}

const YEAR = 365;

export const rateOfReturnFormula = defineFormula({
  id: 'performance.rateOfReturn',
  text: 'the r with sum of amount / (1 + r) ^ (days since the first flow / 365) = 0; of a span under 365 days (1 + r) ^ (days / 365) - 1',
  inputs: { amount: 'money', date: 'date', days: 'days' },
  result: 'rate',
  rounding: 'error at most 1e-12 x max(1, |r|); shown with 12 significant digits',
  source: 'calculations 7',
});

/**
 * The money-weighted return of dated cash, a year's unless the span is shorter than one.
 *
 *     sum of a_i / (1 + r) ^ (days_i / 365) = 0;  days < 365: (1 + r) ^ (days / 365) - 1
 *
 * The return of a short span is searched for as such, so that a loss of a fifth in a day is -20 %, though no digits hold it as a year's.
 *
 * Units:  cents of one currency, negative paid in, positive received; the rate a fraction.
 * Source: docs/calculations/irr.md; GIPS 2020, 5.A.1.
 * Fails:  NO_SIGN_CHANGE, NO_ROOT.
 */
export function rateOfReturn(flows: CentFlows, explain?: Recorder): Result<RateOfReturn, Failure> {
  const series = seriesOfCents(flows);
  const annualised = series.span >= YEAR;
  return rateOfSeries(notAnnualised(series)).map((found) => {
    explain?.record(['rate'], rateOfReturnFormula, { ...explained(flows), days: series.span }, found.irr);
    return { rate: found.irr, annualised, days: series.span, multiple: found.multiple, roots: found.roots };
  });
}

function explained(flows: CentFlows) {
  const { days, cents } = nettedCents(flows);
  return {
    amount: Array.from(cents, (amount) => centsToMoney(amount)),
    date: Array.from(days, (day) => fromDayNumber(day)),
  };
}

/** Dated amounts of money as cents by day, for the search of a rate. */
export function centFlows(flows: readonly CashFlow[]): CentFlows {
  return {
    days: flows.map(({ date }) => dayNumber(date)),
    cents: flows.map(({ amount }) => moneyToCents(amount)),
  };
}

/** Several lots of flows as one. */
export function joinFlows(lots: readonly CentFlows[]): CentFlows {
  const [only] = lots;
  if (lots.length === 1) return only!;
  const days: number[] = [];
  const cents: Whole[] = [];
  for (const lot of lots) {
    for (let i = 0; i < lot.days.length; i++) {
      days.push(lot.days[i]!);
      cents.push(lot.cents[i]!);
    }
  }
  return { days, cents };
}

export const moneyToCents = (amount: Decimal): Whole => whole(toCents(amount));
export const centsToMoney = (cents: Whole): Decimal => decimal(cents).div(100);
