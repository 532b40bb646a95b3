import { type Decimal, err, type Failures, ok, type Recorder, type Result, zero } from '../kernel/index.ts';
import { explainSums } from './vestingExplanation.ts';
import { analyseVesting, type VestingAnalysis, type VestingAnalysisInput } from './vestingAnalysis.ts';

/** Money over all sources; percentages are those of one source, since of several there is none. */
export interface VestingTotals {
  readonly trancheInvestmentAmount: Decimal;
  readonly calculatedTrancheCarryAmount: Decimal;
  readonly originalCarryAmount: Decimal;
  readonly vestedCarryAmount: Decimal;
  readonly forfeitedCarryAmount: Decimal;
  readonly trancheWeightingPercentage: Decimal | null;
  readonly weightedVestedEffectiveAllocationPercentage: Decimal | null;
  readonly weightedForfeitedEffectiveAllocationPercentage: Decimal | null;
}

export interface VestingOfSources {
  readonly analyses: readonly VestingAnalysis[];
  readonly totals: VestingTotals;
}

/**
 * How much of a participant's carry is vested over several sources: each analysed by itself, its money added up.
 *
 * Units:  as `analyseVesting`.
 * Source: calculations section 4.
 * Fails:  as `analyseVesting`, the path starting with the position of the source.
 */
export function vestingOfSources(
  inputs: readonly VestingAnalysisInput[],
  explain?: Recorder,
): Result<VestingOfSources, Failures> {
  const analyses: VestingAnalysis[] = [];
  for (const [i, input] of inputs.entries()) {
    const analysed = analyseVesting(input, explain?.within(['sources', i]));
    if (analysed.isErr()) return err(analysed.error.map((failure) => ({ ...failure, path: [i, ...failure.path] })));
    analyses.push(analysed.value);
  }
  const [only] = analyses.length === 1 ? analyses : [];
  const money = (field: keyof VestingAnalysis['totals']) =>
    analyses.reduce((sum, { totals }) => sum.plus(totals[field]), zero);
  const sums = {
    trancheInvestmentAmount: money('trancheInvestmentAmount'),
    calculatedTrancheCarryAmount: money('calculatedTrancheCarryAmount'),
    originalCarryAmount: money('originalCarryAmount'),
    vestedCarryAmount: money('vestedCarryAmount'),
    forfeitedCarryAmount: money('forfeitedCarryAmount'),
  };
  const parts = analyses.map(({ totals }, i) => ({ path: ['sources', i, 'totals'], figures: totals }));
  if (explain !== undefined) explainSums(explain, sums, parts);
  return ok({
    analyses,
    totals: {
      ...sums,
      trancheWeightingPercentage: only?.totals.trancheWeightingPercentage ?? null,
      weightedVestedEffectiveAllocationPercentage: only?.totals.weightedVestedEffectiveAllocationPercentage ?? null,
      weightedForfeitedEffectiveAllocationPercentage:
        only?.totals.weightedForfeitedEffectiveAllocationPercentage ?? null,
    },
  });
}
