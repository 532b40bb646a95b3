import { type CalendarDate, displayedDate } from '@carrara/domain/kernel';
import type { LedgerEntry } from './entry.ts';
import type { EntryWarning } from './entryWarnings.ts';
import type { Posting } from './ledgerState.ts';
import { cashAndCarry } from './partnerTransfers.ts';

/** Returns true if the carry terms split a distribution of proceeds by such an entry: cash of partners, carry and sales. */
export const isSplitBy = ({ type }: Pick<LedgerEntry, 'type'>): boolean =>
  cashAndCarry.test(type) || type === 'TRANSFER' || type === 'SELL';

/**
 * Returns warnings about entries that are dated before a distribution of proceeds that the carry terms split. The split didn't count them, and stays.
 *
 * Source: docs/user/quarter-close.md.
 */
export function warnOfDistribution<At>(
  postings: readonly { readonly at: At; readonly posting: Pick<Posting, 'type' | 'effective' | 'reversalOf'> }[],
  /** The days of such distributions. */
  distributions: readonly CalendarDate[],
): readonly EntryWarning<At>[] {
  return postings.flatMap(({ at, posting }): readonly EntryWarning<At>[] => {
    const { type, effective, reversalOf } = posting;
    const later = distributions.filter((day) => day > effective);
    // The carry of a quarter is booked by its close, and splits nothing.
    if (reversalOf !== null || type === 'CARRY-EARNED' || !isSplitBy({ type }) || later.length === 0) return [];
    const days = later.toSorted().map(displayedDate);
    const named = days.length === 1 ? 'the distribution' : 'the distributions';
    const text = `The entry is dated ${displayedDate(effective)}, before ${named} of ${days.join(', ')}, so the split doesn’t count it. To count it, reverse ${named}, enter this, and distribute again.`;
    return [{ at, field: 'effectiveDate', text }];
  });
}
