import {
  type Decimal,
  defineFormula,
  figure,
  hundred,
  type Path,
  type Recorder,
  roundMoney,
  roundPercent,
  zero,
} from '../../kernel/index.ts';
import type { VestingAnalysisRow, VestingBasis, VestingFigures } from './vestingFigures.ts';

const SOURCE = 'docs/calculations/vesting.md';
const ROUNDING = 'half away from zero, to 10 decimals';
const SPLIT = 'largest remainder, to cents';

const weightingFormula = defineFormula({
  id: 'vesting.weighting',
  text: 'weighting = invested / sum invested x 100',
  inputs: { invested: 'money', 'sum invested': 'money' },
  result: 'percent',
  rounding: ROUNDING,
  source: SOURCE,
});

const calculatedFormula = defineFormula({
  id: 'vesting.calculated',
  text: 'calculated = allocate(carry amount, invested amounts) of the tranche',
  inputs: { 'carry amount': 'money', invested: 'money', 'sum invested': 'money' },
  result: 'money',
  rounding: SPLIT,
  source: SOURCE,
});

const originalFormula = defineFormula({
  id: 'vesting.original',
  text: 'original = allocate(carry amount x effective / 100 rounded to cents, invested amounts) of the tranche',
  inputs: { 'carry amount': 'money', effective: 'percent', invested: 'money', 'sum invested': 'money' },
  result: 'money',
  rounding: 'half away from zero to cents, then largest remainder',
  source: SOURCE,
});

