import { type CalendarDate, decimal, err, fail, ok, zero } from '@carrara/domain/kernel';
import type { MultiplePolicy } from '../return/index.ts';
import { type Capital, CapitalSum, capitalFigures, type Flow, navOf } from './capital.ts';
import type { PeriodFigures } from './computeVehicle.ts';
import { type KnownNav, measuredAs, sumOfNavs } from './reported.ts';
import type { SubjectFigures } from './figures.ts';

/** A commitment to another vehicle of the same currency, as its own figures have it. */
export interface OtherCommitment {
  readonly investorId: string;
  readonly flows: readonly (Flow & { readonly booked: CalendarDate })[];
  /** At its quarter ends; without a net asset value where that is not determined. */
  readonly periods: readonly {
    readonly end: CalendarDate;
    readonly capital: Capital;
    readonly hasNav: boolean;
    readonly rolledForwardFrom: CalendarDate | null;
  }[];
}

export interface InvestorPeriods {
  /** Of the vehicle that has just been computed. */
  readonly periods: readonly PeriodFigures[];
  readonly investorOf: ReadonlyMap<string, string>;
  readonly others: readonly OtherCommitment[];
  readonly policy: MultiplePolicy;
}

export interface InvestorFigures extends SubjectFigures {
  readonly end: CalendarDate;
}

/**
 * The figures of a vehicle's investors, over all that they have committed in its currency, from the first quarter end that it was computed for.
 *
 * A vehicle in which nothing was booked since counts as it was at its last quarter end. Of a single commitment they are that commitment's own.
 *
 * Units:  one currency, whole cents; rates fractions.
 * Source: docs/calculations/vehicle-ledger.md.
 */
export function computeInvestors({ periods, investorOf, others, policy }: InvestorPeriods): readonly InvestorFigures[] {
  const [first] = periods;
  if (first === undefined) return [];
  return [...new Set(investorOf.values())].sort().flatMap((investorId) => {
    const beside = others.filter((other) => other.investorId === investorId);
    const ends = new Set([
      ...periods.map(({ end }) => end),
      ...beside.flatMap((other) => other.periods.map(({ end }) => end).filter((end) => end >= first.end)),
    ]);
    return [...ends].sort().map((end): InvestorFigures => {
      const all = new CapitalSum();
      const navs: KnownNav[] = [];
      const own = lastUntil(periods, end);
      for (const [id, capital] of own?.capital ?? []) {
        if (investorOf.get(id) !== investorId) continue;
        all.add(capital);
        navs.push(own!.navs.get(id)!.mapErr(() => navNotWhole(end)));
      }
      for (const other of beside) {
        const then = lastUntil(other.periods, end);
        if (then === undefined) continue;
        all.add({ ...then.capital, flows: other.flows.filter(({ booked }) => booked <= end) });
        const { capital, hasNav, rolledForwardFrom } = then;
        navs.push(hasNav ? ok({ amount: navOf(capital), cashSince: zero, rolledForwardFrom }) : err(navNotWhole(end)));
      }
      const worth = measuredAs(sumOfNavs(navs));
      return {
        ...capitalFigures(all, { end, policy, ...worth, measuredNav: worth.nav }),
        subject: 'INVESTOR',
        id: investorId,
        end,
      };
    });
  });
}

/** Why an investor has no NAV over all that it committed. */
export const navNotWhole = (end: CalendarDate) =>
  fail('NAV_MISSING', ['nav'], `A vehicle of this investor has no net asset value on ${end}.`);

const lastUntil = <T extends { readonly end: CalendarDate }>(all: readonly T[], end: CalendarDate): T | undefined =>
  all.reduce<T | undefined>(
    (last, one) => (one.end <= end && (last === undefined || one.end > last.end) ? one : last),
    undefined,
  );

/** The capital of a commitment from its figures as they are kept. */
export function otherCapital(kept: {
  readonly commitment: string;
  readonly contributions: string;
  readonly distributions: string;
  readonly recallable: string;
  readonly unfunded: string;
  readonly nav: string;
  readonly carryOwed: string;
  readonly carryPaid: string;
  readonly unrealised: string;
}): Capital {
  const recallable = decimal(kept.recallable);
  const unrealised = decimal(kept.unrealised);
  return {
    commitment: decimal(kept.commitment),
    called: decimal(kept.contributions),
    excess: zero,
    recallable,
    permanent: decimal(kept.distributions).minus(recallable),
    unfunded: decimal(kept.unfunded),
    navOfEntries: decimal(kept.nav).minus(unrealised),
    unrealised,
    carryOwed: decimal(kept.carryOwed),
    carryPaid: decimal(kept.carryPaid),
    flows: [],
  };
}
