import type { VestingSource, VestingTrancheRow } from '@carrara/adapters/postgres/carryViews';
import type { VestingAnalysisResult } from '@carrara/contract/carryViews';
import { allocate } from '@carrara/domain/allocation';
import {
  type CalendarDate,
  type Decimal,
  decimal,
  err,
  type Failures,
  fail,
  moneyText,
  monthsBetween,
  ok,
  one,
  type Recorder,
  type Result,
  numberText,
  zero,
} from '@carrara/domain/kernel';
import {
  type ScheduleRow,
  type VestingAnalysisInput,
  type VestingAnalysisRow,
  type VestingFigures,
  vestedPercent,
  vestingOfSources,
  vestingSchedule,
  vestingStart,
} from '@carrara/domain/vesting';

/** Which source a person asks about; left out, every source counts. */
export interface VestingScope {
  readonly carryAmount?: string | undefined;
  readonly fundId?: string | undefined;
  readonly investmentId?: string | undefined;
  readonly type?: string | undefined;
}

type StoredRows = readonly { periodStart: number; periodEnd: number | null; vestedPercentage: string }[];
type Analysed = VestingAnalysisResult['rows'][number];
type AnalysedSource = VestingAnalysisResult['sources'][number];
interface Dates {
  readonly trancheInvestmentDate: string | null;
  readonly investmentInitialDate: string | null;
  readonly initialCloseDate: string | null;
}
const none = '00000000-0000-0000-0000-000000000000';

const scheduleRows = (rows: StoredRows): ScheduleRow[] =>
  rows.map(({ periodStart, periodEnd, vestedPercentage }) => ({
    start: periodStart,
    end: periodEnd,
    vested: decimal(vestedPercentage),
  }));
const startOf = (dates: Dates) =>
  vestingStart({
    trancheInvestmentDate: dates.trancheInvestmentDate as CalendarDate | null,
    investmentInitialDate: dates.investmentInitialDate as CalendarDate | null,
    initialCloseDate: dates.initialCloseDate as CalendarDate | null,
  });

/** The vested percentage of one allocation on a day; null when it has no schedule or nothing to count from. */
export function vestedOn(rows: StoredRows | undefined, dates: Dates, on: CalendarDate): string | null {
  const schedule = rows && vestingSchedule(scheduleRows(rows));
  const start = startOf(dates);
  if (!schedule || schedule.isErr() || start.isErr()) return null;
  return numberText(vestedPercent(schedule.value, monthsBetween(start.value, on)));
}

const typeOf: Readonly<Record<string, string>> = {
  fund: 'fund',
  coinvestment: 'coinvestment',
  fundinvestment: 'fundInvestment',
  coinvestmentinvestment: 'coinvestmentInvestment',
  tranche: 'tranche',
  vintage: 'vintage',
};

/** The sources that are asked about: of an investment its parts and tranches; of a fund its own profile, or else what is below it. */
function inScope(
  sources: readonly VestingSource[],
  { fundId, investmentId, type }: VestingScope,
): readonly VestingSource[] {
  const kind = type === undefined ? undefined : typeOf[type.replaceAll(/[\s_-]/g, '').toLowerCase()];
  const found = sources.filter(
    (source) =>
      (!investmentId || source.investmentId === investmentId || source.id === investmentId) &&
      // The all-zero id stands for the coinvestments.
      (!fundId ||
        (fundId === none ? source.coinvestmentId !== null : [source.fundId, source.coinvestmentId].includes(fundId))) &&
      (kind === undefined || source.kind === kind || (type === 'investment' && source.kind.endsWith('Investment'))),
  );
  if (kind !== undefined || investmentId || !fundId) return found;
  const own = found.filter(({ id }) => id === fundId);
  return own.length > 0 ? own : found;
}

/** Every value, or the first refusal. */
function allOf<T>(results: readonly Result<T, Failures>[]): Result<T[], Failures> {
  const values: T[] = [];
  for (const result of results) {
    if (result.isErr()) return err(result.error);
    values.push(result.value);
  }
  return ok(values);
}

const investedIn = (tranches: readonly VestingTrancheRow[]): Decimal =>
  tranches.reduce((sum, { investedAmount }) => sum.plus(investedAmount ?? zero), zero);

/** A source without tranches, or without an invested amount, counts as one. */
function tranchesOf({ own, tranches }: VestingSource): readonly VestingTrancheRow[] {
  return tranches.length > 0 && investedIn(tranches).greaterThan(zero) ? tranches : [own];
}

interface Prepared {
  readonly source: VestingSource;
  readonly tranches: readonly VestingTrancheRow[];
  readonly input: VestingAnalysisInput;
  /** Nothing is known to be invested, and a weight of one stands in for it. */
  readonly asOne: boolean;
}

