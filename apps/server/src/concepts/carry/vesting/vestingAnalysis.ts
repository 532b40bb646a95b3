import type { VestingSource } from '@carrara/adapters/postgres/carry/carryViews/vestingSources';
import { type VestingTrancheRow, vestingPart } from '@carrara/adapters/postgres/carry/carryViews/vestingParts';
import { vestingBasisTexts } from '@carrara/contract/carry/allocation/allocationRows';
import {
  type VestingAnalysisResult,
  toVestingType,
  vestingTypes,
} from '@carrara/contract/carry/vesting/vestingAnalysis';
import {
  type CalendarDate,
  type Decimal,
  decimal,
  err,
  fail,
  type Failures,
  moneyText,
  numberText,
  ok,
  type Recorder,
  required,
  type Result,
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
  vestingDatesAfter,
  vestingOfSources,
} from '@carrara/domain/carry/vesting';

/** Sources to analyze. Empty fields include every source. */
export interface VestingScope {
  readonly carryAmount?: string | undefined;
  readonly fundId?: string | undefined;
  readonly investmentId?: string | undefined;
  readonly type?: string | undefined;
}

type StoredRows = readonly { periodStart: number; periodEnd: number | null; vestedPercentage: string }[];
type Analyzed = VestingAnalysisResult['rows'][number];
type AnalyzedSource = VestingAnalysisResult['sources'][number];

const scheduleRows = (rows: StoredRows): ScheduleRow[] =>
  rows.map(({ periodStart, periodEnd, vestedPercentage }) => ({
    start: periodStart,
    end: periodEnd,
    vested: decimal(vestedPercentage),
  }));

/** A stored allocation with the values that its vesting depends on. */
interface StoredPosition {
  readonly schedule: { readonly details: StoredRows } | null;
  readonly own: VestingTrancheRow;
  readonly tranches: readonly VestingTrancheRow[];
}

/**
 * Returns the vested percentage of one allocation on a date with its basis. Both are null if it has no schedule or no
 * start date.
 */
export function vestedOn({ schedule, own, tranches }: StoredPosition, on: CalendarDate) {
  const position = { own: vestingPart(own), tranches: tranches.map(vestingPart) };
  return vestedShare({ ...position, schedule: schedule && scheduleRows(schedule.details) }, on).match(
    ({ vested, basis }) => ({ vestedPercentage: numberText(vested), vestingBasis: vestingBasisTexts[basis] }),
    () => ({ vestedPercentage: null, vestingBasis: null }),
  );
}

/** Returns the dates after a day on which more of an allocation vests, earliest first. */
export const vestsAfter = ({ schedule, own, tranches }: StoredPosition, on: CalendarDate) =>
  vestingDatesAfter(
    {
      own: vestingPart(own),
      tranches: tranches.map(vestingPart),
      schedule: schedule && scheduleRows(schedule.details),
    },
    on,
  );

const missingOf = {
  schedule: 'The allocation has no vesting schedule.',
  start:
    'There is no start date for vesting. Enter the initial close of the fund or coinvestment, the initial investment, or the date of the tranche.',
} as const;
/** Returns why the vested part of an allocation is unknown. */
export const unknownVestingReason = ({ schedule }: Pick<StoredPosition, 'schedule'>): string =>
  schedule === null ? missingOf.schedule : missingOf.start;

