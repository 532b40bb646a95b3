import { type CalendarDate, type Decimal, displayedDate, spokenMoney, zero } from '@carrara/domain/kernel';
import type { Commitment } from './commitment.ts';
import type { LedgerEntry } from './entry.ts';
import type { Posting } from './ledgerState.ts';

/** A warning about the amount of the first transfer of a date. */
interface UnbalancedTransfer<At> {
  readonly at: At;
  readonly field: 'amount';
  readonly text: string;
}

const isTransfer = ({ type }: Pick<Posting, 'type'>) => type === 'TRANSFER';

/**
 * Returns a warning for each date on which transfers between partners don't add up to zero: the value that leaves some
 * partners reaches others. In the books of a single investor, the other partners are missing, so nothing is compared.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/user/quarter-close.md.
 */
export function unbalancedTransfers<At>(
  postings: readonly { readonly at: At; readonly posting: Posting }[],
  { commitments, entries }: { readonly commitments: readonly Commitment[]; readonly entries: readonly LedgerEntry[] },
): readonly UnbalancedTransfer<At>[] {
  if (commitments.length < 2) return [];
  const entered = postings.filter(({ posting }) => isTransfer(posting) && posting.reversalOf === null);
  const firstOfDay = new Map<CalendarDate, At>();
  for (const { at, posting } of entered.toReversed()) firstOfDay.set(posting.effective, at);
  if (firstOfDay.size === 0) return [];
  const all = [...entries, ...postings.map(({ posting }) => posting)].filter(isTransfer);
  return [...firstOfDay].flatMap(([day, at]): readonly UnbalancedTransfer<At>[] => {
    const total = all.reduce<Decimal>((sum, each) => (each.effective === day ? sum.plus(each.amount) : sum), zero);
    if (total.isZero()) return [];
    const text = `The transfers between partners of ${displayedDate(day)} add up to ${spokenMoney(total)}, not 0.00. Enter the other partner’s side with the same date, too.`;
    return [{ at, field: 'amount', text }];
  });
}
