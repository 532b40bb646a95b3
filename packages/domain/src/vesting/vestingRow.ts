import { type Decimal, defineFormula, figure, hundred, type Recorder, roundMoney } from '../kernel/index.ts';
import { forfeitedPercent } from './schedule.ts';

export interface VestingFigures {
  readonly trancheInvestmentAmount: Decimal;
  readonly trancheWeightingPercentage: Decimal;
  readonly calculatedTrancheCarryAmount: Decimal;
  readonly originalCarryAmount: Decimal;
  readonly vestedCarryAmount: Decimal;
  readonly forfeitedCarryAmount: Decimal;
  readonly weightedVestedEffectiveAllocationPercentage: Decimal;
  readonly weightedForfeitedEffectiveAllocationPercentage: Decimal;
}

export interface VestingAnalysisRow extends VestingFigures {
  readonly trancheNumber: string;
  readonly months: number;
  readonly vestedPercentage: Decimal;
}

export const originalFormula = defineFormula({
  id: 'vesting.original',
  text: 'original = allocate(carry amount x effective / 100 rounded to cents, invested amounts) of the tranche',
  inputs: { 'carry amount': 'money', effective: 'percent', invested: 'money', 'sum invested': 'money' },
  result: 'money',
  rounding: 'half away from zero to cents, then largest remainder',
  source: 'calculations 4',
});

export const vestedAmountFormula = defineFormula({
  id: 'vesting.vested',
  text: 'vested = original x vested percentage / 100',
  inputs: { original: 'money', 'vested percentage': 'percent' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: 'calculations 4',
});

export const forfeitedAmountFormula = defineFormula({
  id: 'vesting.forfeited',
  text: 'forfeited = original - vested',
  inputs: { original: 'money', vested: 'money' },
  result: 'money',
  source: 'calculations 4',
});

const perTenThousand = hundred.times(hundred);

/** What a row is computed of. */
export interface VestingRowInput {
  readonly carryAmount: Decimal;
  readonly effective: Decimal;
  readonly trancheNumber: string;
  readonly invested: Decimal;
  readonly sumInvested: Decimal;
  readonly calculated: Decimal;
  readonly original: Decimal;
  readonly months: number;
  readonly vestedPercentage: Decimal;
}

/** One row, its percentages not yet rounded: totals are rounded after summing. */
export function vestingRow(input: VestingRowInput, explain?: Recorder): VestingAnalysisRow {
  const { invested, original, vestedPercentage } = input;
  const vested = roundMoney(original.times(vestedPercentage).div(hundred));
  const forfeited = original.minus(vested);
  const weighting = invested.times(hundred).div(input.sumInvested);
  const weight = weighting.times(input.effective).div(perTenThousand);
  if (explain !== undefined) explainRow(explain, input, vested, forfeited);
  return {
    trancheNumber: input.trancheNumber,
    trancheInvestmentAmount: invested,
    trancheWeightingPercentage: weighting,
    calculatedTrancheCarryAmount: input.calculated,
    originalCarryAmount: original,
    months: input.months,
    vestedPercentage,
    vestedCarryAmount: vested,
    forfeitedCarryAmount: forfeited,
    weightedVestedEffectiveAllocationPercentage: weight.times(vestedPercentage),
    weightedForfeitedEffectiveAllocationPercentage: weight.times(forfeitedPercent(vestedPercentage)),
  };
}

function explainRow(explain: Recorder, input: VestingRowInput, vested: Decimal, forfeited: Decimal): void {
  const { carryAmount, effective, invested, sumInvested, original, vestedPercentage } = input;
  const originalInputs = { 'carry amount': carryAmount, effective, invested, 'sum invested': sumInvested };
  explain.record(['originalCarryAmount'], originalFormula, originalInputs, original);
  const originalFigure = figure(['originalCarryAmount'], original);
  const vestedInputs = {
    original: originalFigure,
    'vested percentage': figure(['vestedPercentage'], vestedPercentage),
  };
  explain.record(['vestedCarryAmount'], vestedAmountFormula, vestedInputs, vested);
  const forfeitedInputs = { original: originalFigure, vested: figure(['vestedCarryAmount'], vested) };
  explain.record(['forfeitedCarryAmount'], forfeitedAmountFormula, forfeitedInputs, forfeited);
}
