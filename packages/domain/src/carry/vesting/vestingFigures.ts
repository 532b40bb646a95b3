import type { Decimal } from '../../kernel/index.ts';

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

/** Data that all rows share, in whole units. These are exact, and several times faster than decimals over many tranches. */
export interface VestingBasis {
  readonly carryAmount: Decimal;
  readonly effective: Decimal;
  /** The allocated part of the carry amount. If undefined, it is computed from the effective percentage alone. */
  readonly override: Decimal | undefined;
  readonly sumInvested: Decimal;
  readonly sumInvestedUnits: bigint;
  /** 100% in the units of the vested percentages. */
  readonly hundredUnits: bigint;
  /**
   * The divisor for percentages: a weight of a `VestedShare` times invested units, divided by this, is a percentage in units of its tenth decimal.
   */
  readonly weightDivisor: bigint;
}
