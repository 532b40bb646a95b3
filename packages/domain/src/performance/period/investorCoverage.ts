import {
  type CalendarDate,
  comparableParts,
  type Decimal,
  err,
  fail,
  groupBy,
  ok,
  displayedDate,
} from '@carrara/domain/kernel';
import { type Capital, type MeasureOptions, missingAmounts, unreportedFigures } from './capital.ts';
import type { ExistingNav } from './reportedNav.ts';
import { type FigureName, figureNames, type Figures, multipleFigures, blankFigures } from './figures.ts';
import { noFundHasAll, noFundReported, noNavShort, unreportedAmounts } from './reasons.ts';

/** The vehicles that an investor's figures leave out. */
export interface InvestorCoverage {
  /** The number of the investor's vehicles. */
  readonly total: number;
  /** Vehicles that no figure includes: late ones with the date of their last figures, and those that never reported anything (null). */
  readonly excluded: readonly LateVehicle[];
  /** Vehicles without all amounts that the multiples need, if others have them. Absent if there are none. */
  readonly incomplete?: readonly IncompleteVehicle[];
  /** Vehicles that only some figures leave out, because nobody reported these. Absent if there are none. */
  readonly partly?: readonly { readonly vehicleId: string; readonly figures: readonly FigureName[] }[];
  /** Late vehicles that are included with their last figures. Absent if there are none. */
  readonly carried?: readonly LateVehicle[];
}

interface LateVehicle {
  readonly vehicleId: string;
  readonly lastDate: CalendarDate | null;
}

interface IncompleteVehicle {
  readonly vehicleId: string;
  readonly reason: string;
  /** False if its net asset value is zero. */
  readonly hasValue: boolean;
}

/** The amounts of a commitment's account. If all are zero, the commitment has no account. */
export const accountFigures = ['commitment', 'contributions', 'distributions', 'unfunded', 'nav'] as const;

/** Null if not determined. */
type AccountAmounts = Readonly<Record<(typeof accountFigures)[number], Decimal | null>>;

/** Returns the amounts of an account. */
export const accountAmounts = (capital: Capital, nav: ExistingNav): AccountAmounts => {
  const { commitment, called, excess, recallable, permanent, unfunded, unreported } = capital;
  return {
    commitment,
    contributions: unreported.has('contributions') ? null : called.minus(excess),
    distributions: unreported.has('distributions') ? null : permanent.plus(recallable),
    unfunded: unreported.has('unfunded') ? null : unfunded,
    nav: nav.isOk() ? nav.value.amount : null,
  };
};

/**
 * Returns the commitments that count in an investor's figures: those with an account, where an amount isn't zero or isn't determined. Before the
 * commitment and after its transfer with its history there is none. If no commitment has an account, all count.
 */
export function countedCommitments<T>(
  commitments: readonly T[],
  amountsOf: (commitment: T) => AccountAmounts,
): readonly T[] {
  const counted = commitments.filter((commitment) =>
    Object.values(amountsOf(commitment)).some((amount) => amount === null || !amount.isZero()),
  );
  return counted.length > 0 ? counted : commitments;
}

/** A commitment's last figures. */
interface CoveredPosition {
  readonly vehicleId: string;
  readonly end: CalendarDate;
  readonly nav: ExistingNav;
  readonly capital: Capital;
}

/**
 * Returns the vehicles that an investor's figures leave out at a quarter end; null if none.
 *
 * 1. Late vehicles that weren't worth zero before, unless carried forward, and vehicles that never reported anything are left out of every figure. An
 *    investor's only vehicle isn't.
 * 2. If any other vehicle has contributions, distributions and a net asset value, all figures are of the vehicles that have them.
 * 3. Otherwise, each figure leaves out the vehicles that didn't report it.
 *
 * Source: docs/calculations/coverage.md.
 */
