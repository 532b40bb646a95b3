import { type VestingSource, type VestingTrancheRow, vestingPart } from '@carrara/adapters/postgres/carry/carryViews';
import {
  type VestingAnalysisResult,
  vestingBasisTexts,
  vestingTypeOf,
  vestingTypes,
} from '@carrara/contract/carry/carryViews';
import { allocate } from '@carrara/domain/kernel/apportionment';
import {
  type CalendarDate,
  type Decimal,
  decimal,
  err,
  type Failures,
  fail,
  moneyText,
  ok,
  one,
  type Recorder,
  type Result,
  numberText,
  zero,
} from '@carrara/domain/kernel';
import {
  type DeterminedVesting,
  type ScheduleRow,
  type UndeterminedVesting,
  type VestingFigures,
  type VestingPart,
  type VestingSourceInput,
  countedParts,
  investedIn,
  vestedShare,
  vestingOfSources,
} from '@carrara/domain/carry/vesting';

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
const none = '00000000-0000-0000-0000-000000000000';

const scheduleRows = (rows: StoredRows): ScheduleRow[] =>
  rows.map(({ periodStart, periodEnd, vestedPercentage }) => ({
    start: periodStart,
    end: periodEnd,
    vested: decimal(vestedPercentage),
  }));

/** An allocation as it is stored, with what its vesting counts by. */
interface StoredPosition {
  readonly schedule: { readonly details: StoredRows } | null;
  readonly own: VestingTrancheRow;
  readonly tranches: readonly VestingTrancheRow[];
}

/** The vested percentage of one allocation on a day with what it rests on; both null when it has no schedule or nothing to count from. */
export function vestedOn({ schedule, own, tranches }: StoredPosition, on: CalendarDate) {
  const position = { own: vestingPart(own), tranches: tranches.map(vestingPart) };
  return vestedShare({ ...position, schedule: schedule && scheduleRows(schedule.details) }, on).match(
    ({ vested, basis }) => ({ vestedPercentage: numberText(vested), vestingBasis: vestingBasisTexts[basis] }),
    () => ({ vestedPercentage: null, vestingBasis: null }),
  );
}

/** The sources that are asked about: of an investment its parts and tranches; of a fund its own profile, or else what is below it. */
function inScope(
  sources: readonly VestingSource[],
  { fundId, investmentId, type }: VestingScope,
): readonly VestingSource[] {
  const kinds: readonly string[] | undefined =
    type === undefined ? undefined : vestingTypes[vestingTypeOf(type) as keyof typeof vestingTypes];
  const found = sources.filter(
    (source) =>
      (!investmentId || source.investmentId === investmentId || source.id === investmentId) &&
      // The all-zero id stands for the coinvestments.
      (!fundId ||
        (fundId === none ? source.coinvestmentId !== null : [source.fundId, source.coinvestmentId].includes(fundId))) &&
      (kinds === undefined || kinds.includes(source.kind)),
  );
  if (kinds !== undefined || investmentId || !fundId) return found;
  const own = found.filter(({ id }) => id === fundId);
  return own.length > 0 ? own : found;
}

type StoredPart = VestingPart & Pick<VestingTrancheRow, 'number' | 'name'>;
const storedPart = (row: VestingTrancheRow): StoredPart => ({
  ...vestingPart(row),
  number: row.number,
  name: row.name,
});
const partsOf = ({ own, tranches }: VestingSource, on: CalendarDate): readonly StoredPart[] =>
  countedParts({ own: storedPart(own), tranches: tranches.map(storedPart) }, on);

interface Prepared {
  readonly source: VestingSource;
  readonly tranches: readonly StoredPart[];
  readonly input: VestingSourceInput;
  /** Nothing is known to be invested, and a weight of one stands in for it. */
  readonly asOne: boolean;
}

