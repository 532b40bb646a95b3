import {
  type CalendarDate,
  type Decimal,
  err,
  type Failures,
  fail,
  ok,
  unit,
  type Path,
  type Recorder,
  type Result,
  zero,
  zip,
} from '../../kernel/index.ts';
import type { ScheduleRow } from './scheduleRows.ts';
import {
  analyzeVesting,
  type VestingAnalysis,
  type VestingAnalysisInput,
  type VestingTranche,
} from './vestingAnalysis.ts';
import { investedIn, type VestingPart } from './vestedShare.ts';
import { vestingStart } from './vestingDates.ts';
import { explainSums } from './vestingExplanation.ts';

/** A stored source. It may lack the dates or the schedule that vesting needs. */
export interface VestingSourceInput extends Omit<VestingAnalysisInput, 'schedule' | 'tranches'> {
  readonly currency: string | null;
  readonly schedule: readonly ScheduleRow[] | null;
  /** If no amount is recorded as invested in the only tranche, a weight of one replaces it in calculations but isn't displayed. */
  readonly tranches: readonly (Pick<VestingTranche, 'number'> & VestingPart)[];
}

/** Sums of money over the sources of one currency. Investments have no sum, because a fund and its vintages or tranches count the same ones. */
interface VestingSums {
  readonly calculatedTrancheCarryAmount: Decimal;
  readonly originalCarryAmount: Decimal;
  readonly vestedCarryAmount: Decimal;
  readonly forfeitedCarryAmount: Decimal;
}

/** Percentages and the invested amount are those of a single source, because several sources have none in common. Money of several currencies has no total either. */
type VestingTotals = Readonly<Record<keyof VestingSums, Decimal | null>> & {
  readonly trancheInvestmentAmount: Decimal | null;
  readonly trancheWeightingPercentage: Decimal | null;
  readonly weightedVestedEffectiveAllocationPercentage: Decimal | null;
  readonly weightedForfeitedEffectiveAllocationPercentage: Decimal | null;
};

/** Reasons why a source's vesting can't be determined: no start date, or no schedule. */
export interface UndeterminedVesting {
  readonly undetermined: Failures;
}
export interface DeterminedVesting extends VestingAnalysis {
  readonly undetermined?: undefined;
  /** The start date of each of its tranches. */
  readonly starts: readonly CalendarDate[];
}

export interface VestingOfSources {
  /** The analyses in the order of the sources. */
  readonly analyses: readonly (DeterminedVesting | UndeterminedVesting)[];
  readonly totals: VestingTotals;
  /** The sums of each currency, by its code. */
  readonly byCurrency: readonly (VestingSums & { readonly currency: string | null })[];
}

/**
 * Computes how much of a participant's carry is vested over several sources. Each source is analyzed separately, and its money is added up by
 * currency.
 *
 * A source without a vesting start date or without a schedule isn't determined. It is listed with the reason (NO_VESTING_START, NO_VESTING_SCHEDULE)
 * and left out of the sums; the other sources still count.
 *
 * Units:  as `analyzeVesting`.
 * Source: docs/calculations/vesting.md.
 * Fails:  as `analyzeVesting`, the path starting with the position of the source.
 */
