import { type CalendarDate, type Group, groupBy, required } from '@carrara/domain/kernel';
import { cashOfShare, type Commitment } from '../ledger/index.ts';
import type { MultiplePolicy } from '../return/index.ts';
import { type Capital, requireCapital, CapitalSum, capitalFigures, type Flow, type MeasureOptions } from './capital.ts';
import type { PeriodFigures, VehicleLedger } from './computeVehicle.ts';
import { type ExistingNav, measuredAs, sumOfNavs } from './reportedNav.ts';
import { investorReturns, type ReportedReturns } from './reportedCapital.ts';
import type { Figures, SubjectFigures } from './figures.ts';
import {
  accountAmounts,
  countedCommitments,
  coverageOn,
  figureByFigure,
  type InvestorCoverage,
  noNavFailure,
} from './investorCoverage.ts';

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
export const groupByInvestor = (commitments: readonly InvestorPosition[]): readonly Group<InvestorPosition>[] =>
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
  groupByInvestor(commitments).flatMap((own) => {
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
  const navs = positions.map(({ nav }) => nav.mapErr(() => noNavFailure(end)));
  const worth = measuredAs(sumOfNavs(navs));
  const returns = investorReturns(
    positions.map(({ period }) => ({
      capital: period.capital,
      returns: period.end === end ? period.returns : undefined,
    })),
  );
  return capitalFigures(all, { end, policy, ...worth, measuredNav: worth.nav, returns });
}

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
