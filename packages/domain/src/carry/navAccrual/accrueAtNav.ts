import { allocate } from '../../kernel/apportionment/index.ts';
import {
  type CalendarDate,
  type Decimal,
  type Failure,
  hundred,
  numberText,
  roundMoney,
  roundPercent,
  zero,
  zip,
} from '../../kernel/index.ts';
import { type HolderShare, holderShares } from '../distribution/index.ts';
import {
  createGrossEngine,
  type GrossEngine,
  type GrossRow,
  type ProfileFacts,
  orderByShares,
  refuseInto,
  type SharedSource,
  type ShareFacts,
  sharesByProfile,
} from '../run/index.ts';
import { isBoughtBy, type NavLocation, navParts } from './navLocation.ts';
import { createLeavingVestings, createVestings, type NavLeaving, type VestedAtNav } from './vestedAtNav.ts';

/** The carry of a vehicle at a quarter end, if everything were sold at its value. */
export interface VehicleAtNav {
  readonly vehicleId: string;
  /** Null if it isn't determined. */
  readonly accrued: Decimal | null;
  /** By investment. The rest belongs to no investment. */
  readonly byInvestment: ReadonlyMap<string, Decimal>;
  /** Why it isn't determined, in words. */
  readonly reasons: readonly string[];
}

export interface NavFacts {
  readonly date: CalendarDate;
  /** The vehicle and its holdings. */
  readonly locations: readonly NavLocation[];
  readonly shares: ShareFacts;
  /** Limits the shares to a person, trust or entity. Sums always include everybody. */
  readonly participantId?: string | undefined;
  /** Vests a person's shares as if they left. */
  readonly leaving?: NavLeaving | undefined;
}

/** The accrued carry of a person or trust in an investment, on one path. Amounts are null if not determined. */
export interface NavShare extends VestedAtNav {
  readonly participantId: string;
  /** The entities on the path, outermost first. */
  readonly via: readonly string[];
  /** In percent of the investment's carry. */
  readonly points: Decimal;
  readonly accrued: Decimal | null;
  /** The invested dollars behind the points. Null if none are recorded. */
  readonly invested: Decimal | null;
  readonly part: SharedAmount;
  /** In percent of the part. */
  readonly partPoints: Decimal;
}

/** The part of an investment's carry that one profile shares out: all of it, or that of a tranche with its own profile. */
interface SharedAmount {
  readonly name: string;
  readonly amount: Decimal;
  readonly invested: Decimal | null;
  readonly weight: Decimal;
  /** The sum of the weights of all parts. */
  readonly weights: Decimal;
}

/** The accrued carry of an investment: participants + unallocated = accrued. Amounts are null if not determined. */
export interface InvestmentAccrual {
  readonly vehicleId: string;
  /** Null for carry that no investment has. */
  readonly investmentId: string | null;
  readonly locationId: string;
  readonly accrued: Decimal | null;
  readonly participants: Decimal | null;
  readonly unallocated: Decimal | null;
  /** Accrued carry less participants and unallocated. */
  readonly difference: Decimal | null;
  readonly shares: readonly NavShare[];
  /** Why some of it is unallocated or not determined, in words. */
  readonly causes: readonly string[];
}

/**
 * Shares out a vehicle's accrued carry by the allocation points in force at the quarter end, down to the members of entities.
 *
 *     part = allocate(carry of the investment, invested amounts of its tranches);  share = as a distribution of the part;
 *     participants + unallocated = accrued;  invested dollars = round2(invested amount x points / 100)
 *
 * An investment whose profile is missing or unusable is unallocated.
 *
 * Units:  money of the vehicle's currency in cents; percent.
 * Source: docs/calculations/waterfall.md.
 * Fails:  never; the causes say why an amount is unallocated or not determined.
 */
