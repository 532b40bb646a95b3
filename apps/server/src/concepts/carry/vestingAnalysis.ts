import { type VestingSource, type VestingTrancheRow, vestingPart } from '@carrara/adapters/postgres/carry/carryViews';
import { vestingBasisTexts } from '@carrara/contract/carry/heldAllocations';
import { type VestingAnalysisResult, vestingTypeOf, vestingTypes } from '@carrara/contract/carry/vestingAnalysis';
import {
  type CalendarDate,
  type Decimal,
  decimal,
  err,
  type Failures,
  fail,
  moneyText,
  ok,
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
  carryOfSources,
  originalShares,
  countedParts,
  effectiveThrough,
  sourcesInScope,
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

const missingOf = {
  schedule: 'The allocation has no vesting schedule.',
  start:
    'There is no start date for vesting. Enter the initial close of the fund or coinvestment, the initial investment, or the date of the tranche.',
} as const;
/** Why nothing can be said of what is vested of an allocation. */
export const whyNotVested = ({ schedule }: Pick<StoredPosition, 'schedule'>): string =>
  schedule === null ? missingOf.schedule : missingOf.start;

/** The sources that are asked about. */
const asked = (sources: readonly VestingSource[], { fundId, investmentId, type }: VestingScope) =>
  sourcesInScope(sources, {
    fundId,
    investmentId,
    kinds: type === undefined ? undefined : vestingTypes[vestingTypeOf(type) as keyof typeof vestingTypes],
  });

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
}

/** Of a report the same profile is asked about once for each of its people. */
const shared = new WeakMap<readonly string[], Map<string, readonly Decimal[] | null>>();
/** What the participant was given of the carry among all who share in it: in the source's profile, then in each entity on the way. */
const originalOf = ({ levels }: VestingSource, carryAmount: Decimal): Decimal | undefined =>
  levels.reduce<Decimal | undefined>((carry, level) => carry && givenAt(level, carry), carryAmount);

function givenAt({ effectives, at }: VestingSource['levels'][number], carryAmount: Decimal): Decimal | undefined {
  const known = shared.get(effectives) ?? new Map<string, readonly Decimal[] | null>();
  shared.set(effectives, known);
  const carry = carryAmount.toFixed();
  if (!known.has(carry)) known.set(carry, originalShares(carryAmount, effectives.map(decimal)));
  return known.get(carry)?.[at];
}

/** The percentage of the source, through the entities on the way. */
export const effectiveOf = ({ levels }: Pick<VestingSource, 'levels'>): Decimal =>
  effectiveThrough(levels.map(({ effectives, at }) => decimal(effectives[at]!)));

/** One share among several of a participant at one source: the source, then the way to whose share it is. */
export const shareIdOf = ({ id, through, holder }: VestingSource): string =>
  through.length === 0 ? id : [id, ...through.map((entity) => entity.id), holder.id].join(' ');

function prepare(source: VestingSource, carryAmount: Decimal, on: CalendarDate): Prepared {
  const tranches = partsOf(source, on);
  return {
    source,
    tranches,
    input: {
      currency: source.currency,
      carryAmount,
      effective: effectiveOf(source),
      original: originalOf(source, carryAmount),
      schedule: source.schedule && scheduleRows(source.schedule.details),
      vestingDate: on,
      tranches: tranches.map(({ number, name: _name, ...part }) => ({ number: String(number ?? ''), ...part })),
    },
  };
}

