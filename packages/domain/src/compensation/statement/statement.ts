import type { Decimal, Recorder } from '../../kernel/index.ts';
import { salaryDay } from '../award/index.ts';
import { type DeferredEntry, type RollForward, rollForward } from '../deferred/index.ts';
import { type PayChange, payChange, salaryEarned } from '../salary/index.ts';
import { type CarryOfFund, carryOfYear } from './carryOfYear.ts';
import { type DeferredLedger, firstDay, type Allocation, lastDay, type StatementInput } from './input.ts';
import { haveDifferentSources, type FiguresOfYear, figuresOfYear, type PaidSources } from './yearFigures.ts';

/** The figures that are compared with the year before, in the order of the statement. */
export const statementFigureNames = [
  'baseSalary',
  'bonus',
  'supplementalBonus',
  'other',
  'totalCash',
  'deferredGranted',
  'grossCarryDistributed',
  'totalCompensation',
  'salaryEarned',
  'awardedFor',
  'paidIn',
] as const;
export type StatementFigure = (typeof statementFigureNames)[number];

/** A figure with that of the year before. */
interface ComparedFigure {
  readonly figure: StatementFigure;
  /** Null: not determined. */
  readonly amount: Decimal | null;
  /** Null if the year before has no data in the currency, or if it isn't determined. */
  readonly last: Decimal | null;
  readonly change: PayChange;
}

/** The records that `paidIn` is computed from, next to those of the year before. */
export interface ComparedSources {
  readonly own: PaidSources;
  /** Null if nothing of the year before is stored in the currency. */
  readonly last: PaidSources | null;
  /** True if a change of `paidIn` compares unlike records. */
  readonly isUnlike: boolean;
}

interface StatementOfCurrency {
  readonly currency: string;
  /** True if the year before has data in the currency. */
  readonly hasLast: boolean;
  readonly figures: readonly ComparedFigure[];
  readonly payroll: FiguresOfYear['payroll'];
  readonly records: FiguresOfYear['records'];
  readonly paidFrom: ComparedSources;
  /** Null if no deferred award was outstanding or changed. */
  readonly deferred: RollForward | null;
}

interface DeferredOfYear extends RollForward, Pick<DeferredLedger, 'grantDate' | 'currency'> {}

export interface CompensationStatement {
  readonly year: number;
  readonly currencies: readonly StatementOfCurrency[];
  readonly deferredAwards: readonly DeferredOfYear[];
  readonly carry: readonly CarryOfFund[];
  readonly allocations: readonly Allocation[];
  /** The number of employed days of the year without a salary. If there are any, figures that depend on them aren't determined. */
  readonly daysWithoutSalary: number;
}

/**
 * Computes the total compensation statement of a person and a year, separately by currency. It has the year compared
 * with the one before, the amounts awarded for it and paid in it, deferred awards, and carry by fund.
 *
 * It only combines the results of other rules: years of pay, roll-forwards and changes. Undetermined figures are null, and so are figures that
 * include them.
 *
 * Units:  money of each currency; percent.
 * Source: docs/calculations/compensation-statement.md.
 */
export function compensationStatement(input: StatementInput, explain?: Recorder): CompensationStatement {
  const { year, deferred } = input;
  const before = figuresOfYear(input, year - 1, []);
  const moved = deferred.flatMap((award): readonly DeferredOfYear[] => {
    const roll = rollOf(award.entries, year);
    return roll ? [{ ...roll, grantDate: award.grantDate, currency: award.currency }] : [];
  });
  const own = figuresOfYear(
    input,
    year,
    [...before, ...moved].map(({ currency }) => currency),
    explain?.within(['currencies']),
  );
  return {
    year,
    currencies: own.map((figures, at) => {
      const within = explain?.within(['currencies', at]);
      const { currency } = figures;
      const last = before.find((previous) => previous.currency === currency);
      const entries = deferred.filter((award) => award.currency === currency).flatMap((award) => award.entries);
      return {
        currency,
        hasLast: last !== undefined,
        figures: statementFigureNames.map((name) => compared(name, figures, last, within?.within(['change', name]))),
        payroll: figures.payroll,
        records: figures.records,
        paidFrom: {
          own: figures.sources,
          last: last?.sources ?? null,
          isUnlike: last !== undefined && haveDifferentSources(figures.sources, last.sources),
        },
        deferred: rollOf(entries, year, within?.within(['deferred'])),
      };
    }),
    deferredAwards: moved,
    carry: carryOfYear(input),
    allocations: input.allocations,
    daysWithoutSalary: salaryEarned(
      input.salaries,
      input.employment,
      firstDay(year),
      salaryDay(year, input.employment, null),
    ).daysWithoutSalary,
  };
}

function compared(
  figure: StatementFigure,
  own: FiguresOfYear,
  before: FiguresOfYear | undefined,
  explain: Recorder | undefined,
): ComparedFigure {
  const [amount, last] = [own[figure], before?.[figure] ?? null];
  const change = amount === null ? { amount: null, percent: null } : payChange(last, amount, explain);
  return { figure, amount, last, change };
}

/** Returns the roll-forward of a year; null if nothing was outstanding or changed. */
function rollOf(entries: readonly DeferredEntry[], year: number, explain?: Recorder): RollForward | null {
  const roll = rollForward(entries, firstDay(year), lastDay(year), explain);
  return Object.values(roll).every((figure: Decimal) => figure.isZero()) ? null : roll;
}