export function vestingOfSources(
  inputs: readonly VestingSourceInput[],
  explain?: Recorder,
): Result<VestingOfSources, Failures> {
  const analyses: (DeterminedVesting | UndeterminedVesting)[] = [];
  for (const [i, input] of inputs.entries()) {
    const prepared = prepare(input);
    if (prepared.isErr()) {
      analyses.push({ undetermined: prepared.error });
      continue;
    }
    const analyzed = analyzeVesting(prepared.value, explain?.within(['sources', i]));
    if (analyzed.isErr()) return err(analyzed.error.map((failure) => ({ ...failure, path: [i, ...failure.path] })));
    const starts = prepared.value.tranches.map(({ investmentDate }) => investmentDate);
    analyses.push({ ...analyzed.value, starts });
  }
  const counted = analyses.flatMap((analysis, i) =>
    analysis.undetermined ? [] : [{ totals: analysis.totals, i, currency: inputs[i]?.currency ?? null }],
  );
  const codes = [...new Set(counted.map(({ currency }) => currency))].toSorted((first, other) =>
    (first ?? '') < (other ?? '') ? -1 : 1,
  );
  const byCurrency = codes.map((code, at) => {
    const own = counted.filter(({ currency }) => currency === code);
    const sums = sumsOf(own.map(({ totals }) => totals));
    explainParts(explain, ['byCurrency', at], sums, own);
    return { currency: code, ...sums };
  });
  const several = byCurrency.length > 1;
  const all = sumsOf(counted.map(({ totals }) => totals));
  const sums = several ? noSums : all;
  if (!several) explainParts(explain, ['totals'], all, counted);
  const displayed = zip(inputs, analyses).map(([input, analysis]) =>
    analysis.undetermined || !hasSubstituteTranche(input) ? analysis : withoutSubstitute(analysis),
  );
  const determined = displayed.flatMap((analysis) => (analysis.undetermined ? [] : [analysis]));
  const [only] = determined.length === 1 ? determined : [];
  return ok({
    analyses: displayed,
    byCurrency,
    totals: {
      ...sums,
      trancheInvestmentAmount: only?.totals.trancheInvestmentAmount ?? null,
      trancheWeightingPercentage: only?.totals.trancheWeightingPercentage ?? null,
      weightedVestedEffectiveAllocationPercentage: only?.totals.weightedVestedEffectiveAllocationPercentage ?? null,
      weightedForfeitedEffectiveAllocationPercentage:
        only?.totals.weightedForfeitedEffectiveAllocationPercentage ?? null,
    },
  });
}

const hasSubstituteTranche = ({ tranches }: VestingSourceInput): boolean =>
  tranches.length === 1 && !investedIn(tranches).greaterThan(zero);

const withoutSubstitute = (analysis: DeterminedVesting): DeterminedVesting => ({
  ...analysis,
  rows: analysis.rows.map((row) => ({ ...row, trancheInvestmentAmount: zero })),
  totals: { ...analysis.totals, trancheInvestmentAmount: zero },
});

function prepare(input: VestingSourceInput): Result<VestingAnalysisInput, Failures> {
  const { schedule, tranches } = input;
  if (!schedule) return err([fail('NO_VESTING_SCHEDULE', ['schedule'], 'the allocation has no vesting schedule')]);
  const dated: VestingTranche[] = [];
  const isSingle = hasSubstituteTranche(input);
  for (const { number, investedAmount: invested, ...dates } of tranches) {
    const investedAmount = isSingle ? unit : (invested ?? zero);
    const start = vestingStart(dates);
    if (start.isErr()) return err(start.error);
    dated.push({ number, investedAmount, investmentDate: start.value });
  }
  return ok({ ...input, schedule, tranches: dated });
}

const noSums = {
  calculatedTrancheCarryAmount: null,
  originalCarryAmount: null,
  vestedCarryAmount: null,
  forfeitedCarryAmount: null,
} as const;

function sumsOf(parts: readonly VestingSums[]): VestingSums {
  const money = (field: keyof VestingSums) => parts.reduce((sum, part) => sum.plus(part[field]), zero);
  return {
    calculatedTrancheCarryAmount: money('calculatedTrancheCarryAmount'),
    originalCarryAmount: money('originalCarryAmount'),
    vestedCarryAmount: money('vestedCarryAmount'),
    forfeitedCarryAmount: money('forfeitedCarryAmount'),
  };
}

function explainParts(
  explain: Recorder | undefined,
  at: Path,
  sums: VestingSums,
  parts: readonly { readonly totals: VestingSums; readonly i: number }[],
): void {
  const figures = parts.map(({ totals, i }) => ({ path: ['sources', i, 'totals'], figures: totals }));
  if (explain) explainSums(explain, at, sums, figures);
}
