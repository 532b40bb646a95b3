import { type CalendarDate, decimal, err, fail, hundred, ok, shownDate, zero } from '@carrara/domain/kernel';
import { type Commitment, effectOfShare } from '../ledger/index.ts';
import type { MultiplePolicy } from '../return/index.ts';
import { type Capital, CapitalSum, capitalFigures, type Flow } from './capital.ts';
import type { PeriodFigures, VehicleLedger } from './computeVehicle.ts';
import { type KnownNav, measuredAs, sumOfNavs } from './reported.ts';
import { investorReturns, type SaidReturns } from './reportedCapital.ts';
import type { SubjectFigures } from './figures.ts';

/** A commitment with its vehicle's figures: of a vehicle just computed, or the stored ones of another. */
export interface HeldCommitment {
  readonly investorId: string;
  /** The flows. Several commitments of an investor may be combined into one without periods. */
  readonly flows: readonly (Flow & { readonly booked: CalendarDate })[];
  /** The quarter ends in order, with the vehicle's value of the commitment. The capital doesn't include the flows. */
  readonly periods: readonly {
    readonly end: CalendarDate;
    readonly capital: Capital;
    readonly nav: KnownNav;
    /** Cash passed by transfers between partners, as counted in the quarter's figures. */
    readonly passed?: readonly Flow[];
    /** The reported returns, for a vehicle whose ledger has no cash. */
    readonly returns?: SaidReturns;
  }[];
}

export interface InvestorCommitments {
  /** All commitments of the investors in one currency. */
  readonly commitments: readonly HeldCommitment[];
  /** The first quarter end to compute. */
  readonly from: CalendarDate;
  readonly policy: MultiplePolicy;
  /** True to use the last value of a vehicle that is late. Otherwise the investor has no value. */
  readonly carriesForward?: boolean;
}

export interface InvestorFigures extends SubjectFigures {
  readonly end: CalendarDate;
}

/** Returns the commitments of a ledger with their computed figures, ready to pool. */
export function heldCommitments(
  {
    commitments,
    entries,
  }: Pick<VehicleLedger, 'entries'> & {
    readonly commitments: readonly (Commitment & { readonly investorId: string })[];
  },
  periods: readonly PeriodFigures[],
): readonly HeldCommitment[] {
  const flows = new Map<string, HeldCommitment['flows'][number][]>(commitments.map(({ id }) => [id, []]));
  for (const { type, effective, booked, shares } of entries) {
    for (const share of shares) {
      const { cash } = effectOfShare({ type }, share);
      if (!cash.isZero()) flows.get(share.commitmentId)?.push({ date: effective, booked, amount: cash });
    }
  }
  return commitments.map(({ id, investorId }) => ({
    investorId,
    flows: flows.get(id) ?? [],
    periods: periods.map(({ end, capital, navs, reported, passed }) => ({
      end,
      passed: reported ? [] : (passed.get(id) ?? []),
      capital: { ...(reported?.accounts ?? capital).get(id)!, flows: [] },
      nav: navs.get(id)!,
      ...(reported ? { returns: reported.returns.get(id) ?? {} } : {}),
    })),
  }));
}

/**
 * Computes investors' figures over all their commitments in a currency, at each quarter end of any of their commitments from a given one on.
 *
 * For a vehicle without later entries, contributions and distributions are those of its last quarter end. Its value is known only if it was zero
 * then, or if late values are carried forward. For a single commitment, the figures are that commitment's own.
 *
 * Units:  one currency, whole cents; rates fractions.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  NAV_MISSING.
 */