const allocatedFormula = defineFormula({
  id: 'vesting.allocated',
  text: 'allocated = carry amount x effective / 100 rounded to cents + rounding difference of the allocation among all shares',
  inputs: { 'carry amount': 'money', effective: 'percent', 'rounding difference': 'money' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: SOURCE,
});

const splitFormula = defineFormula({
  id: 'vesting.original.allocated',
  text: 'original = allocate(allocated, invested amounts) of the tranche',
  inputs: { allocated: 'money', invested: 'money', 'sum invested': 'money' },
  result: 'money',
  rounding: SPLIT,
  source: SOURCE,
});

const vestedAmountFormula = defineFormula({
  id: 'vesting.vested',
  text: 'vested = original x vested percentage / 100',
  inputs: { original: 'money', 'vested percentage': 'percent' },
  result: 'money',
  rounding: 'half away from zero, to cents',
  source: SOURCE,
});

const forfeitedAmountFormula = defineFormula({
  id: 'vesting.forfeited',
  text: 'forfeited = original - vested',
  inputs: { original: 'money', vested: 'money' },
  result: 'money',
  source: SOURCE,
});

const weightedVestedFormula = defineFormula({
  id: 'vesting.weighted.vested',
  text: 'weighted vested = weighting (not rounded) x effective x vested percentage / 10000',
  inputs: { weighting: 'percent', effective: 'percent', 'vested percentage': 'percent' },
  result: 'percent',
  rounding: ROUNDING,
  source: SOURCE,
});

const weightedForfeitedFormula = defineFormula({
  id: 'vesting.weighted.forfeited',
  text: 'weighted forfeited = weighting (not rounded) x effective x (100 - vested percentage) / 10000',
  inputs: { weighting: 'percent', effective: 'percent', 'vested percentage': 'percent' },
  result: 'percent',
  rounding: ROUNDING,
  source: SOURCE,
});

const sumFormula = defineFormula({
  id: 'vesting.sum',
  text: 'sum of the parts',
  inputs: { part: 'money' },
  result: 'money',
  source: SOURCE,
});

const shareSumFormula = defineFormula({
  id: 'vesting.weighted.sum',
  text: 'sum of the parts (not rounded)',
  inputs: { part: 'percent' },
  result: 'percent',
  rounding: ROUNDING,
  source: SOURCE,
});

const vestedOfSourceFormula = defineFormula({
  id: 'vesting.vested.source',
  text: 'vested = sum of invested x vested percentage of each tranche / sum invested',
  inputs: { invested: 'money', 'vested percentage': 'percent' },
  result: 'percent',
  rounding: ROUNDING,
  source: SOURCE,
});

const SUMMED = [
  'calculatedTrancheCarryAmount',
  'originalCarryAmount',
  'vestedCarryAmount',
  'forfeitedCarryAmount',
] as const;
const WEIGHTED = [
  'weightedVestedEffectiveAllocationPercentage',
  'weightedForfeitedEffectiveAllocationPercentage',
] as const;
type Sums = Readonly<Record<(typeof SUMMED)[number], Decimal>>;

/** Explains sums of money over the tranches of a source, or over sources. */
export function explainSums(
  explain: Recorder,
  at: Path,
  totals: Sums,
  parts: readonly { readonly path: Path; readonly figures: Sums }[],
): void {
  for (const name of SUMMED) {
    const part = parts.map(({ path, figures }) => figure([...path, name], figures[name]));
    explain.record([...at, name], sumFormula, { part }, totals[name]);
  }
}

/** Explains the totals of a source's tranches, including its percentages. */
export function explainTotals(explain: Recorder, totals: VestingFigures, rows: readonly VestingAnalysisRow[]): void {
  const located = rows.map((figures, i) => ({ path: ['rows', i], figures }));
  explainSums(explain, ['totals'], totals, located);
  for (const name of WEIGHTED) {
    const part = located.map(({ path, figures }) => figure([...path, name], figures[name]));
    explain.record(['totals', name], shareSumFormula, { part }, totals[name]);
  }
  // Matches the percentage that `vestedShare` gives for the source.
  const weighted = rows.reduce<Decimal>(
    (sum, { trancheInvestmentAmount, vestedPercentage }) => sum.plus(trancheInvestmentAmount.times(vestedPercentage)),
    zero,
  );
  const inputs = {
    invested: rows.map(({ trancheInvestmentAmount }) => trancheInvestmentAmount),
    'vested percentage': located.map(({ path, figures }) =>
      figure([...path, 'vestedPercentage'], figures.vestedPercentage),
    ),
  };
  const vested = roundPercent(weighted.div(totals.trancheInvestmentAmount));
  explain.record(['totals', 'vestedPercentage'], vestedOfSourceFormula, inputs, vested);
}

/** Explains the figures of a row. */
export function explainRow(
  explain: Recorder,
  { carryAmount, effective, override, sumInvested }: VestingBasis,
  row: VestingAnalysisRow,
): void {
  const shared = { invested: row.trancheInvestmentAmount, 'sum invested': sumInvested };
  const figureFor = (name: keyof VestingAnalysisRow) => figure([name], row[name]);
  const weighted = {
    weighting: figureFor('trancheWeightingPercentage'),
    effective,
    'vested percentage': figureFor('vestedPercentage'),
  };
  const original = figureFor('originalCarryAmount');
  explain.record(['trancheWeightingPercentage'], weightingFormula, shared, row.trancheWeightingPercentage);
  explain.record(
    ['calculatedTrancheCarryAmount'],
    calculatedFormula,
    { 'carry amount': carryAmount, ...shared },
    row.calculatedTrancheCarryAmount,
  );
  const basis = { 'carry amount': carryAmount, effective };
  if (override === undefined) {
    explain.record(['originalCarryAmount'], originalFormula, { ...basis, ...shared }, row.originalCarryAmount);
  } else {
    const rounded = roundMoney(carryAmount.times(effective).div(hundred));
    const allocated = ['allocatedCarryAmount'];
    explain.record(allocated, allocatedFormula, { ...basis, 'rounding difference': override.minus(rounded) }, override);
    const inputs = { allocated: figure(allocated, override), ...shared };
    explain.record(['originalCarryAmount'], splitFormula, inputs, row.originalCarryAmount);
  }
  explain.record(
    ['vestedCarryAmount'],
    vestedAmountFormula,
    { original, 'vested percentage': figureFor('vestedPercentage') },
    row.vestedCarryAmount,
  );
  explain.record(
    ['forfeitedCarryAmount'],
    forfeitedAmountFormula,
    { original, vested: figureFor('vestedCarryAmount') },
    row.forfeitedCarryAmount,
  );
  explain.record(
    ['weightedVestedEffectiveAllocationPercentage'],
    weightedVestedFormula,
    weighted,
    row.weightedVestedEffectiveAllocationPercentage,
  );
  explain.record(
    ['weightedForfeitedEffectiveAllocationPercentage'],
    weightedForfeitedFormula,
    weighted,
    row.weightedForfeitedEffectiveAllocationPercentage,
  );
}