export function coverageOn(
  positions: readonly CoveredPosition[],
  { end, policy, carriesForward }: Pick<MeasureOptions, 'end' | 'policy'> & { readonly carriesForward: boolean },
): InvestorCoverage | null {
  if (positions.every(({ end: last, nav, capital }) => last === end && nav.isOk() && capital.unreported.size === 0))
    return null;
  const vehicles = [...groupBy(positions, ({ vehicleId }) => vehicleId)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([vehicleId, own]) => coveredVehicle(vehicleId, own, { end, policy }));
  const late = vehicles.filter(({ lastDate }) => lastDate !== null);
  const excluded = vehicles.filter(
    (vehicle) => (vehicle.isUnreported && vehicles.length > 1) || (!carriesForward && late.includes(vehicle)),
  );
  const counted = vehicles.filter((vehicle) => !excluded.includes(vehicle));
  const included = comparableParts(counted, ({ missing }) => missing.length === 0);
  const incomplete = counted.filter((vehicle) => !included.includes(vehicle));
  // A figure that no vehicle has leaves none out: it isn't determined.
  const isMissing = (name: FigureName) => included.every(({ undetermined }) => undetermined.includes(name));
  const partly = included.flatMap(({ vehicleId, undetermined }) => {
    const figures = undetermined.filter((name) => !isMissing(name));
    return figures.length > 0 ? [{ vehicleId, figures }] : [];
  });
  const carried = included.filter((vehicle) => late.includes(vehicle)).map(lateVehicle);
  if (excluded.length + incomplete.length + partly.length + carried.length === 0) return null;
  return {
    total: vehicles.length,
    excluded: excluded.map(lateVehicle),
    ...(incomplete.length > 0 ? { incomplete: incomplete.map(incompleteVehicle) } : {}),
    ...(partly.length > 0 ? { partly } : {}),
    ...(carried.length > 0 ? { carried } : {}),
  };
}

/** Returns a vehicle with the amounts that it lacks. */
function coveredVehicle(
  vehicleId: string,
  own: readonly [CoveredPosition, ...CoveredPosition[]],
  { end, policy }: Pick<MeasureOptions, 'end' | 'policy'>,
) {
  const isLate = own.some(({ end: last, nav }) => last < end && navOn(end, last, nav).isErr());
  const navMissing = own.some(({ nav }) => nav.isErr());
  const unreported = new Set(own.flatMap(({ capital }) => [...capital.unreported]));
  const isUnreported = own.every(
    ({ nav, capital }) => nav.isErr() && accountSums.every((name) => capital.unreported.has(name)),
  );
  const undetermined = new Set<FigureName>([
    ...unreportedFigures(unreported, policy).filter((name) => !isMultiple(name)),
    ...(navMissing ? figuresOfNav : []),
  ]);
  return {
    vehicleId,
    lastDate: isLate && !isUnreported ? own[0].end : null,
    end: own[0].end,
    isUnreported,
    missing: [...missingAmounts(unreported, policy), ...(navMissing ? [navTitle] : [])],
    undetermined: [...undetermined],
    hasValue: own.some(({ nav }) => !nav.isOk() || !nav.value.amount.isZero()),
  };
}

const accountSums = ['contributions', 'distributions', 'unfunded'] as const;

/** The figures that aren't determined without a net asset value. */
const figuresOfNav = ['nav', 'navBeforeCarry', 'irr'] as const satisfies readonly FigureName[];

const navTitle = 'Net asset value';

type CoveredVehicle = ReturnType<typeof coveredVehicle>;

const lateVehicle = ({ vehicleId, lastDate }: CoveredVehicle): LateVehicle => ({ vehicleId, lastDate });

const incompleteVehicle = ({ vehicleId, end, missing, hasValue }: CoveredVehicle): IncompleteVehicle => ({
  vehicleId,
  reason: missing.length === 1 && missing[0] === navTitle ? noNavShort(displayedDate(end)) : unreportedAmounts(missing),
  hasValue,
});

const isMultiple = (name: FigureName): boolean => (multipleFigures as readonly FigureName[]).includes(name);

/** Returns which vehicles the figures of a coverage include, and each figure by itself. */
export function resolveCoverage(coverage: InvestorCoverage | null) {
  const omitted = new Set(
    [...(coverage?.excluded ?? []), ...(coverage?.incomplete ?? [])].map(({ vehicleId }) => vehicleId),
  );
  const unreported = new Map(coverage?.partly?.map(({ vehicleId, figures }) => [vehicleId, new Set(figures)]));
  return {
    isCovered: (vehicleId: string) => !omitted.has(vehicleId),
    isMissing: (vehicleId: string, name: FigureName) => unreported.get(vehicleId)?.has(name) ?? false,
  };
}

