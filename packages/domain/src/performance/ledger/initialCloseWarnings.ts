import { type CalendarDate, displayedDate, fail, type Failures } from '@carrara/domain/kernel';
import { commitmentEventKinds } from './commitment.ts';
import { entryTypeRule } from './entryType.ts';
import type { Ledger } from './ledgerState.ts';
import { withoutReversed } from './withoutReversed.ts';

/** The maximum number of records named in a warning. */
const MOST_NAMED = 3;

/**
 * Returns a warning if the initial close moves past commitments, ledger entries or locked quarters that were after it.
 *
 * Source: docs/user/quarter-close.md.
 * Fails:  WARNINGS_NOT_CONFIRMED.
 */
export function initialCloseWarnings(
  { from, to }: { readonly from: CalendarDate | null; readonly to: CalendarDate | null },
  { events, entries, locked }: Pick<Ledger, 'events' | 'entries' | 'locked'>,
): Failures {
  if (to === null || (from !== null && to <= from)) return [];
  const isPassed = (day: CalendarDate) => day < to && (from === null || day >= from);
  const records = [
    ...withoutReversed(events).map(({ kind, date }) => ({ date, title: commitmentEventKinds[kind].title })),
    ...withoutReversed(entries).map(({ type, effective }) => ({ date: effective, title: entryTypeRule(type).title })),
  ]
    .filter(({ date }) => isPassed(date))
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const lastLocked = [...locked].filter(isPassed).toSorted().at(-1);
  if (records.length === 0 && lastLocked === undefined) return [];
  const named = records.slice(0, MOST_NAMED).map(({ date, title }) => `‘${title}’ of ${displayedDate(date)}`);
  const more = records.length - named.length;
  const passed = [
    ...named,
    ...(more > 0 ? [`${more.toLocaleString('en')} more ${more === 1 ? 'record' : 'records'}`] : []),
    ...(lastLocked === undefined ? [] : [`the quarters locked through ${displayedDate(lastLocked)}`]),
  ];
  const text = `The initial close on ${displayedDate(to)} is after ${passed.join(', ')}. Confirm it to save the fund.`;
  return [fail('WARNINGS_NOT_CONFIRMED', ['initialCloseDate'], text)];
}
