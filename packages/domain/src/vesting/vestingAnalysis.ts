import { allocate } from '../allocation/index.ts';
import {
  type CalendarDate,
  type Decimal,
  err,
  type Failures,
  fail,
  hundred,
  MONEY_PLACES,
  monthsBetween,
  ok,
  type Recorder,
  type Result,
  roundMoney,
  roundPercent,
  zero,
} from '../kernel/index.ts';
import { type VestingSchedule, vestedPercent, vestingSchedule } from './schedule.ts';
import type { ScheduleRow } from './scheduleRows.ts';
import { type VestingAnalysisRow, type VestingFigures, vestingRow } from './vestingRow.ts';

export interface VestingTranche {
  readonly number: string;
  /** The day from which the tranche vests: see `vestingStart`. */
  readonly investmentDate: CalendarDate;
  readonly investedAmount: Decimal;
}

/** One participant and one source; a source without tranches counts as one tranche. */
export interface VestingAnalysisInput {
  /** The source's total carry. */
  readonly carryAmount: Decimal;
  /** The participant's kept effective percentage. */
  readonly effective: Decimal;
  readonly schedule: readonly ScheduleRow[];
  readonly vestingDate: CalendarDate;
  readonly tranches: readonly VestingTranche[];
}

export interface VestingAnalysis {
  readonly rows: readonly VestingAnalysisRow[];
  readonly totals: VestingFigures;
}

/**
 * How much of a participant's carry of one source is vested on a day, tranche by tranche.
 *
 *     weighting  = invested / sum invested x 100
 *     calculated = allocate(carry amount, invested)      original = allocate(round2(carry amount x effective / 100), invested)
 *     vested     = round2(original x vested % / 100)     forfeited = original - vested
 *     weighted vested % = weighting x effective x vested % / 10000;  weighted forfeited % with 100 - vested %
 *
 * Totals of money are sums of the shown rows; totals of percentages are rounded after summing.
 *
 * Units:  money in cents, percent with 10 decimals.
 * Source: calculations section 4.
 * Fails:  NO_TRANCHES, NEGATIVE_INVESTED_AMOUNT (each one), NOTHING_INVESTED, NEGATIVE_EFFECTIVE, MONEY_SCALE, and as
 *         `checkScheduleRows`.
 */
export function analyseVesting(input: VestingAnalysisInput, explain?: Recorder): Result<VestingAnalysis, Failures> {
  const schedule = vestingSchedule(input.schedule);
  const failures = [
    ...inputFailures(input),
    ...schedule.match(
      () => [],
      (found) => found,
    ),
  ];
  if (failures.length > 0 || schedule.isErr()) return err(failures);
  const invested = input.tranches.map((tranche) => tranche.investedAmount);
  return allocate(input.carryAmount, invested).andThen((calculated) =>
    allocate(roundMoney(input.carryAmount.times(input.effective).div(hundred)), invested).map((original) => {
      const exactRows = analyseTranches(input, schedule.value, calculated, original, explain);
      return { rows: exactRows.map(withKeptPercents), totals: withKeptPercents(totalsOf(exactRows)) };
    }),
  );
}

function inputFailures({ carryAmount, effective, tranches }: VestingAnalysisInput): Failures {
  const failures = tranches.flatMap(({ investedAmount }, i) =>
    investedAmount.lessThan(zero)
      ? [fail('NEGATIVE_INVESTED_AMOUNT', ['tranches', i, 'investedAmount'], 'an invested amount is never negative')]
      : [],
  );
  if (tranches.length === 0)
    failures.push(fail('NO_TRANCHES', ['tranches'], 'a source without tranches counts as one'));
  else if (tranches.every(({ investedAmount }) => investedAmount.isZero())) {
    failures.push(fail('NOTHING_INVESTED', ['tranches'], 'the invested amounts add up to zero'));
  }
  if (effective.lessThan(zero))
    failures.push(fail('NEGATIVE_EFFECTIVE', ['effective'], 'a percentage is never negative'));
  if (carryAmount.decimalPlaces() > MONEY_PLACES) {
    failures.push(fail('MONEY_SCALE', ['carryAmount'], 'an amount of money has at most 2 decimals'));
  }
  return failures;
}

function analyseTranches(
  { carryAmount, effective, tranches, vestingDate }: VestingAnalysisInput,
  schedule: VestingSchedule,
  calculated: readonly Decimal[],
  original: readonly Decimal[],
  explain?: Recorder,
): readonly VestingAnalysisRow[] {
  const sumInvested = tranches.reduce((sum, { investedAmount }) => sum.plus(investedAmount), zero);
  return tranches.map(({ number, investmentDate, investedAmount }, i) => {
    const place = explain?.within(['rows', i]);
    const months = monthsBetween(investmentDate, vestingDate);
    const row = {
      carryAmount,
      effective,
      trancheNumber: number,
      invested: investedAmount,
      sumInvested,
      calculated: calculated[i]!,
      original: original[i]!,
      months,
      vestedPercentage: vestedPercent(schedule, months, place),
    };
    return vestingRow(row, place);
  });
}

function totalsOf(rows: readonly VestingAnalysisRow[]): VestingFigures {
  const total = (field: keyof VestingFigures) => rows.reduce((sum, row) => sum.plus(row[field]), zero);
  return {
    trancheInvestmentAmount: total('trancheInvestmentAmount'),
    trancheWeightingPercentage: total('trancheWeightingPercentage'),
    calculatedTrancheCarryAmount: total('calculatedTrancheCarryAmount'),
    originalCarryAmount: total('originalCarryAmount'),
    vestedCarryAmount: total('vestedCarryAmount'),
    forfeitedCarryAmount: total('forfeitedCarryAmount'),
    weightedVestedEffectiveAllocationPercentage: total('weightedVestedEffectiveAllocationPercentage'),
    weightedForfeitedEffectiveAllocationPercentage: total('weightedForfeitedEffectiveAllocationPercentage'),
  };
}

function withKeptPercents<T extends VestingFigures>(figures: T): T {
  return {
    ...figures,
    trancheWeightingPercentage: roundPercent(figures.trancheWeightingPercentage),
    weightedVestedEffectiveAllocationPercentage: roundPercent(figures.weightedVestedEffectiveAllocationPercentage),
    weightedForfeitedEffectiveAllocationPercentage: roundPercent(
      figures.weightedForfeitedEffectiveAllocationPercentage,
    ),
  };
}
