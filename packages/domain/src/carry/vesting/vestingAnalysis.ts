import { allocateCents } from '../../kernel/apportionment/index.ts';
import {
  type CalendarDate,
  type Decimal,
  err,
  type Failures,
  fail,
  fromUnits,
  hundred,
  MONEY_DECIMALS,
  monthsBetween,
  ok,
  type Recorder,
  required,
  type Result,
  roundMoney,
  toCents,
  toUnits,
  zero,
} from '../../kernel/index.ts';
import { explainTotals } from './vestingExplanation.ts';
import { type VestingSchedule, vestedPercent, vestingSchedule } from './schedule.ts';
import type { ScheduleRow } from './scheduleRows.ts';
import { PERCENT_UNIT, toPercent, type VestedShare, vestingRow } from './vestingRow.ts';
import type { VestingAnalysisRow, VestingFigures } from './vestingFigures.ts';

export interface VestingTranche {
  readonly number: string;
  /** The date from which the tranche vests: see `vestingStart`. */
  readonly investmentDate: CalendarDate;
  readonly investedAmount: Decimal;
}

/** One participant and one source. A source without tranches counts as one tranche. */
export interface VestingAnalysisInput {
  /** The source's total carry. */
  readonly carryAmount: Decimal;
  /** The participant's stored effective percentage. */
  readonly effective: Decimal;
  /**
   * The participant's part of the carry when allocated among everyone who shares in it (`originalShares`). If omitted, it is computed from the
   * effective percentage alone.
   */
  readonly original?: Decimal | undefined;
  readonly schedule: readonly ScheduleRow[];
  readonly vestingDate: CalendarDate;
  readonly tranches: readonly VestingTranche[];
}

export interface VestingAnalysis {
  readonly rows: readonly VestingAnalysisRow[];
  readonly totals: VestingFigures;
}

/**
 * Computes how much of a participant's carry of one source is vested on a date, tranche by tranche.
 *
 *     weighting  = invested / sum invested x 100
 *     calculated = allocate(carry amount, invested)
 *     original   = allocate(the allocated amount if known, else round2(carry amount x effective / 100), invested)
 *     vested     = round2(original x vested % / 100)     forfeited = original - vested
 *     weighted vested % = weighting x effective x vested % / 10000;  weighted forfeited % with 100 - vested %
 *
 * Totals of money are sums of the displayed rows. Totals of percentages are rounded after summing.
 *
 * Units:  money in cents, percent with 10 decimals.
 * Source: docs/calculations/vesting-analysis.md.
 * Fails:  NO_TRANCHES, NEGATIVE_INVESTED_AMOUNT (each one), NO_INVESTED_AMOUNT, NEGATIVE_EFFECTIVE, MONEY_SCALE, and as
 *         `checkScheduleRows`.
 */
export function analyzeVesting(input: VestingAnalysisInput, explain?: Recorder): Result<VestingAnalysis, Failures> {
  const schedule = vestingSchedule(input.schedule);
  const failures = [
    ...inputFailures(input),
    ...schedule.match(
      () => [],
      (found) => found,
    ),
  ];
  if (failures.length > 0 || schedule.isErr()) return err(failures);
  return ok(analyzeTranches(input, schedule.value, explain));
}

function inputFailures({ carryAmount, effective, tranches }: VestingAnalysisInput): Failures {
  const failures = tranches.flatMap(({ investedAmount }, i) =>
    investedAmount.lessThan(zero)
      ? [fail('NEGATIVE_INVESTED_AMOUNT', ['tranches', i, 'investedAmount'], 'an invested amount can’t be negative')]
      : [],
  );
  if (tranches.length === 0)
    failures.push(
      fail('NO_TRANCHES', ['tranches'], 'enter at least one tranche; a source without tranches counts as one'),
    );
  else if (tranches.every(({ investedAmount }) => investedAmount.isZero())) {
    failures.push(fail('NO_INVESTED_AMOUNT', ['tranches'], 'the invested amounts add up to zero'));
  }
  if (effective.lessThan(zero))
    failures.push(fail('NEGATIVE_EFFECTIVE', ['effective'], 'a percentage can’t be negative'));
  if (carryAmount.decimalPlaces() > MONEY_DECIMALS) {
    failures.push(fail('MONEY_SCALE', ['carryAmount'], 'an amount can have at most 2 decimals'));
  }
  return failures;
}

