import { type CalendarDate, type Decimal, groupBy, spokenMoney, zero } from '@carrara/domain/kernel';
import { effectOfEntry } from './effect.ts';
import type { LedgerEntry } from './entry.ts';
import { entryTypeRule } from './entryType.ts';
import type { EntryWarning } from './entryWarnings.ts';
import type { Posting } from './ledgerState.ts';

/** The net asset value of a vehicle at a quarter end. Null if it isn't complete. */
export interface StoredNav {
  readonly end: CalendarDate;
  readonly vehicle: Decimal | null;
}

/** The entries of a vehicle, and its net asset values at quarter ends, in order. */
export interface NavFacts {
  readonly entries: readonly LedgerEntry[];
  readonly navs: readonly StoredNav[];
}

const isDistribution = ({ type }: Posting): boolean => entryTypeRule(type).notice === 'DISTRIBUTION';

/**
 * Returns warnings about distributions that are above the fund's net asset value. Those of a day are added up, and the warning is at the first one.
 *
 *     net asset value = that of the last quarter end before the day + the effect of the entries since then, and of others posted together, until the day
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/user/quarter-close.md.
 */
export function distributionsAboveNav<At>(
  postings: readonly { readonly at: At; readonly posting: Posting }[],
  facts: NavFacts,
): readonly EntryWarning<At>[] {
  const days = groupBy(
    postings.filter(({ posting }) => isDistribution(posting)),
    ({ posting }) => posting.effective,
  );
  if (days.size === 0) return [];
  const navOn = navUntil(
    postings.map(({ posting }) => posting),
    facts,
  );
  return [...days].flatMap(([day, ofDay]): readonly EntryWarning<At>[] => {
    const after = navOn(day);
    if (after === null) return [];
    const total = sum(ofDay.map(({ posting }) => posting.amount));
    // Without the distributions themselves.
    const nav = after.minus(sum(ofDay.map(({ posting }) => effectOfEntry(posting).nav)));
    const text = `The distribution of ${spokenMoney(total)} is above the fund’s net asset value of ${spokenMoney(nav)}.`;
    return total.gt(0) && total.gt(nav) ? [{ at: ofDay[0].at, field: 'amount', text }] : [];
  });
}

/**
 * Returns a lookup of the net asset value at the end of a day, with entries that are posted together. It is null if the
 * value of the quarter end before isn't complete.
 */
export function navUntil(
  added: readonly Posting[],
  { entries, navs }: NavFacts,
): (day: CalendarDate) => Decimal | null {
  const effects = (all: readonly (LedgerEntry | Posting)[]) =>
    all.map((entry) => ({ date: entry.effective, nav: effectOfEntry(entry).nav }));
  const storedUntil = sumsUntil(effects(entries));
  const addedUntil = sumsUntil(effects(added));
  return (day) => {
    const last = navs.findLast(({ end }) => end < day);
    if (last?.vehicle === null) return null;
    const before = last === undefined ? zero : storedUntil(last.end);
    return sum([last?.vehicle ?? zero, storedUntil(day), before.negated(), addedUntil(day)]);
  };
}

const sum = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce<Decimal>((total, amount) => total.plus(amount), zero);

/** Returns a lookup of the sum of effects until a day. It adds them up once, because a file can have many days with distributions. */
function sumsUntil(effects: readonly { readonly date: CalendarDate; readonly nav: Decimal }[]) {
  const days = [...groupBy(effects, ({ date }) => date)].sort(([day], [other]) => (day < other ? -1 : 1));
  let total = zero;
  const sums = days.map(([day, ofDay]) => {
    total = sum([total, ...ofDay.map(({ nav }) => nav)]);
    return { day, total };
  });
  return (until: CalendarDate): Decimal => sums.findLast(({ day }) => day <= until)?.total ?? zero;
}
