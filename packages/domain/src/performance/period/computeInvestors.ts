import { type CalendarDate, decimal, err, fail, hundred, ok, zero } from '@carrara/domain/kernel';
import { type Commitment, effectOfShare } from '../ledger/index.ts';
import type { MultiplePolicy } from '../return/index.ts';
import { type Capital, CapitalSum, capitalFigures, type Flow } from './capital.ts';
import type { PeriodFigures, VehicleLedger } from './computeVehicle.ts';
import { type KnownNav, measuredAs, sumOfNavs } from './reported.ts';
import { investorReturns, type SaidReturns } from './reportedCapital.ts';
import type { SubjectFigures } from './figures.ts';

/** A commitment as its vehicle's figures have it: of a vehicle that has just been computed, or as they are kept of another. */
export interface HeldCommitment {
  readonly investorId: string;
  /** Those of several commitments of an investor may come together, as one without periods. */
  readonly flows: readonly (Flow & { readonly booked: CalendarDate })[];
  /** At its quarter ends, in order, with what it was worth by its vehicle; the flows are not in the capital. */
  readonly periods: readonly {
    readonly end: CalendarDate;
    readonly capital: Capital;
    readonly nav: KnownNav;
    /** Cash that passed with transfers between partners, as the figures of the quarter count it. */
    readonly passed?: readonly Flow[];
    /** As they were reported, of a vehicle whose ledger has no cash. */
    readonly returns?: SaidReturns;
  }[];
}

export interface InvestorCommitments {
  /** All that the investors have committed in one currency. */
  readonly commitments: readonly HeldCommitment[];
  /** The first quarter end whose figures are wanted. */
  readonly from: CalendarDate;
  readonly policy: MultiplePolicy;
}

export interface InvestorFigures extends SubjectFigures {
  readonly end: CalendarDate;
}

/** The commitments of a ledger with the figures that were computed of it, as they are pooled. */
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
 * The figures of investors over all that they have committed in a currency, at each quarter end of any of their commitments from one on.
 *
 * Of a vehicle in which nothing was booked since, what was paid in and received counts as it was at its last quarter end; what it is worth is known only
 * where that was nothing. Of a single commitment they are that commitment's own.
 *
 * Units:  one currency, whole cents; rates fractions.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  NAV_MISSING.
 */
export function computeInvestors({ commitments, from, policy }: InvestorCommitments): readonly InvestorFigures[] {
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
          navs.push(navOn(end, then.end, then.nav));
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

/** One flow for all of a day that one quarter shows. */
function netted(flows: HeldCommitment['flows']): HeldCommitment['flows'] {
  const byDay = new Map<string, HeldCommitment['flows'][number]>();
  for (const flow of flows) {
    const key = `${flow.date} ${flow.booked}`;
    const known = byDay.get(key);
    byDay.set(key, known === undefined ? flow : { ...flow, amount: known.amount.plus(flow.amount) });
  }
  return [...byDay.values()];
}

/** What a commitment is worth at a quarter end by the figures of another: not known where that is earlier, unless it was nothing then. */
export const navOn = (end: CalendarDate, last: CalendarDate, nav: KnownNav): KnownNav =>
  nav
    .mapErr(() => navNotWhole(end))
    .andThen((known) => (last < end && !known.amount.isZero() ? err(navNotWhole(end)) : ok(known)));

/** Why an investor has no NAV over all that it committed. */
export const navNotWhole = (end: CalendarDate) =>
  fail('NAV_MISSING', ['nav'], `A vehicle of this investor has no net asset value on ${end}.`);

/** The capital of a commitment from its figures as they are kept. */
export function otherCapital(kept: {
  readonly commitment: string;
  readonly contributions: string | null;
  readonly distributions: string | null;
  /** Null of what was reported. */
  readonly recallable: string | null;
  readonly unfunded: string | null;
  readonly nav: string;
  readonly carryOwed: string;
  /** Null where nothing is known of operations. */
  readonly carryPaid: string | null;
  readonly unrealised: string | null;
}): Capital {
  const recallable = decimal(kept.recallable ?? 0);
  const unrealised = decimal(kept.unrealised ?? 0);
  return {
    commitment: decimal(kept.commitment),
    called: decimal(kept.contributions ?? 0),
    excess: zero,
    recallable,
    permanent: decimal(kept.distributions ?? 0).minus(recallable),
    unfunded: decimal(kept.unfunded ?? 0),
    navOfEntries: decimal(kept.nav).minus(unrealised),
    unrealised,
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

/** The returns of a vehicle whose ledger has no cash from its figures as they are kept, the rate there in percent. */
export const otherReturns = (kept: Readonly<Record<'irr' | 'tvpi' | 'dpi', string | null>>): SaidReturns => ({
  ...(kept.irr === null ? {} : { irr: decimal(kept.irr).div(hundred) }),
  ...(kept.tvpi === null ? {} : { tvpi: decimal(kept.tvpi) }),
  ...(kept.dpi === null ? {} : { dpi: decimal(kept.dpi) }),
});