export function computeInvestors({
  commitments,
  from,
  policy,
  carriesForward = false,
}: InvestorCommitments): readonly InvestorFigures[] {
  const byInvestor = new Map<string, HeldCommitment[]>();
  for (const one of commitments) {
    const own = byInvestor.get(one.investorId);
    if (own === undefined) byInvestor.set(one.investorId, [one]);
    else own.push(one);
  }
  return [...byInvestor]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([investorId, own]) => {
      const ends = new Set(own.flatMap(({ periods }) => periods.map(({ end }) => end).filter((end) => end >= from)));
      const flows = netted(own.flatMap((one) => one.flows));
      return [...ends].sort().map((end): InvestorFigures => {
        const all = new CapitalSum();
        const navs: KnownNav[] = [];
        const held: Parameters<typeof investorReturns>[0][number][] = [];
        for (const { periods } of own) {
          const then = periods.findLast((one) => one.end <= end);
          if (then === undefined) continue;
          all.add(then.capital);
          for (const flow of then.passed ?? []) all.flows.push(flow);
          navs.push(carriesForward ? then.nav : navOn(end, then.end, then.nav));
          held.push({ capital: then.capital, returns: then.end === end ? then.returns : undefined });
        }
        for (const flow of flows) if (flow.booked <= end) all.flows.push(flow);
        const worth = measuredAs(sumOfNavs(navs));
        const returns = investorReturns(held);
        const figures = capitalFigures(all, { end, policy, ...worth, measuredNav: worth.nav, returns });
        return { ...figures, subject: 'INVESTOR', id: investorId, end };
      });
    });
}

/** Combines the flows of a date that the same quarter shows. */
function netted(flows: HeldCommitment['flows']): HeldCommitment['flows'] {
  const byDay = new Map<string, HeldCommitment['flows'][number]>();
  for (const flow of flows) {
    const key = `${flow.date} ${flow.booked}`;
    const known = byDay.get(key);
    byDay.set(key, known === undefined ? flow : { ...flow, amount: known.amount.plus(flow.amount) });
  }
  return [...byDay.values()];
}

/** Returns a commitment's value at a quarter end from the figures of another one. If that one is earlier, the value is unknown unless it was zero. */
export const navOn = (end: CalendarDate, last: CalendarDate, nav: KnownNav): KnownNav =>
  nav
    .mapErr(() => navNotWhole(end))
    .andThen((known) => (last < end && !known.amount.isZero() ? err(navNotWhole(end)) : ok(known)));

/** Returns the failure for an investor without a NAV over all commitments. */
export const navNotWhole = (end: CalendarDate) =>
  fail('NAV_MISSING', ['nav'], `A vehicle of this investor has no net asset value on ${shownDate(end)}.`);

/** Returns the capital of a commitment from its stored figures. */
export function otherCapital(kept: {
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
}): Capital {
  const recallable = decimal(kept.recallable ?? 0);
  const unrealized = decimal(kept.unrealized ?? 0);
  return {
    commitment: decimal(kept.commitment),
    called: decimal(kept.contributions ?? 0),
    excess: zero,
    recallable,
    permanent: decimal(kept.distributions ?? 0).minus(recallable),
    unfunded: decimal(kept.unfunded ?? 0),
    navOfEntries: decimal(kept.nav).minus(unrealized),
    unrealized,
    carryOwed: decimal(kept.carryOwed),
    carryPaid: decimal(kept.carryPaid ?? 0),
    flows: [],
    unsaid: new Set([
      ...(kept.recallable === null ? (['cash'] as const) : []),
      ...(kept.carryPaid === null ? (['operations'] as const) : []),
      ...(['contributions', 'distributions', 'unfunded'] as const).filter((name) => kept[name] === null),
    ]),
  };
}

/** Returns the returns of a vehicle whose ledger has no cash from its stored figures, where the rate is in percent. */
export const otherReturns = (kept: Readonly<Record<'irr' | 'tvpi' | 'dpi', string | null>>): SaidReturns => ({
  ...(kept.irr === null ? {} : { irr: decimal(kept.irr).div(hundred) }),
  ...(kept.tvpi === null ? {} : { tvpi: decimal(kept.tvpi) }),
  ...(kept.dpi === null ? {} : { dpi: decimal(kept.dpi) }),
});
