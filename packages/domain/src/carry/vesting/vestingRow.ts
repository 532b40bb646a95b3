import {
  type Decimal,
  divideRounded,
  fromCents,
  fromUnits,
  PERCENT_DECIMALS,
  type Recorder,
} from '../../kernel/index.ts';

import { explainRow } from './vestingExplanation.ts';
import type { VestingAnalysisRow, VestingBasis } from './vestingFigures.ts';

/** One tranche in whole units: invested amounts in any common unit, money in cents. */
export interface TrancheUnits {
  readonly number: string;
  readonly invested: Decimal;
  readonly investedUnits: bigint;
  readonly calculatedCents: bigint;
  readonly originalCents: bigint;
  readonly months: number;
}

/** A vested percentage of the schedule, and its weights: effective x vested and effective x (100 - vested). */
export interface VestedShare {
  readonly vestedPercentage: Decimal;
  readonly vestedUnits: bigint;
  readonly vestedWeight: bigint;
  readonly forfeitedWeight: bigint;
}

export function vestingRow(
  basis: VestingBasis,
  tranche: TrancheUnits,
  share: VestedShare,
  explain?: Recorder,
): VestingAnalysisRow {
  const { investedUnits, originalCents } = tranche;
  const vestedCents = divideRounded(originalCents * share.vestedUnits, basis.hundredUnits);
  const row: VestingAnalysisRow = {
    trancheNumber: tranche.number,
    trancheInvestmentAmount: tranche.invested,
    trancheWeightingPercentage: toPercent(investedUnits * HUNDRED_PERCENT, basis.sumInvestedUnits),
    calculatedTrancheCarryAmount: fromCents(tranche.calculatedCents),
    originalCarryAmount: fromCents(originalCents),
    months: tranche.months,
    vestedPercentage: share.vestedPercentage,
    vestedCarryAmount: fromCents(vestedCents),
    forfeitedCarryAmount: fromCents(originalCents - vestedCents),
    weightedVestedEffectiveAllocationPercentage: toPercent(investedUnits * share.vestedWeight, basis.weightDivisor),
    weightedForfeitedEffectiveAllocationPercentage: toPercent(
      investedUnits * share.forfeitedWeight,
      basis.weightDivisor,
    ),
  };
  if (explain !== undefined) explainRow(explain, basis, row);
  return row;
}

/** Returns a percentage from a quotient of whole numbers, in units of its tenth decimal. */
export function toPercent(numerator: bigint, denominator: bigint): Decimal {
  return fromUnits(divideRounded(numerator, denominator), PERCENT_DECIMALS);
}

/** 1% in units of the tenth decimal. */
export const PERCENT_UNIT: bigint = 10n ** BigInt(PERCENT_DECIMALS);
const HUNDRED_PERCENT = 100n * PERCENT_UNIT;
