import {
  type CalendarDate,
  comparableParts,
  type Decimal,
  decimal,
  err,
  fail,
  type Group,
  groupBy,
  hundred,
  ok,
  required,
  displayedDate,
  zero,
} from '@carrara/domain/kernel';
import { cashOfShare, type Commitment } from '../ledger/index.ts';
import type { MultiplePolicy } from '../return/index.ts';
import {
  type Capital,
  requireCapital,
  CapitalSum,
  capitalFigures,
  type Flow,
  type MeasureOptions,
  missingAmounts,
  unreportedFigures,
} from './capital.ts';
import type { PeriodFigures, VehicleLedger } from './computeVehicle.ts';
import { type ExistingNav, measuredAs, sumOfNavs } from './reportedNav.ts';
import { investorReturns, type ReportedReturns } from './reportedCapital.ts';
import {
  type FigureName,
  figureNames,
  type Figures,
  multipleFigures,
  noFigures,
  type SubjectFigures,
} from './figures.ts';
import { noFundHasAll, noFundReported, noNavShort, unreportedAmounts } from './reasons.ts';

/** A commitment with its vehicle's figures: of a vehicle just computed, or the stored ones of another. */
export interface InvestorPosition {
  readonly investorId: string;
  readonly vehicleId: string;
  readonly flows: readonly (Flow & { readonly booked: CalendarDate })[];
  /** The quarter ends in order, with the vehicle's value of the commitment. The capital doesn't include the flows. */
  readonly periods: readonly PositionPeriod[];
}

interface PositionPeriod {
  readonly end: CalendarDate;
  readonly capital: Capital;
  readonly nav: ExistingNav;
  /** Cash passed by transfers between partners, as counted in the quarter's figures. */
  readonly passed?: readonly Flow[];
  /** The reported returns, for a vehicle whose ledger has no cash. */
  readonly returns?: ReportedReturns;
}

export interface InvestorCommitments {
  /** All commitments of the investors in one currency. */
  readonly commitments: readonly InvestorPosition[];
  /** The first quarter end to compute. */
  readonly from: CalendarDate;
  readonly policy: MultiplePolicy;
}

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

export interface InvestorFigures extends SubjectFigures {
  readonly end: CalendarDate;
  /** Null if the figures cover all vehicles. */
  readonly coverage: InvestorCoverage | null;
  /** The figures with the last amounts of late vehicles; null if none is late. */
  readonly carried: (Figures & { readonly coverage: InvestorCoverage | null }) | null;
}

/** Returns the commitments of a ledger with their computed figures, ready to pool. */
export function investorPositions(
  {
    vehicleId,
    commitments,
    entries,
  }: Pick<VehicleLedger, 'vehicleId' | 'entries'> & {
    readonly commitments: readonly (Commitment & { readonly investorId: string })[];
  },
  periods: readonly PeriodFigures[],
): readonly InvestorPosition[] {
  const flows = new Map<string, InvestorPosition['flows'][number][]>(commitments.map(({ id }) => [id, []]));
  for (const { type, effective, booked, shares } of entries) {
    for (const share of shares) {
      const cash = cashOfShare({ type }, share);
      if (!cash.isZero()) flows.get(share.commitmentId)?.push({ date: effective, booked, amount: cash });
    }
  }
  return commitments.map(({ id, investorId }) => ({
    investorId,
    vehicleId,
    flows: flows.get(id) ?? [],
    periods: periods.map(({ end, capital, navs, reported, passed }) => ({
      end,
      passed: reported ? [] : (passed.get(id) ?? []),
      capital: { ...requireCapital(reported?.accounts ?? capital, id), flows: [] },
      nav: required(navs.get(id), 'the NAV of a commitment'),
      ...(reported ? { returns: reported.returns.get(id) ?? {} } : {}),
    })),
  }));
}

/** Returns the commitments of each investor, in the order of the investors' ids. */
export const byInvestor = (commitments: readonly InvestorPosition[]): readonly Group<InvestorPosition>[] =>
  [...groupBy(commitments, ({ investorId }) => investorId)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, own]) => own);

/**
 * Computes investors' figures over all their commitments in a currency, at each quarter end of any of their commitments from a given one on.
 *
 * Only commitments with an account count (`countedCommitments`), so a fund doesn't count before the investor commits to it. `coverageOn` decides which
 * vehicles each figure includes. If no vehicle is left, no figure is determined. A quarter end that only late vehicles would have is left out.
 *
 * Units:  one currency, whole cents; rates fractions.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  NAV_MISSING.
 */