function prepare(source: VestingSource, carryAmount: Decimal, on: CalendarDate): Result<Prepared, Failures> {
  if (!source.schedule) {
    return err([fail('NO_VESTING_SCHEDULE', ['type'], `The allocation of ${source.name} has no vesting schedule.`)]);
  }
  const tranches = tranchesOf(source);
  const asOne = tranches.length === 1 && !decimal(tranches[0]?.investedAmount ?? '0').greaterThan(zero);
  const starts = allOf(tranches.map((tranche) => startOf(tranche)));
  if (starts.isErr())
    return err(starts.error.map((failure) => ({ ...failure, detail: `${source.name}: ${failure.detail}` })));
  return ok({
    source,
    tranches,
    asOne,
    input: {
      carryAmount,
      effective: decimal(source.effective),
      schedule: scheduleRows(source.schedule.details),
      vestingDate: on,
      tranches: tranches.map(({ investedAmount, number }, i) => ({
        number: String(number ?? ''),
        investmentDate: starts.value[i] as CalendarDate,
        investedAmount: asOne ? one : decimal(investedAmount ?? '0'),
      })),
    },
  });
}

const shownFigures = (figures: VestingFigures, asOne: boolean) => ({
  trancheInvestmentAmount: moneyText(asOne ? zero : figures.trancheInvestmentAmount),
  trancheWeightingPercentage: numberText(figures.trancheWeightingPercentage),
  calculatedTrancheCarryAmount: moneyText(figures.calculatedTrancheCarryAmount),
  originalCarryAmount: moneyText(figures.originalCarryAmount),
  vestedCarryAmount: moneyText(figures.vestedCarryAmount),
  forfeitedCarryAmount: moneyText(figures.forfeitedCarryAmount),
  weightedVestedEffectiveAllocationPercentage: numberText(figures.weightedVestedEffectiveAllocationPercentage),
  weightedForfeitedEffectiveAllocationPercentage: numberText(figures.weightedForfeitedEffectiveAllocationPercentage),
});

const shownRow = ({ source, tranches, input, asOne }: Prepared, row: VestingAnalysisRow, i: number): Analysed => ({
  trancheNumber: tranches[i]?.number ?? null,
  trancheName: tranches[i]?.name ?? source.name,
  sourceId: source.id,
  sourceName: source.name,
  vestingFrom: input.tranches[i]?.investmentDate ?? '',
  vestedPercentage: numberText(row.vestedPercentage),
  ...shownFigures(row, asOne),
});

const shownSource = ({ source, asOne }: Prepared, totals: VestingFigures): AnalysedSource => ({
  sourceId: source.id,
  sourceName: source.name,
  effective: source.effective,
  vestingSchedule: source.schedule?.name ?? '',
  ...shownFigures(totals, asOne),
});

/**
 * The vesting of a participant's carry on a day, over the sources that are asked about.
 *
 * A carry amount that is given for several sources is split over them by what they invested; none given, each source counts with what it
 * has paid so far.
 *
 * Fails: NOT_FOUND (no allocation there), NO_VESTING_SCHEDULE, NO_VESTING_START and as `analyseVesting`.
 */
export function vestingOf(
  sources: readonly VestingSource[],
  scope: VestingScope,
  on: CalendarDate,
  explain?: Recorder,
): Result<Omit<VestingAnalysisResult, 'vestingDateIs'>, Failures> {
  const wanted = inScope(sources, scope);
  const isNarrowed = scope.fundId !== undefined || scope.investmentId !== undefined || scope.type !== undefined;
  if (wanted.length === 0 && isNarrowed) {
    return err([fail('NOT_FOUND', ['fundId'], 'The participant has no allocation there on this day.')]);
  }
  const given = scope.carryAmount === undefined ? undefined : decimal(scope.carryAmount);
  const amounts = splitOver(wanted, given);
  if (amounts.isErr()) return err(amounts.error);
  const prepared = allOf(wanted.map((source, i) => prepare(source, amounts.value[i] ?? zero, on)));
  if (prepared.isErr()) return err(prepared.error);
  const found = vestingOfSources(
    prepared.value.map(({ input }) => input),
    explain,
  );
  if (found.isErr()) return err(found.error);
  const { analyses, totals } = found.value;
  const percent = (value: Decimal | null) => value && numberText(value);
  const standIns = prepared.value.filter(({ asOne }) => asOne).length;
  return ok({
    vestingDate: on,
    sources: prepared.value.flatMap((one, i) => (analyses[i] ? [shownSource(one, analyses[i].totals)] : [])),
    rows: prepared.value.flatMap((one, i) => (analyses[i]?.rows ?? []).map((row, j) => shownRow(one, row, j))),
    totals: {
      trancheInvestmentAmount: moneyText(totals.trancheInvestmentAmount.minus(standIns)),
      calculatedTrancheCarryAmount: moneyText(totals.calculatedTrancheCarryAmount),
      originalCarryAmount: moneyText(totals.originalCarryAmount),
      vestedCarryAmount: moneyText(totals.vestedCarryAmount),
      forfeitedCarryAmount: moneyText(totals.forfeitedCarryAmount),
      trancheWeightingPercentage: percent(totals.trancheWeightingPercentage),
      weightedVestedEffectiveAllocationPercentage: percent(totals.weightedVestedEffectiveAllocationPercentage),
      weightedForfeitedEffectiveAllocationPercentage: percent(totals.weightedForfeitedEffectiveAllocationPercentage),
    },
  });
}

function splitOver(
  sources: readonly VestingSource[],
  given: Decimal | undefined,
): Result<readonly Decimal[], Failures> {
  if (given === undefined) return ok(sources.map(({ carryAmount }) => decimal(carryAmount)));
  if (sources.length <= 1) return ok(sources.map(() => given));
  return allocate(
    given,
    sources.map((source) => investedIn(tranchesOf(source))),
  );
}
