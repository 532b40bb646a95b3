import { type CalendarDate, type Decimal, displayedDate, spokenMoney, zero } from '@carrara/domain/kernel';
import type { LedgerEntry } from './entry.ts';
import { entryTypeRule } from './entryType.ts';
import type { EntryWarning } from './entryWarnings.ts';
import type { Posting } from './ledgerState.ts';

const isInterest = ({ type }: Pick<Posting, 'type'>) => entryTypeRule(type).interest !== undefined;

/**
 * Returns a warning for each date on which the late-closing interest paid differs from that received. Late investors pay it to the earlier ones, so
 * both are the same.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/user/quarter-close.md.
 */
export function unmatchedInterest<At>(
  postings: readonly { readonly at: At; readonly posting: Posting }[],
  { entries }: { readonly entries: readonly LedgerEntry[] },
): readonly EntryWarning<At>[] {
  const entered = postings.filter(({ posting }) => isInterest(posting) && posting.reversalOf === null);
  const firstOfDay = new Map<CalendarDate, At>();
  for (const { at, posting } of entered.toReversed()) firstOfDay.set(posting.effective, at);
  if (firstOfDay.size === 0) return [];
  const all = [...entries, ...postings.map(({ posting }) => posting)].filter(isInterest);
  return [...firstOfDay].flatMap(([day, at]): readonly EntryWarning<At>[] => {
    const totalOf = (type: Posting['type']) =>
      all.reduce<Decimal>(
        (sum, each) => (each.type === type && each.effective === day ? sum.plus(each.amount) : sum),
        zero,
      );
    const [paid, received] = [totalOf('LATE-INT-PAID'), totalOf('LATE-INT-RECEIVED')];
    if (paid.eq(received)) return [];
    const other = entryTypeRule(paid.gt(received) ? 'LATE-INT-RECEIVED' : 'LATE-INT-PAID').title;
    const text = `On ${displayedDate(day)}, late-closing interest paid is ${spokenMoney(paid)}, but received is ${spokenMoney(received)}. Enter the difference as ‘${other}’, too.`;
    return [{ at, field: 'amount', text }];
  });
}