export const computeInvestors = ({ commitments, from, policy }: InvestorCommitments): readonly InvestorFigures[] =>
  byInvestor(commitments).flatMap((own) => {
    const all = new Set(own.flatMap(({ periods }) => periods.map(({ end }) => end).filter((end) => end >= from)));
    const ends = [...all].sort();
    const histories = own.map((commitment) => ({ commitment, last: lastPeriods(commitment.periods, ends) }));
    const cashOf = cashByCommitments();
    return ends.flatMap((end, i): InvestorFigures | [] => {
      const existing: InvestorPeriod[] = [];
      for (const { commitment, last } of histories) {
        const period = last[i];
        if (period !== undefined)
          existing.push({ vehicleId: commitment.vehicleId, end: period.end, nav: period.nav, period, commitment });
      }
      const periods = countedCommitments(existing, ({ period, nav }) => accountAmounts(period.capital, nav));
      if (periods.every((period) => period.end < end)) return [];
      const positions = periods.map(({ period, ...position }) => ({ ...position, capital: period.capital }));
      const vehicles = [...groupBy(periods, ({ vehicleId }) => vehicleId)].map(([vehicleId, some]) => ({
        vehicleId,
        periods: some,
      }));
      const covered = (carriesForward: boolean) => {
        const coverage = coverageOn(positions, { end, policy, carriesForward });
        const figures = figureByFigure(vehicles, ({ vehicleId }) => vehicleId, {
          coverage,
          end,
          combined: (some) => {
            const determined = some.flatMap((vehicle) => vehicle.periods);
            return figuresOf(determined, cashOf(determined), { end, policy });
          },
        });
        return { ...figures, coverage };
      };
      const figures = covered(false);
      const isAnyLate = figures.coverage?.excluded.some(({ lastDate }) => lastDate !== null) ?? false;
      const carried = isAnyLate ? covered(true) : null;
      return { ...figures, subject: 'INVESTOR', id: own[0].investorId, end, carried };
    });
  });

/** The last figures of a commitment. */
interface InvestorPeriod extends Pick<PositionPeriod, 'end' | 'nav'> {
  readonly vehicleId: string;
  readonly period: PositionPeriod;
  readonly commitment: InvestorPosition;
}

/** Returns the last of a commitment's quarters by each of some ends. Both are in order. */
function lastPeriods(
  periods: readonly PositionPeriod[],
  ends: readonly CalendarDate[],
): readonly (PositionPeriod | undefined)[] {
  let passed = 0;
  return ends.map((end) => {
    for (let next = periods[passed]; next !== undefined && next.end <= end; next = periods[passed]) passed += 1;
    return periods[passed - 1];
  });
}

/** Returns a function that combines the cash of some commitments, once for all quarter ends that pool the same ones. */
function cashByCommitments(): (periods: readonly InvestorPeriod[]) => InvestorPosition['flows'] {
  const cached: { readonly periods: readonly InvestorPeriod[]; readonly flows: InvestorPosition['flows'] }[] = [];
  return (positions) => {
    const isSame = (other: readonly InvestorPeriod[]) =>
      other.length === positions.length && other.every(({ commitment }, i) => commitment === positions[i]?.commitment);
    const found = cached.find((pool) => isSame(pool.periods));
    if (found !== undefined) return found.flows;
    const flows = netted(positions.flatMap(({ commitment }) => commitment.flows));
    cached.push({ periods: positions, flows });
    return flows;
  };
}

