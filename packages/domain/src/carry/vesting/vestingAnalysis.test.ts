import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate, createExplanations, decimal, moneyText, numberText } from '../../kernel/index.ts';
import {
  analyzeVesting,
  vestedShare,
  type ScheduleRow,
  type VestingAnalysisInput,
  type VestingFigures,
} from './index.ts';

const schedule: readonly ScheduleRow[] = [
  { start: 0, end: 12, vested: decimal(0) },
  { start: 12, end: 24, vested: decimal(40) },
  { start: 24, end: 36, vested: decimal(60) },
  { start: 36, end: null, vested: decimal(100) },
];
const threeTranches: VestingAnalysisInput = {
  carryAmount: decimal('250000'),
  effective: decimal('100'),
  schedule,
  vestingDate: calendarDate('2024-06-30'),
  tranches: [
    { number: '1', investmentDate: calendarDate('2022-06-30'), investedAmount: decimal('600000') },
    { number: '2', investmentDate: calendarDate('2023-01-15'), investedAmount: decimal('300000') },
    { number: '3', investmentDate: calendarDate('2023-07-01'), investedAmount: decimal('100000') },
  ],
};
const threeFigures = { trancheWeightingPercentage: 1, calculatedTrancheCarryAmount: 1, vestedPercentage: 1 };
const money = (figures: VestingFigures) =>
  [
    figures.calculatedTrancheCarryAmount,
    figures.originalCarryAmount,
    figures.vestedCarryAmount,
    figures.forfeitedCarryAmount,
  ].map(moneyText);
const percents = (figures: VestingFigures) =>
  [
    figures.trancheWeightingPercentage,
    figures.weightedVestedEffectiveAllocationPercentage,
    figures.weightedForfeitedEffectiveAllocationPercentage,
  ].map(numberText);
const codes = (change: Partial<VestingAnalysisInput>) =>
  analyzeVesting({ ...threeTranches, ...change })
    ._unsafeUnwrapErr()
    .map(({ code }) => code);

describe('the vesting of one participant and one source', () => {
  it('is listed by tranche with totals', () => {
    const { rows, totals } = analyzeVesting(threeTranches)._unsafeUnwrap();
    expect(rows.map(({ trancheNumber, months }) => [trancheNumber, months])).toEqual([
      ['1', 24],
      ['2', 17],
      ['3', 11],
    ]);
    expect(rows.map((row) => [numberText(row.vestedPercentage), ...money(row)])).toEqual([
      ['60', '150000.00', '150000.00', '90000.00', '60000.00'],
      ['40', '75000.00', '75000.00', '30000.00', '45000.00'],
      ['0', '25000.00', '25000.00', '0.00', '25000.00'],
    ]);
    expect(rows.map(percents)).toEqual([
      ['60', '36', '24'],
      ['30', '12', '18'],
      ['10', '0', '10'],
    ]);
    expect(money(totals)).toEqual(['250000.00', '250000.00', '120000.00', '130000.00']);
    expect(percents(totals)).toEqual(['100', '48', '52']);
    expect(moneyText(totals.trancheInvestmentAmount)).toBe('1000000.00');
  });

  it('rounds percentages of rows and totals once', () => {
    const investedAmount = decimal(1);
    const tranches = threeTranches.tranches.map((tranche) => ({
      ...tranche,
      investedAmount,
      investmentDate: calendarDate('2000-01-01'),
    }));
    const { rows, totals } = analyzeVesting({
      ...threeTranches,
      effective: decimal(1),
      carryAmount: decimal('-1'),
      tranches,
    })._unsafeUnwrap();
    expect(rows.map(percents)[0]).toEqual(['33.3333333333', '0.3333333333', '0']);
    expect(percents(totals)).toEqual(['100', '1', '0']);
    expect(money(totals)).toEqual(['-1.00', '-0.01', '-0.01', '0.00']);
  });

  it('is refused with every reason', () => {
    expect(codes({ tranches: [] })).toEqual(['NO_TRANCHES']);
    const withAmount = (amount: string) =>
      threeTranches.tranches.map((tranche) => ({ ...tranche, investedAmount: decimal(amount) }));
    expect(codes({ tranches: withAmount('0') })).toEqual(['NO_INVESTED_AMOUNT']);
    expect(codes({ tranches: withAmount('-1').slice(1) })).toEqual([
      'NEGATIVE_INVESTED_AMOUNT',
      'NEGATIVE_INVESTED_AMOUNT',
    ]);
    expect(codes({ effective: decimal('-1'), carryAmount: decimal('0.001'), schedule: [] })).toEqual([
      'NEGATIVE_EFFECTIVE',
      'MONEY_SCALE',
      'NO_ROWS',
    ]);
  });

  it('explains the vested amount down to the schedule row', () => {
    const explanations = createExplanations();
    analyzeVesting(threeTranches, explanations);
    const weighted = explanations.tree(['rows', 0, 'weightedForfeitedEffectiveAllocationPercentage'])!;
    expect([weighted.result, ...weighted.children.map((child) => child.result)]).toEqual(['24', '60', '60']);
    expect(explanations.list().map(({ path }) => path[2])).toEqual(expect.arrayContaining(Object.keys(threeFigures)));
    // The vested percentage of the source is the same one that is displayed everywhere else.
    const { schedule, tranches, vestingDate } = threeTranches;
    const parts = tranches.map(({ investmentDate, investedAmount }) => ({
      trancheInvestmentDate: investmentDate,
      investedAmount,
    }));
    const share = vestedShare({ schedule, own: {}, tranches: parts }, vestingDate)._unsafeUnwrap();
    const ofSource = explanations.tree(['totals', 'vestedPercentage'])!;
    expect([ofSource.result, ofSource.children.length]).toEqual([numberText(share.vested), tranches.length]);
    const tree = explanations.tree(['rows', 0, 'forfeitedCarryAmount'])!;
    expect(tree.result).toBe('60000.00');
    expect(tree.children.map((child) => child.formula)).toEqual(['vesting.original', 'vesting.vested']);
    expect(tree.children[1]!.children.map((child) => child.formula)).toEqual(['vesting.original', 'vesting.percent']);
  });

  it('explains a cent that the allocation among all shares adds to the participant’s part', () => {
    const explanations = createExplanations();
    analyzeVesting(
      {
        ...threeTranches,
        carryAmount: decimal('10687257.80'),
        effective: decimal('10.8438384912'),
        original: decimal('1158908.98'),
        tranches: threeTranches.tranches.slice(0, 1),
      },
      explanations,
    );
    const original = explanations.tree(['rows', 0, 'originalCarryAmount'])!;
    const inputsOf = ({ inputs }: typeof original) => inputs.map(({ name, value }) => [name, value]);
    expect([original.result, inputsOf(original)[0]]).toEqual(['1158908.98', ['allocated', '1158908.98']]);
    // 10,687,257.80 x 10.8438384912% is 1,158,908.975 less a fraction of a cent.
    expect(original.children.map(({ result, ...node }) => [result, inputsOf({ ...node, result })])).toEqual([
      [
        '1158908.98',
        [
          ['carry amount', '10687257.80'],
          ['effective', '10.8438384912'],
          ['rounding difference', '0.01'],
        ],
      ],
    ]);
  });
});

