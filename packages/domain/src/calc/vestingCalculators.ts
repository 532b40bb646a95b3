import { monthsBetween, moneyText, numberText, ok, type Recorder } from '../kernel/index.ts';
import { analyzeVesting, type VestingFigures, vestedPercent, vestingSchedule } from '../carry/vesting/index.ts';
import type { JsonRecord } from './calculator.ts';
import { defineCalculator } from './defineCalculator.ts';
import { date, figure, label, list, money, nullable, record, wholeNumberReader } from './reader.ts';

const MAX_MONTHS = 120_000;
const months = nullable(wholeNumberReader(-MAX_MONTHS, MAX_MONTHS));
const schedule = list(record({ start: months, end: months, vested: nullable(figure) }));
const exampleSchedule = [
  { start: 0, end: 12, vested: '0' },
  { start: 12, end: 24, vested: '50' },
  { start: 24, end: null, vested: '100' },
];

function figureTexts(figures: VestingFigures): JsonRecord {
  return {
    trancheInvestmentAmount: moneyText(figures.trancheInvestmentAmount),
    trancheWeightingPercentage: numberText(figures.trancheWeightingPercentage),
    calculatedTrancheCarryAmount: moneyText(figures.calculatedTrancheCarryAmount),
    originalCarryAmount: moneyText(figures.originalCarryAmount),
    vestedCarryAmount: moneyText(figures.vestedCarryAmount),
    forfeitedCarryAmount: moneyText(figures.forfeitedCarryAmount),
    weightedVestedEffectiveAllocationPercentage: numberText(figures.weightedVestedEffectiveAllocationPercentage),
    weightedForfeitedEffectiveAllocationPercentage: numberText(figures.weightedForfeitedEffectiveAllocationPercentage),
  };
}

const vestingInput = { schedule, from: date, to: date };
const vestingAnalysisInput = {
  carryAmount: money,
  effective: figure,
  schedule,
  vestingDate: date,
  tranches: list(record({ number: label, investmentDate: date, investedAmount: money })),
};

export const vestingCalculators = [
  defineCalculator({
    name: 'vesting',
    summary: 'Count the whole months between two days and look up the vested percentage in a schedule.',
    example: { schedule: exampleSchedule, from: '2024-01-31', to: '2025-02-28' },
    input: vestingInput,
    rule: ({ schedule: rows, from, to }, explain?: Recorder) =>
      vestingSchedule(rows).andThen((checked) => {
        const elapsed = monthsBetween(from, to);
        const vested = vestedPercent(checked, elapsed, explain?.within(['vested']));
        return ok({ result: { months: elapsed, vested: numberText(vested) } });
      }),
  }),
  defineCalculator({
    name: 'vesting-analysis',
    summary: 'Split a participant’s carry from a source into vested and forfeited parts, tranche by tranche.',
    example: {
      carryAmount: '1000.00',
      effective: '10',
      schedule: exampleSchedule,
      vestingDate: '2026-01-01',
      tranches: [
        { number: '1', investmentDate: '2023-06-30', investedAmount: '600.00' },
        { number: '2', investmentDate: '2024-06-30', investedAmount: '400.00' },
      ],
    },
    input: vestingAnalysisInput,
    rule: (input, explain) =>
      analyzeVesting(input, explain).map(({ rows, totals }) => ({
        result: {
          rows: rows.map((row) => ({
            trancheNumber: row.trancheNumber,
            months: row.months,
            vestedPercentage: numberText(row.vestedPercentage),
            ...figureTexts(row),
          })),
          totals: figureTexts(totals),
        },
      })),
  }),
];
