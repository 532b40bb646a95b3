import { type Decimal, defineFormula, figure, hundred, type Recorder, roundMoney, zero } from '../../kernel/index.ts';

/** The inputs of a clawback at the end of a fund's life. Any of them may be unknown. */
export interface ClawbackInput {
  readonly lpContributions?: Decimal | undefined;
  readonly lpDistributions?: Decimal | undefined;
  /** The total preferred return due to the investors. */
  readonly lpPreferredDue?: Decimal | undefined;
  readonly carryPaid?: Decimal | undefined;
  readonly carryPercent?: Decimal | undefined;
  /** The percentage of paid carry that went to taxes and need not be returned; 0 if the agreement has no such rule. */
  readonly taxPercent?: Decimal | undefined;
}

export type Clawback =
  | {
      readonly status: 'determined';
      readonly cumulativeProfit: Decimal;
      readonly excessCarry: Decimal;
      readonly lpShortfall: Decimal;
      readonly gross: Decimal;
      readonly cap: Decimal;
      readonly due: Decimal;
    }
  | { readonly status: 'notDetermined'; readonly missing: readonly (keyof ClawbackInput)[] };

const INPUTS = [
  'lpContributions',
  'lpDistributions',
  'lpPreferredDue',
  'carryPaid',
  'carryPercent',
  'taxPercent',
] as const satisfies readonly (keyof ClawbackInput)[];

const excessFormula = defineFormula({
  id: 'clawback.excessCarry',
  text: 'excess = carry paid - carry percent x max(0, distributions + carry paid - contributions) / 100, at least 0',
  inputs: { carryPaid: 'money', carryPercent: 'percent', cumulativeProfit: 'money' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: 'calculations 6',
});

const dueFormula = defineFormula({
  id: 'clawback.due',
  text: 'due = the larger of excess and shortfall, at most the carry paid after tax',
  inputs: { excessCarry: 'money', lpShortfall: 'money', cap: 'money' },
  result: 'money',
  source: 'calculations 6',
});

/**
 * Computes the carry to return at the end of a fund's life.
 *
 *     cumulative profit = LP distributions + carry paid - LP contributions
 *     excess            = max(0, carry paid - carry percent x max(0, cumulative profit) / 100)
 *     shortfall         = max(0, LP contributions + preferred return due - LP distributions)
 *     due               = min(max(excess, shortfall), carry paid, carry paid x (100 - tax percent) / 100)
 *
 * If any input is missing, the result is 'not determined', which is never displayed as zero.
 *
 * Units:  money in major units, percent units.
 * Source: two-test clawback of ILPA Principles 3.0, 2019, page 11; calculations section 6.
 */
export function computeClawback(input: ClawbackInput, explain?: Recorder): Clawback {
  const missing = INPUTS.filter((name) => input[name] === undefined);
  if (missing.length > 0) return { status: 'notDetermined', missing };
  const { lpContributions, lpDistributions, lpPreferredDue, carryPaid, carryPercent, taxPercent } = input as Required<{
    [Name in keyof ClawbackInput]: Decimal;
  }>;
  const cumulativeProfit = lpDistributions.plus(carryPaid).minus(lpContributions);
  const earned = roundMoney(notBelowZero(cumulativeProfit).times(carryPercent).div(hundred));
  const excessCarry = notBelowZero(carryPaid.minus(earned));
  explain?.record(['excessCarry'], excessFormula, { carryPaid, carryPercent, cumulativeProfit }, excessCarry);
  const lpShortfall = notBelowZero(lpContributions.plus(lpPreferredDue).minus(lpDistributions));
  const gross = smaller(excessCarry.gt(lpShortfall) ? excessCarry : lpShortfall, carryPaid);
  const cap = roundMoney(carryPaid.times(hundred.minus(taxPercent)).div(hundred));
  const due = smaller(gross, cap);
  explain?.record(['due'], dueFormula, { excessCarry: figure(['excessCarry'], excessCarry), lpShortfall, cap }, due);
  return { status: 'determined', cumulativeProfit, excessCarry, lpShortfall, gross, cap, due };
}

function notBelowZero(value: Decimal): Decimal {
  return value.lt(0) ? zero : value;
}

function smaller(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b;
}