function prepare(source: VestingSource, carryAmount: Decimal, on: CalendarDate): Prepared {
  const tranches = partsOf(source, on);
  const asOne = tranches.length === 1 && !investedIn(tranches).greaterThan(zero);
  return {
    source,
    tranches,
    asOne,
    input: {
      currency: source.currency,
      carryAmount,
      effective: decimal(source.effective),
      schedule: source.schedule && scheduleRows(source.schedule.details),
      vestingDate: on,
      tranches: tranches.map(({ investedAmount, number, name: _name, ...dates }) => ({
        number: String(number ?? ''),
        ...dates,
        investedAmount: asOne ? one : (investedAmount ?? zero),
      })),
    },
  };
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
const noFigures = {
  trancheInvestmentAmount: null,
  trancheWeightingPercentage: null,
  calculatedTrancheCarryAmount: null,
  originalCarryAmount: null,
  vestedCarryAmount: null,
  forfeitedCarryAmount: null,
  weightedVestedEffectiveAllocationPercentage: null,
  weightedForfeitedEffectiveAllocationPercentage: null,
} as const;
type Found = DeterminedVesting | UndeterminedVesting;

/** What is missing, and where it would be entered. */
const reasonOf = ({ undetermined }: Found): string | null =>
  undetermined === undefined
    ? null
    : undetermined.some(({ code }) => code === 'NO_VESTING_SCHEDULE')
      ? 'The allocation has no vesting schedule.'
      : 'There is no date to vest from: enter the initial close of the fund or coinvestment, the initial investment, or the date of the tranche.';

const ofSource = ({ id, name, currency }: VestingSource) => ({ sourceId: id, sourceName: name, currency });

/** The tranches of a source, or one row that says why there is nothing to say. */
function shownRows({ source, tranches, asOne }: Prepared, found: Found): Analysed[] {
  const reason = reasonOf(found);
  if (found.undetermined) {
    const row = { trancheNumber: null, trancheName: source.name, vestingFrom: null, vestedPercentage: null, reason };
    return [{ ...row, ...ofSource(source), ...noFigures }];
  }
  return found.rows.map((row, i) => ({
    trancheNumber: tranches[i]?.number ?? null,
    trancheName: tranches[i]?.name ?? source.name,
    ...ofSource(source),
    vestingFrom: found.starts[i] ?? null,
    vestedPercentage: numberText(row.vestedPercentage),
    reason,
    ...shownFigures(row, asOne),
  }));
}

const shownSource = ({ source, asOne }: Prepared, found: Found, on: CalendarDate): AnalysedSource => ({
  ...ofSource(source),
  effective: source.effective,
  ...vestedOn(source, on),
  vestingSchedule: source.schedule?.name ?? '',
  reason: reasonOf(found),
  ...(found.undetermined ? noFigures : shownFigures(found.totals, asOne)),
});

/**
 * The vesting of a participant's carry on a day, over the sources that are asked about.
 *
 * A carry amount that is given for several sources is split over them by what they invested; none given, each source counts with what it
 * has paid so far.
 *
 * Fails: NOT_FOUND (no allocation there), MIXED_CURRENCIES (an amount for sources of several) and as `analyseVesting`.
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
  const amounts = splitOver(wanted, given, on);
  if (amounts.isErr()) return err(amounts.error);
  const prepared = wanted.map((source, i) => prepare(source, amounts.value[i] ?? zero, on));
  const vesting = vestingOfSources(
    prepared.map(({ input }) => input),
    explain,
  );
  if (vesting.isErr()) return err(vesting.error);
  const { analyses, totals, byCurrency } = vesting.value;
  const found = prepared.flatMap((source, i) => (analyses[i] ? [{ source, analysis: analyses[i] }] : []));
  /** What is really invested: a stand-in counts in the weights only. */
  const invested = (sum: Decimal, currency?: string | null) => {
    const counted = found.filter(({ source, analysis }) => source.asOne && !analysis.undetermined);
    const own = counted.filter(({ source }) => currency === undefined || source.input.currency === currency);
    return moneyText(sum.minus(own.length));
  };
  const money = (value: Decimal | null) => value && moneyText(value);
  const percent = (value: Decimal | null) => value && numberText(value);
  return ok({
    vestingDate: on,
    sources: found.map(({ source, analysis }) => shownSource(source, analysis, on)),
    rows: found.flatMap(({ source, analysis }) => shownRows(source, analysis)),
    totals: {
      trancheInvestmentAmount: totals.trancheInvestmentAmount && invested(totals.trancheInvestmentAmount),
      calculatedTrancheCarryAmount: money(totals.calculatedTrancheCarryAmount),
      originalCarryAmount: money(totals.originalCarryAmount),
      vestedCarryAmount: money(totals.vestedCarryAmount),
      forfeitedCarryAmount: money(totals.forfeitedCarryAmount),
      trancheWeightingPercentage: percent(totals.trancheWeightingPercentage),
      weightedVestedEffectiveAllocationPercentage: percent(totals.weightedVestedEffectiveAllocationPercentage),
      weightedForfeitedEffectiveAllocationPercentage: percent(totals.weightedForfeitedEffectiveAllocationPercentage),
    },
    byCurrency: byCurrency.map(({ currency, trancheInvestmentAmount, ...sums }) => ({
      currency,
      trancheInvestmentAmount: invested(trancheInvestmentAmount, currency),
      calculatedTrancheCarryAmount: moneyText(sums.calculatedTrancheCarryAmount),
      originalCarryAmount: moneyText(sums.originalCarryAmount),
      vestedCarryAmount: moneyText(sums.vestedCarryAmount),
      forfeitedCarryAmount: moneyText(sums.forfeitedCarryAmount),
    })),
  });
}

function splitOver(
  sources: readonly VestingSource[],
  given: Decimal | undefined,
  on: CalendarDate,
): Result<readonly Decimal[], Failures> {
  if (given === undefined) return ok(sources.map(({ carryAmount }) => decimal(carryAmount)));
  if (sources.length <= 1) return ok(sources.map(() => given));
  if (new Set(sources.map(({ currency }) => currency)).size > 1) {
    const text = 'The sources are in several currencies: choose the fund or coinvestment that the carry amount is of.';
    return err([fail('MIXED_CURRENCIES', ['carryAmount'], text)]);
  }
  return allocate(
    given,
    sources.map((source) => investedIn(partsOf(source, on))),
  );
}
