import { type CalendarDate, type Decimal, type Group, groupBy, zero } from '@carrara/domain/kernel';
import { effectOfEntry, effectOfShare } from './effect.ts';
import type { LedgerEntry } from './entry.ts';
import type { Posting } from './ledgerState.ts';

/** The net asset values of a vehicle and its commitments at a quarter end. A value is null if it isn't complete. */
export interface StoredNavs {
  readonly end: CalendarDate;
  readonly vehicle: Decimal | null;
  /** By commitment id. Commitments that it doesn't have began later. */
  readonly commitments: ReadonlyMap<string, Decimal | null>;
}

/** The entries of a vehicle, and its net asset values at quarter ends, in order. */
export interface NavFacts {
  readonly entries: readonly LedgerEntry[];
  readonly navs: readonly StoredNavs[];
}

interface NavChange {
  readonly date: CalendarDate;
  readonly nav: Decimal;
}
type NavLookup = (day: CalendarDate) => Decimal | null;

/**
 * Returns a lookup of the net asset value at the end of a day, with entries that are posted together. It is null if the
 * value of the quarter end before isn't complete.
 *
 *     net asset value = that of the last quarter end before the day + the effect of the entries since then, and of others posted together, until the day
 *
 * Units:  the vehicle's currency, whole cents.
 */
export function navUntil(added: readonly Posting[], { entries, navs }: NavFacts): NavLookup {
  const changes = (all: readonly (LedgerEntry | Posting)[]) =>
    all.map((entry) => ({ date: entry.effective, nav: effectOfEntry(entry).nav }));
  return lookupOf(
    changes(entries),
    changes(added),
    navs.map(({ end, vehicle }) => ({ end, nav: vehicle })),
  );
}

/** Returns the same lookup for a commitment, among those named. */
export function partnerNavUntil(
  added: readonly Posting[],
  { entries, navs }: NavFacts,
  commitmentIds: ReadonlySet<string>,
): (commitmentId: string, day: CalendarDate) => Decimal | null {
  const [stored, together] = [partnerChanges(entries, commitmentIds), partnerChanges(added, commitmentIds)];
  const lookups = new Map(
    [...commitmentIds].map((id) => {
      const ends = navs.map(({ end, commitments }) => {
        const nav = commitments.get(id);
        return { end, nav: nav === undefined ? zero : nav };
      });
      return [id, lookupOf(stored.get(id) ?? [], together.get(id) ?? [], ends)];
    }),
  );
  return (commitmentId, day) => lookups.get(commitmentId)?.(day) ?? null;
}

function partnerChanges(
  all: readonly (LedgerEntry | Posting)[],
  commitmentIds: ReadonlySet<string>,
): ReadonlyMap<string, Group<NavChange>> {
  const changes = all.flatMap((entry) =>
    entry.shares.flatMap((share) =>
      commitmentIds.has(share.commitmentId)
        ? [{ id: share.commitmentId, date: entry.effective, nav: effectOfShare(entry, share).nav }]
        : [],
    ),
  );
  return groupBy(changes, ({ id }) => id);
}

function lookupOf(
  stored: readonly NavChange[],
  added: readonly NavChange[],
  ends: readonly { readonly end: CalendarDate; readonly nav: Decimal | null }[],
): NavLookup {
  const [storedUntil, addedUntil] = [sumsUntil(stored), sumsUntil(added)];
  return (day) => {
    const last = ends.findLast(({ end }) => end < day);
    if (last?.nav === null) return null;
    const before = last === undefined ? zero : storedUntil(last.end);
    return sum([last?.nav ?? zero, storedUntil(day), before.negated(), addedUntil(day)]);
  };
}

const sum = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce<Decimal>((total, amount) => total.plus(amount), zero);

/** Returns a lookup of the sum of changes until a day. It adds them up once, because a file can have many days with distributions. */
function sumsUntil(changes: readonly NavChange[]) {
  const days = [...groupBy(changes, ({ date }) => date)].sort(([day], [other]) => (day < other ? -1 : 1));
  let total = zero;
  const sums = days.map(([day, ofDay]) => {
    total = sum([total, ...ofDay.map(({ nav }) => nav)]);
    return { day, total };
  });
  return (until: CalendarDate): Decimal => sums.findLast(({ day }) => day <= until)?.total ?? zero;
}
