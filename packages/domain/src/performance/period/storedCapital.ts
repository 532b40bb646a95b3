import { type CalendarDate, decimal, hundred, zero } from '@carrara/domain/kernel';
import type { Capital } from './capital.ts';
import type { ReportedReturns } from './reportedCapital.ts';

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