const shownFigures = (figures: VestingFigures) => ({
  trancheInvestmentAmount: moneyText(figures.trancheInvestmentAmount),
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
      ? missingOf.schedule
      : missingOf.start;

/** Of an entity whose share it is is said as well. */
type Naming = (source: VestingSource) => string;
const ofSource = (source: VestingSource, naming: Naming) => ({
  sourceId: source.id,
  shareId: shareIdOf(source),
  sourceName: naming(source),
  currency: source.currency,
});

/** A share that comes through entities names them, and of the analysis of an entity whose it is. */
const namingFor =
  (participantId: string | undefined): Naming =>
  ({ name, through, holder }) => {
    if (through.length === 0) return name;
    if (holder.id !== participantId) return `${name}, ${holder.name}`;
    return `${name}, through ${through
      .map((entity) => entity.name)
      .toReversed()
      .join(' of ')}`;
  };

/** The tranches of a source, or one row that says why there is nothing to say. */
function shownRows({ source, tranches }: Prepared, found: Found, naming: Naming): Analysed[] {
  const reason = reasonOf(found);
  if (found.undetermined) {
    const row = { trancheNumber: null, trancheName: source.name, vestingFrom: null, vestedPercentage: null, reason };
    return [{ ...row, ...ofSource(source, naming), ...noFigures }];
  }
  return found.rows.map((row, i) => ({
    trancheNumber: tranches[i]?.number ?? null,
    trancheName: tranches[i]?.name ?? source.name,
    ...ofSource(source, naming),
    vestingFrom: found.starts[i] ?? null,
    vestedPercentage: numberText(row.vestedPercentage),
    reason,
    ...shownFigures(row),
  }));
}

const shownSource = ({ source, input }: Prepared, found: Found, naming: Naming): AnalysedSource => ({
  ...ofSource(source, naming),
  effective: numberText(effectiveOf(source)),
  ...vestedOn(source, input.vestingDate),
  vestingSchedule: source.schedule?.name ?? '',
  reason: reasonOf(found),
  ...(found.undetermined ? noFigures : shownFigures(found.totals)),
});

interface VestingOptions {
  readonly explain?: Recorder | undefined;
  /** Whose analysis it is. */
  readonly participantId?: string;
  /** The day of each share, where it is not the same for all: a member of an entity vests until the own termination. */
  readonly dateOf?: (source: VestingSource) => CalendarDate;
}

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
  { explain, participantId, dateOf = () => on }: VestingOptions = {},
): Result<Omit<VestingAnalysisResult, 'vestingDateIs'>, Failures> {
  const wanted = asked(sources, scope);
  const isNarrowed = scope.fundId !== undefined || scope.investmentId !== undefined || scope.type !== undefined;
  if (wanted.length === 0 && isNarrowed) {
    return err([fail('NOT_FOUND', ['fundId'], 'The participant has no allocation there on this day.')]);
  }
  const given = scope.carryAmount === undefined ? undefined : decimal(scope.carryAmount);
  // Several shares of one source count it once.
  const distinct = [...new Map(wanted.map((source) => [source.id, source])).values()];
  const paid = distinct.map((source) => ({
    currency: source.currency,
    carryAmount: decimal(source.carryAmount),
    own: vestingPart(source.own),
    tranches: source.tranches.map(vestingPart),
  }));
  const amounts = carryOfSources(paid, given, on);
  if (amounts.isErr()) return err(amounts.error);
  const amountOf = new Map(distinct.map(({ id }, i) => [id, amounts.value[i] ?? zero]));
  const prepared = wanted.map((source) => prepare(source, amountOf.get(source.id) ?? zero, dateOf(source)));
  const naming = namingFor(participantId);
  const vesting = vestingOfSources(
    prepared.map(({ input }) => input),
    explain,
  );
  if (vesting.isErr()) return err(vesting.error);
  const { analyses, totals, byCurrency } = vesting.value;
  const found = prepared.flatMap((source, i) => (analyses[i] ? [{ source, analysis: analyses[i] }] : []));
  const money = (value: Decimal | null) => value && moneyText(value);
  const percent = (value: Decimal | null) => value && numberText(value);
  return ok({
    vestingDate: on,
    sources: found.map(({ source, analysis }) => shownSource(source, analysis, naming)),
    rows: found.flatMap(({ source, analysis }) => shownRows(source, analysis, naming)),
    totals: {
      trancheInvestmentAmount: money(totals.trancheInvestmentAmount),
      calculatedTrancheCarryAmount: money(totals.calculatedTrancheCarryAmount),
      originalCarryAmount: money(totals.originalCarryAmount),
      vestedCarryAmount: money(totals.vestedCarryAmount),
      forfeitedCarryAmount: money(totals.forfeitedCarryAmount),
      trancheWeightingPercentage: percent(totals.trancheWeightingPercentage),
      weightedVestedEffectiveAllocationPercentage: percent(totals.weightedVestedEffectiveAllocationPercentage),
      weightedForfeitedEffectiveAllocationPercentage: percent(totals.weightedForfeitedEffectiveAllocationPercentage),
    },
    byCurrency: byCurrency.map(({ currency, ...sums }) => ({
      currency,
      trancheInvestmentAmount: moneyText(sums.trancheInvestmentAmount),
      calculatedTrancheCarryAmount: moneyText(sums.calculatedTrancheCarryAmount),
      originalCarryAmount: moneyText(sums.originalCarryAmount),
      vestedCarryAmount: moneyText(sums.vestedCarryAmount),
      forfeitedCarryAmount: moneyText(sums.forfeitedCarryAmount),
    })),
  });
}

/** What one source has paid, and what of it is vested on a day; null with the reason where that cannot be said. Where nothing was paid nothing vests. */
export function vestedCarry(source: VestingSource, on: CalendarDate) {
  const carryAmount = decimal(source.carryAmount);
  const nothing = moneyText(zero);
  if (carryAmount.isZero()) return { originalCarryAmount: nothing, vestedCarryAmount: nothing, reason: null };
  return vestingOfSources([prepare(source, carryAmount, on).input]).match(
    ({ analyses: [found] }) => ({
      originalCarryAmount: found && !found.undetermined ? moneyText(found.totals.originalCarryAmount) : null,
      vestedCarryAmount: found && !found.undetermined ? moneyText(found.totals.vestedCarryAmount) : null,
      reason: found ? reasonOf(found) : null,
    }),
    ([failure]) => ({ originalCarryAmount: null, vestedCarryAmount: null, reason: failure?.detail ?? null }),
  );
}