export function accrueAtNav(vehicle: VehicleAtNav, facts: NavFacts): readonly InvestmentAccrual[] {
  const amounts = amountsByLocation(vehicle, facts);
  const parts = amounts.map(({ location }) => navParts(location, facts.date));
  const profiles = parts.flat().flatMap(({ sourceId }) => facts.shares.sources.get(sourceId)?.profile?.entries ?? []);
  const holders = orderByShares([profiles], facts.shares.participants).map(({ id, members }) => ({
    id,
    ...(members ? { members } : {}),
  }));
  const sharing: Sharing = {
    ...facts,
    engine: createGrossEngine(holders),
    routes: new Map(),
    vestings: createVestings(facts.date),
    reaches: createReaches(facts),
    leavingVestings: facts.leaving && createLeavingVestings(facts.leaving, facts.date),
  };
  return zip(amounts, parts).map(([{ location, amount }, own]) => {
    const split = allocate(
      amount,
      own.map(({ weight }) => weight),
    )._unsafeUnwrap();
    const shared = zip(own, split).map(([part, portion]) => sharePart(part, portion, own, sharing));
    const accrual = accrualOf(location, amount, shared);
    return vehicle.accrued === null ? undetermined(accrual, vehicle.reasons) : accrual;
  });
}

interface LocatedAmount {
  readonly location: NavLocation;
  readonly amount: Decimal;
}

/** Returns the amounts of the holdings that exist on the date. The vehicle itself has the rest, or everything without holdings. */
function amountsByLocation(
  { accrued, byInvestment }: VehicleAtNav,
  { locations, date }: NavFacts,
): readonly LocatedAmount[] {
  const amounts = locations.flatMap((location): LocatedAmount[] => {
    if (location.investmentId === null) return [];
    const amount = byInvestment.get(location.investmentId) ?? zero;
    return amount.isZero() && !isBoughtBy(location, date) ? [] : [{ location, amount }];
  });
  const rest = amounts.reduce<Decimal>((remaining, { amount }) => remaining.minus(amount), accrued ?? zero);
  const whole = locations.filter(({ investmentId }) => investmentId === null);
  return rest.isZero() && amounts.length > 0
    ? amounts
    : [...amounts, ...whole.map((location) => ({ location, amount: rest }))];
}

interface Sharing extends NavFacts {
  readonly engine: GrossEngine;
  /** By profile, because the holdings of a fund usually share one. */
  readonly routes: Map<string, readonly Route[]>;
  readonly vestings: ReturnType<typeof createVestings>;
  /** Returns true for the participant whose shares are read, and for each entity through which that participant is reached. */
  readonly reaches: (participantId: string) => boolean;
  readonly leavingVestings: ReturnType<typeof createVestings> | undefined;
}

interface Route extends HolderShare {
  readonly points: Decimal;
}

interface SharedPart {
  readonly participants: Decimal;
  readonly unallocated: Decimal;
  readonly shares: readonly NavShare[];
  readonly causes: readonly string[];
}

function sharePart(
  { sourceId, weight, invested, vesting }: ReturnType<typeof navParts>[number],
  amount: Decimal,
  parts: ReturnType<typeof navParts>,
  sharing: Sharing,
): SharedPart {
  const source = sharing.shares.sources.get(sourceId);
  const problems: Failure[] = [];
  const allocations = source === undefined ? [] : sharesByProfile(source, [], refuseInto(problems));
  const location = { path: [], failures: problems } as const;
  const shared = problems.length > 0 ? undefined : sharing.engine.share(amount, allocations, location);
  if (source?.profile === undefined || shared === undefined) {
    const causes = amount.isZero() ? [] : [causeOf(source, problems)];
    return { participants: zero, unallocated: amount, shares: [], causes };
  }
  const weights = parts.reduce<Decimal>((sum, part) => sum.plus(part.weight), zero);
  const part: SharedAmount = { name: source.name, amount, invested, weight, weights };
  const details = shared.details.filter(({ participantId }) => sharing.reaches(participantId));
  const routes = routesOf(source, source.profile, details, sharing);
  const shares = zip(routes, grossOf(details)).flatMap(([route, gross]): NavShare[] => {
    const { participantId, via, points } = route;
    if (!isOf(route, sharing.participantId)) return [];
    const isLeaving = participantId === sharing.leaving?.participantId;
    const vestings = (isLeaving ? sharing.leavingVestings : undefined) ?? sharing.vestings;
    const vested = vestings(sourceId, vesting, route, gross);
    return [
      {
        participantId,
        via,
        points: roundPercent(points.times(weight).div(weights)),
        accrued: gross,
        invested: invested && roundMoney(invested.times(points).div(hundred)),
        part,
        partPoints: points,
        ...vested,
      },
    ];
  });
  const { distributed: participants, unallocated } = shared;
  return { participants, unallocated, shares, causes: unallocated.isZero() ? [] : [uncovered(source, allocations)] };
}