const analyses = fc
  .tuple(
    fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    fc.bigInt({ min: 0n, max: 100n * 10n ** 10n }),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 2000 })), {
      minLength: 1,
      maxLength: 20,
    }),
  )
  .map(
    ([cents, effective, tranches]): VestingAnalysisInput => ({
      ...threeTranches,
      carryAmount: decimal(cents).div(100),
      effective: decimal(effective).div(10n ** 10n),
      tranches: tranches.map(([invested, days], i) => ({
        number: String(i + 1),
        investmentDate: addDays(calendarDate('2020-01-01'), days),
        investedAmount: decimal(invested).div(100),
      })),
    }),
  );

describe('for every analysis', () => {
  it('vested plus forfeited equals original, and rows add up to totals and to the carry', () => {
    fc.assert(
      fc.property(analyses, (input) => {
        const { rows, totals } = analyzeVesting(input)._unsafeUnwrap();
        const total = (field: keyof VestingFigures) => rows.reduce((sum, row) => sum.plus(row[field]), decimal(0));
        for (const row of rows) {
          expect(row.vestedCarryAmount.plus(row.forfeitedCarryAmount).equals(row.originalCarryAmount)).toBe(true);
        }
        for (const field of ['originalCarryAmount', 'vestedCarryAmount', 'forfeitedCarryAmount'] as const) {
          expect(total(field).equals(totals[field])).toBe(true);
        }
        expect(total('calculatedTrancheCarryAmount').equals(input.carryAmount)).toBe(true);
        expect(percents(totals)[0]).toBe('100');
        const weighted = totals.weightedVestedEffectiveAllocationPercentage.plus(
          totals.weightedForfeitedEffectiveAllocationPercentage,
        );
        expect(weighted.minus(input.effective).abs().lessThanOrEqualTo('0.0000000001')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('a later day never has less vested', () => {
    fc.assert(
      fc.property(analyses, fc.nat(2000), (input, days) => {
        const later = { ...input, carryAmount: input.carryAmount.abs(), vestingDate: addDays(input.vestingDate, days) };
        const earlier = { ...input, carryAmount: input.carryAmount.abs() };
        const vested = (analysis: VestingAnalysisInput) =>
          analyzeVesting(analysis)._unsafeUnwrap().totals.vestedCarryAmount;
        expect(vested(later).greaterThanOrEqualTo(vested(earlier))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