function analyzeTranches(input: VestingAnalysisInput, schedule: VestingSchedule, explain?: Recorder): VestingAnalysis {
  const { carryAmount, effective, tranches, vestingDate } = input;
  const own = input.original ?? roundMoney(carryAmount.times(effective).div(hundred));
  const decimals = maxDecimals(tranches.map(({ investedAmount }) => investedAmount));
  const units = tranches.map(({ investedAmount }) => toUnits(investedAmount, decimals));
  const sumInvestedUnits = units.reduce((sum, invested) => sum + invested, 0n);
  const sumInvested = fromUnits(sumInvestedUnits, decimals);
  const { shares, hundredUnits, divisor } = vestedShares(effective, schedule);
  const weightDivisor = divisor * sumInvestedUnits;
  const basis = {
    carryAmount,
    effective,
    override: input.original,
    sumInvested,
    sumInvestedUnits,
    hundredUnits,
    weightDivisor,
  };
  const calculated = allocateCents(toCents(carryAmount), units);
  const original = allocateCents(toCents(own), units);
  let vestedWeight = 0n;
  let forfeitedWeight = 0n;
  const rows = tranches.map(({ number, investmentDate, investedAmount }, i) => {
    const rowRecorder = explain?.within(['rows', i]);
    const months = monthsBetween(investmentDate, vestingDate);
    const vestedPercentage = vestedPercent(schedule, months, rowRecorder?.within(['vestedPercentage']));
    const share = required(shares.get(vestedPercentage), 'the share of a vested percentage');
    const investedUnits = required(units[i], 'the invested units of a tranche');
    vestedWeight += investedUnits * share.vestedWeight;
    forfeitedWeight += investedUnits * share.forfeitedWeight;
    const amounts = {
      investedUnits,
      calculatedCents: required(calculated[i], 'the calculated part of a tranche'),
      originalCents: required(original[i], 'the original part of a tranche'),
    };
    return vestingRow(basis, { number, invested: investedAmount, months, ...amounts }, share, rowRecorder);
  });
  const totals = {
    ...moneyTotals(rows),
    trancheInvestmentAmount: sumInvested,
    trancheWeightingPercentage: hundred,
    weightedVestedEffectiveAllocationPercentage: toPercent(vestedWeight, weightDivisor),
    weightedForfeitedEffectiveAllocationPercentage: toPercent(forfeitedWeight, weightDivisor),
  };
  if (explain !== undefined) explainTotals(explain, totals, rows);
  return { rows, totals };
}

/** Converts the schedule's percentages (and 0, before its first row) to common whole units, keyed by the schedule's own decimals. */
function vestedShares(effective: Decimal, schedule: VestingSchedule) {
  const decimals = maxDecimals(schedule.vested);
  const effectiveDecimals = effective.decimalPlaces();
  const hundredUnits = toUnits(hundred, decimals);
  const effectiveUnits = toUnits(effective, effectiveDecimals) * PERCENT_UNIT;
  const share = (vestedPercentage: Decimal): readonly [Decimal, VestedShare] => {
    const vestedUnits = toUnits(vestedPercentage, decimals);
    const forfeitedWeight = effectiveUnits * (hundredUnits - vestedUnits);
    return [
      vestedPercentage,
      { vestedPercentage, vestedUnits, vestedWeight: effectiveUnits * vestedUnits, forfeitedWeight },
    ];
  };
  const shares = new Map([zero, ...schedule.vested].map(share));
  return { shares, hundredUnits, divisor: 10n ** BigInt(effectiveDecimals) * hundredUnits };
}

function moneyTotals(rows: readonly VestingAnalysisRow[]) {
  const total = (field: keyof VestingFigures) => rows.reduce((sum, row) => sum.plus(row[field]), zero);
  return {
    calculatedTrancheCarryAmount: total('calculatedTrancheCarryAmount'),
    originalCarryAmount: total('originalCarryAmount'),
    vestedCarryAmount: total('vestedCarryAmount'),
    forfeitedCarryAmount: total('forfeitedCarryAmount'),
  };
}

function maxDecimals(values: readonly Decimal[]): number {
  return values.reduce((most, value) => Math.max(most, value.decimalPlaces()), 0);
}