/** Most shares of a profile belong to others, so they are left out early. */
function createReaches({ shares: { participants }, participantId }: NavFacts): Sharing['reaches'] {
  if (participantId === undefined) return () => true;
  const existing = new Map<string, boolean>([[participantId, true]]);
  const reaches = (id: string): boolean => {
    const before = existing.get(id);
    if (before !== undefined) return before;
    // An entity in a cycle reaches nobody else through it.
    existing.set(id, false);
    const found = participants.get(id)?.members?.some((member) => reaches(member.participantId)) ?? false;
    existing.set(id, found);
    return found;
  };
  return reaches;
}

const isOf = ({ participantId, via }: Route, id: string | undefined): boolean =>
  id === undefined || participantId === id || via.includes(id);

const causeOf = (source: SharedSource | undefined, problems: readonly Failure[]): string => {
  const [problem] = problems;
  if (problem?.code === 'PROFILE_MISSING' || problem?.code === 'PROFILE_NOT_USABLE') return problem.detail;
  const name = source?.name ?? 'the investment';
  return problem?.code === 'OVER_ALLOCATED'
    ? `The allocation profile of ${name} totals more than 100%. Correct it.`
    : `The allocation profile of ${name} can’t be shared out. Check the members of its entities.`;
};

const uncovered = ({ name }: SharedSource, allocations: readonly { readonly effective: Decimal }[]): string =>
  `The allocation profile of ${name} totals ${numberText(
    allocations.reduce<Decimal>((sum, { effective }) => sum.plus(effective), zero),
  )}%. Allocate the rest, or leave it unallocated.`;

/** Returns everyone whom a profile pays and whose shares are read, in the order of its rows, with their percentage of the source. */
function routesOf(
  source: SharedSource,
  profile: ProfileFacts,
  details: readonly GrossRow[],
  { routes, shares, reaches }: Sharing,
): readonly Route[] {
  const existing = routes.get(profile.id);
  if (existing !== undefined) return existing;
  const own = profile.entries.filter(({ participantId }) => reaches(participantId));
  const found = zip(holderShares(source, own, shares), pointsOf(details)).map(([share, points]) => ({
    ...share,
    points,
  }));
  routes.set(profile.id, found);
  return found;
}

const paid = (rows: readonly GrossRow[]) => rows.filter(({ effective }) => !effective.isZero());

/** Returns the percentage of the source that each person and trust gets. */
const pointsOf = (rows: readonly GrossRow[]): readonly Decimal[] =>
  paid(rows).flatMap(({ effective, members }) => {
    if (members === undefined) return [effective];
    const all = members.reduce<Decimal>((sum, member) => sum.plus(member.effective), zero);
    return pointsOf(members).map((points) => points.times(effective).div(all));
  });

const grossOf = (rows: readonly GrossRow[]): readonly Decimal[] =>
  paid(rows).flatMap(({ gross, members }) => (members === undefined ? [gross] : grossOf(members)));

function accrualOf(location: NavLocation, amount: Decimal, parts: readonly SharedPart[]): InvestmentAccrual {
  const sum = (name: 'participants' | 'unallocated') =>
    parts.reduce<Decimal>((total, part) => total.plus(part[name]), zero);
  const [participants, unallocated] = [sum('participants'), sum('unallocated')];
  return {
    vehicleId: location.vehicleId,
    investmentId: location.investmentId,
    locationId: location.id,
    accrued: amount,
    participants,
    unallocated,
    difference: amount.minus(participants).minus(unallocated),
    shares: parts.flatMap(({ shares }) => shares),
    causes: [...new Set(parts.flatMap(({ causes }) => causes))],
  };
}

const undetermined = (accrual: InvestmentAccrual, reasons: readonly string[]): InvestmentAccrual => ({
  ...accrual,
  accrued: null,
  participants: null,
  unallocated: null,
  difference: null,
  shares: accrual.shares.map((share) => ({
    ...share,
    accrued: null,
    vested: null,
    unvested: null,
    next: share.next && { ...share.next, amount: null },
  })),
  causes: reasons,
});