const inScope = (sources: readonly VestingSource[], { fundId, investmentId, type }: VestingScope) =>
  sourcesInScope(sources, {
    fundId,
    investmentId,
    kinds: type === undefined ? undefined : vestingTypes[toVestingType(type) as keyof typeof vestingTypes],
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

/** Caches profiles: a report needs the same one for each of its people. */
const shared = new WeakMap<readonly string[], Map<string, readonly Decimal[] | null>>();
/**
 * Returns the participant's part of the carry among all who share in it: in the source's profile, then in each entity
 * on the path.
 */
const originalOf = ({ levels }: VestingSource, carryAmount: Decimal): Decimal | undefined =>
  levels.reduce<Decimal | undefined>((carry, level) => carry && enteredAt(level, carry), carryAmount);

function enteredAt({ effectives, at }: VestingSource['levels'][number], carryAmount: Decimal): Decimal | undefined {
  const cached = shared.get(effectives) ?? new Map<string, readonly Decimal[] | null>();
  shared.set(effectives, cached);
  const carry = carryAmount.toFixed();
  if (!cached.has(carry)) cached.set(carry, originalShares(carryAmount, effectives.map(decimal)));
  return cached.get(carry)?.[at];
}

/** Returns the percentage of the source, through the entities on the path. */
export const currentShare = ({ levels }: Pick<VestingSource, 'levels'>): Decimal =>
  effectiveThrough(levels.map(({ effectives, at }) => decimal(required(effectives[at], 'the share of a level'))));

/**
 * Returns an id that distinguishes several shares of a participant in one source: the source, then the path and the
 * holder.
 */
const shareIdOf = ({ id, through, holder }: VestingSource): string =>
  through.length === 0 ? id : [id, ...through.map((entity) => entity.id), holder.id].join(' ');

function prepare(source: VestingSource, carryAmount: Decimal, on: CalendarDate): Prepared {
  const tranches = partsOf(source, on);
  return {
    source,
    tranches,
    input: {
      currency: source.currency,
      carryAmount,
      effective: currentShare(source),
      original: originalOf(source, carryAmount),
      schedule: source.schedule && scheduleRows(source.schedule.details),
      vestingDate: on,
      tranches: tranches.map(({ number, name: _name, ...part }) => ({ number: String(number ?? ''), ...part })),
    },
  };
}

const displayedFigures = (figures: VestingFigures) => ({
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

/** Returns what is missing, and where to enter it. */
const reasonOf = ({ undetermined }: Found): string | null =>
  undetermined === undefined
    ? null
    : undetermined.some(({ code }) => code === 'NO_VESTING_SCHEDULE')
      ? missingOf.schedule
      : missingOf.start;

/** Names a share. In the analysis of an entity, the name includes the holder. */
type Naming = (source: VestingSource) => string;
const ofSource = (source: VestingSource, naming: Naming) => ({
  sourceId: source.id,
  shareId: shareIdOf(source),
  sourceName: naming(source),
  currency: source.currency,
});

/**
 * Returns the function that names shares. A share through entities names them, and in the analysis of an entity also
 * its holder.
 */
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

/** Returns the rows for the tranches of a source, or a single row with the reason why nothing is known. */
function displayedRows({ source, tranches }: Prepared, found: Found, naming: Naming): Analyzed[] {
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
    ...displayedFigures(row),
  }));
}

const displayedSource = ({ source, input }: Prepared, found: Found, naming: Naming): AnalyzedSource => ({
  ...ofSource(source, naming),
  sourceHolder: source.holderCode,
  effective: numberText(currentShare(source)),
  ...vestedOn(source, input.vestingDate),
  vestingSchedule: source.schedule?.name ?? '',
  vestingDate: input.vestingDate,
  shareDate: source.shareDate,
  hasChanged: source.hasChanged,
  reason: reasonOf(found),
  ...(found.undetermined ? noFigures : displayedFigures(found.totals)),
});

interface VestingOptions {
  readonly explain?: Recorder | undefined;
  /** Subject of the analysis. */
  readonly participantId?: string;
  /** Date for each share, if they differ: a member of an entity vests until their own termination. */
  readonly dateOf?: (source: VestingSource) => CalendarDate;
}

/**
 * Analyzes the vesting of a participant's carry on a date, for the sources in scope.
 *
 * A carry amount given for several sources is split by their invested amounts. Without one, each source counts with
 * what it has paid so far.
 *
 * Fails: NOT_FOUND (no allocation there), MIXED_CURRENCIES (an amount for sources in several currencies), and as
 * `analyzeVesting`.
 */
export function readVesting(
  sources: readonly VestingSource[],
  scope: VestingScope,
  on: CalendarDate,
  { explain, participantId, dateOf = () => on }: VestingOptions = {},
): Result<Omit<VestingAnalysisResult, 'vestingDateIs'>, Failures> {
  const selected = inScope(sources, scope);
  const isNarrowed = scope.fundId !== undefined || scope.investmentId !== undefined || scope.type !== undefined;
  if (selected.length === 0 && isNarrowed) {
    return err([fail('NOT_FOUND', ['fundId'], 'The participant has no allocation in this selection on this date.')]);
  }
  const override = scope.carryAmount === undefined ? undefined : decimal(scope.carryAmount);
  // A source with several shares counts once.
  const distinct = [...new Map(selected.map((source) => [source.id, source])).values()];
  const paid = distinct.map((source) => ({
    currency: source.currency,
    carryAmount: decimal(source.carryAmount),
    own: vestingPart(source.own),
    tranches: source.tranches.map(vestingPart),
  }));
  const amounts = carryOfSources(paid, override, on);
  if (amounts.isErr()) return err(amounts.error);
  const amountOf = new Map(distinct.map(({ id }, i) => [id, amounts.value[i] ?? zero]));
  const prepared = selected.map((source) => prepare(source, amountOf.get(source.id) ?? zero, dateOf(source)));
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
    sources: found.map(({ source, analysis }) => displayedSource(source, analysis, naming)),
    rows: found.flatMap(({ source, analysis }) => displayedRows(source, analysis, naming)),
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
      calculatedTrancheCarryAmount: moneyText(sums.calculatedTrancheCarryAmount),
      originalCarryAmount: moneyText(sums.originalCarryAmount),
      vestedCarryAmount: moneyText(sums.vestedCarryAmount),
      forfeitedCarryAmount: moneyText(sums.forfeitedCarryAmount),
    })),
  });
}

/**
 * Returns the amount that one source has paid and its vested part on a date, or null with the reason. If nothing was
 * paid, nothing vests.
 */
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