function figuresOf(
  positions: readonly InvestorPeriod[],
  cash: InvestorPosition['flows'],
  { end, policy }: Pick<MeasureOptions, 'end' | 'policy'>,
): Figures {
  const all = new CapitalSum();
  for (const { period } of positions) {
    all.add(period.capital);
    for (const flow of period.passed ?? []) all.flows.push(flow);
  }
  for (const flow of cash) if (flow.booked <= end) all.flows.push(flow);
  const navs = positions.map(({ nav }) => nav.mapErr(() => navNotWhole(end)));
  const worth = measuredAs(sumOfNavs(navs));
  const returns = investorReturns(
    positions.map(({ period }) => ({
      capital: period.capital,
      returns: period.end === end ? period.returns : undefined,
    })),
  );
  return capitalFigures(all, { end, policy, ...worth, measuredNav: worth.nav, returns });
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
export function coveredBy(coverage: InvestorCoverage | null) {
  const omitted = new Set(
    [...(coverage?.excluded ?? []), ...(coverage?.incomplete ?? [])].map(({ vehicleId }) => vehicleId),
  );
  const unreported = new Map(coverage?.partly?.map(({ vehicleId, figures }) => [vehicleId, new Set(figures)]));
  return {
    isCovered: (vehicleId: string) => !omitted.has(vehicleId),
    isMissing: (vehicleId: string, name: FigureName) => unreported.get(vehicleId)?.has(name) ?? false,
  };
}

/** Returns the covered vehicles that a figure combines: those that have it; if none has, all. Multiples combine all, as the amounts next to them do. */
export function partsWithFigure<P>(
  parts: readonly P[],
  isMissing: (part: P, name: FigureName) => boolean,
  name: FigureName,
): readonly P[] {
  const determined = isMultiple(name) ? parts : parts.filter((part) => !isMissing(part, name));
  return determined.length > 0 ? determined : parts;
}

/**
 * Combines an investor's vehicles, those that the coverage includes in each figure (`partsWithFigure`). If there are several vehicles and none has all
 * amounts, multiples aren't determined.
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
  const { isCovered, isMissing } = coveredBy(coverage);
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
  ...noFigures,
  notDetermined: figuresOfCapital.map((field) => ({
    field,
    code: 'NOT_REPORTED',
    message: noFundReported(displayedDate(end)),
  })),
});

/** Combines the flows of a date that the same quarter shows. */
function netted(flows: InvestorPosition['flows']): InvestorPosition['flows'] {
  const byDay = new Map<string, InvestorPosition['flows'][number]>();
  for (const flow of flows) {
    const key = `${flow.date} ${flow.booked}`;
    const existing = byDay.get(key);
    byDay.set(key, existing === undefined ? flow : { ...flow, amount: existing.amount.plus(flow.amount) });
  }
  return [...byDay.values()];
}

/** Returns a commitment's value at a quarter end from the figures of another one. If that one is earlier, the value is unknown unless it was zero. */
export const navOn = (end: CalendarDate, last: CalendarDate, nav: ExistingNav): ExistingNav =>
  nav
    .mapErr(() => navNotWhole(end))
    .andThen((total) => (last < end && !total.amount.isZero() ? err(navNotWhole(end)) : ok(total)));

/** Returns the failure for an investor none of whose vehicles has a NAV. */
export const navNotWhole = (end: CalendarDate) =>
  fail('NAV_MISSING', ['nav'], `No fund of this investor has a net asset value on ${displayedDate(end)}.`);

/** Returns the carry owed in a stored row: its NAV less its NAV before carry, or zero if one of them is not determined. */
export const storedCarryOwed = (nav: string | null, navBeforeCarry: string | null): string =>
  nav === null || navBeforeCarry === null ? '0' : decimal(nav).minus(navBeforeCarry).toFixed();

/** Returns the capital of a commitment from its stored figures. */
export function otherCapital(stored: {
  readonly commitment: string;
  readonly contributions: string | null;
  readonly distributions: string | null;
  /** Null for reported capital. */
  readonly recallable: string | null;
  readonly unfunded: string | null;
  readonly nav: string;
  readonly carryOwed: string;
  /** Null if nothing is known about operations. */
  readonly carryPaid: string | null;
  readonly unrealized: string | null;
  /** The quarter end of the figures. */
  readonly end: CalendarDate;
  /** The date of the reports that the sums come from, if it is an earlier one. */
  readonly reportedThrough: CalendarDate | null;
}): Capital {
  const isReported =
    stored.recallable === null &&
    (['contributions', 'distributions', 'unfunded'] as const).some((name) => stored[name] !== null);
  const recallable = decimal(stored.recallable ?? 0);
  const unrealized = decimal(stored.unrealized ?? 0);
  return {
    commitment: decimal(stored.commitment),
    called: decimal(stored.contributions ?? 0),
    excess: zero,
    recallable,
    permanent: decimal(stored.distributions ?? 0).minus(recallable),
    unfunded: decimal(stored.unfunded ?? 0),
    navOfEntries: decimal(stored.nav).minus(unrealized),
    unrealized,
    carryOwed: decimal(stored.carryOwed),
    carryPaid: decimal(stored.carryPaid ?? 0),
    flows: [],
    reports: new Map(
      isReported ? [['contributions', { through: stored.reportedThrough ?? stored.end, figures: [] }] as const] : [],
    ),
    unreported: new Set([
      ...(stored.recallable === null ? (['cash'] as const) : []),
      ...(stored.carryPaid === null ? (['operations'] as const) : []),
      ...(['contributions', 'distributions', 'unfunded'] as const).filter((name) => stored[name] === null),
    ]),
  };
}

/** Returns the returns of a vehicle whose ledger has no cash from its stored figures, where the rate is in percent. */
export const otherReturns = (stored: Readonly<Record<'irr' | 'tvpi' | 'dpi', string | null>>): ReportedReturns => ({
  ...(stored.irr === null ? {} : { irr: decimal(stored.irr).div(hundred) }),
  ...(stored.tvpi === null ? {} : { tvpi: decimal(stored.tvpi) }),
  ...(stored.dpi === null ? {} : { dpi: decimal(stored.dpi) }),
});