/**
 * Returns the covered vehicles that a figure combines: the vehicles that have it, or all if none has. Multiples combine
 * all vehicles, like the amounts next to them.
 */
export function partsWithFigure<P>(
  parts: readonly P[],
  isMissing: (part: P, name: FigureName) => boolean,
  name: FigureName,
): readonly P[] {
  const determined = isMultiple(name) ? parts : parts.filter((part) => !isMissing(part, name));
  return determined.length > 0 ? determined : parts;
}

/**
 * Combines the vehicles of an investor. Each figure includes only the vehicles that its coverage includes
 * (`partsWithFigure`). If there are several vehicles and none has all amounts, multiples aren't determined.
 */
export function figureByFigure<P>(
  all: readonly P[],
  vehicleOf: (part: P) => string,
  {
    coverage,
    end,
    combined,
  }: {
    readonly coverage: InvestorCoverage | null;
    readonly end: CalendarDate;
    readonly combined: (parts: readonly P[]) => Figures;
  },
): Figures {
  const { isCovered, isMissing } = resolveCoverage(coverage);
  const parts = all.filter((part) => isCovered(vehicleOf(part)));
  if (parts.length === 0) return undeterminedFigures(end);
  const pools: { readonly parts: readonly P[]; readonly figures: Figures }[] = [];
  const poolOf = (name: FigureName): Figures => {
    const covered = partsWithFigure(parts, (part, field) => isMissing(vehicleOf(part), field), name);
    const existing = pools.find(
      (pool) => pool.parts.length === covered.length && pool.parts.every((part, i) => part === covered[i]),
    );
    if (existing !== undefined) return existing.figures;
    const figures = combined(covered);
    pools.push({ parts: covered, figures });
    return figures;
  };
  const whole = poolOf('tvpi');
  const figures = Object.fromEntries(figureNames.map((name) => [name, poolOf(name)[name]])) as Record<
    FigureName,
    Figures[FigureName]
  >;
  const notDetermined = figureNames.flatMap((name) => poolOf(name).notDetermined.filter(({ field }) => field === name));
  const pooled =
    pools.length === 1 ? whole : { ...whole, ...figures, irrAnnualized: poolOf('irr').irrAnnualized, notDetermined };
  const isComplete = whole.contributions !== null && whole.distributions !== null && whole.nav !== null;
  return all.length === 1 || isComplete ? pooled : withoutMultiples(pooled);
}

const capitalMultiples = ['dpi', 'rvpi', 'tvpi', 'pic'] as const;

const withoutMultiples = (figures: Figures): Figures => ({
  ...figures,
  ...(Object.fromEntries(capitalMultiples.map((name) => [name, null])) as Record<
    (typeof capitalMultiples)[number],
    null
  >),
  notDetermined: [
    ...figures.notDetermined.filter(({ field }) => !isMultiple(field)),
    ...capitalMultiples.map((field) => ({ field, code: 'NOT_REPORTED' as const, message: noFundHasAll })),
  ],
});

const figuresOfCapital = [
  ...accountFigures,
  'recallable',
  'navBeforeCarry',
  'carryPaid',
  'unrealized',
  'irr',
  ...capitalMultiples,
] as const satisfies readonly FigureName[];

/** The figures of an investor none of whose vehicles reported anything on a date. */
const undeterminedFigures = (end: CalendarDate): Figures => ({
  ...blankFigures,
  notDetermined: figuresOfCapital.map((field) => ({
    field,
    code: 'NOT_REPORTED',
    message: noFundReported(displayedDate(end)),
  })),
});

/** Returns a commitment's value at a quarter end from the figures of another one. If that one is earlier, the value is unknown unless it was zero. */
export const navOn = (end: CalendarDate, last: CalendarDate, nav: ExistingNav): ExistingNav =>
  nav
    .mapErr(() => noNavFailure(end))
    .andThen((total) => (last < end && !total.amount.isZero() ? err(noNavFailure(end)) : ok(total)));

/** Returns the failure for an investor none of whose vehicles has a NAV. */
export const noNavFailure = (end: CalendarDate) =>
  fail('NAV_MISSING', ['nav'], `No fund of this investor has a net asset value on ${displayedDate(end)}.`);
