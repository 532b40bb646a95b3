import { type CalendarDate, type Decimal, zero } from '@carrara/domain/kernel';
import { commitmentsOn } from './commitment.ts';
import type { InvestorCommitment } from './decideCommitment.ts';
import type { EntryType } from './entryType.ts';
import type { Ledger } from './ledgerState.ts';
import { unfundedOn } from './unfundedCommitment.ts';
import { withoutReversed } from './withoutReversed.ts';

/** The part of an investor in a notice. */
interface NoticeShare {
  readonly investorId: string;
  readonly investorName: string;
  /** By type, in the order of the entries. */
  readonly amounts: readonly { readonly type: EntryType; readonly amount: Decimal }[];
  readonly total: Decimal;
  readonly commitment: Decimal;
  readonly unfunded: Decimal;
}

/** The parts of a notice, with the commitments at the end of a day. */
export interface NoticeParts {
  readonly on: CalendarDate;
  /** By name. */
  readonly shares: readonly NoticeShare[];
}

/**
 * Returns what a notice calls from each investor or distributes to it, by type of entry, and the unfunded commitment after it: at the end of its due
 * date or, if that is later, of its last entry. Reversed entries don't count.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/user/quarter-close.md.
 */
export function noticeShares(
  notice: { readonly id: string; readonly dueDate: CalendarDate },
  ledger: Pick<Ledger, 'entries' | 'events'> & { readonly commitments: readonly InvestorCommitment[] },
): NoticeParts {
  const entries = withoutReversed(ledger.entries).filter(({ noticeId }) => noticeId === notice.id);
  const on = entries.reduce((last, { effective }) => (effective > last ? effective : last), notice.dueDate);
  const types = [...new Set(entries.map(({ type }) => type))];
  const states = new Map(commitmentsOn(ledger.commitments, ledger.events, on).map(({ id, amount }) => [id, amount]));
  const shares = ledger.commitments.flatMap(({ id, investorId, investorName }): NoticeShare[] => {
    const amounts = types.flatMap((type) => {
      const own = entries
        .filter((entry) => entry.type === type)
        .flatMap((entry) => entry.shares.filter(({ commitmentId, isMirror }) => commitmentId === id && !isMirror));
      const amount = own.reduce<Decimal>((sum, share) => sum.plus(share.amount), zero);
      return amount.isZero() ? [] : [{ type, amount }];
    });
    if (amounts.length === 0) return [];
    const total = amounts.reduce<Decimal>((sum, { amount }) => sum.plus(amount), zero);
    const commitment = states.get(id) ?? zero;
    return [{ investorId, investorName, amounts, total, commitment, unfunded: unfundedOn(ledger, id, on) }];
  });
  const inOrder = shares.toSorted((share, other) => share.investorName.localeCompare(other.investorName, 'en'));
  return { on, shares: inOrder };
}
