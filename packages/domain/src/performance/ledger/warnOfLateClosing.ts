import { displayedDate } from '@carrara/domain/kernel';
import type { CommitmentEvent, CommitmentEventKind } from './commitment.ts';
import type { LedgerEntry } from './entry.ts';
import type { EntryWarning } from './entryWarnings.ts';
import { isReallocated } from './callsNetOfExcess.ts';
import type { Ledger, Posting } from './ledgerState.ts';
import { listedPartners } from './namedPartners.ts';
import { withoutReversed } from './withoutReversed.ts';

type LateClosing = Pick<CommitmentEvent, 'kind' | 'date' | 'commitmentId'>;

const raisingKinds: ReadonlySet<CommitmentEventKind> = new Set(['CLOSE', 'INCREASE']);

/** Returns the commitments that began or rose after the first calls, and caught up on them. */
function lateClosings({ entries, events }: Pick<Ledger, 'entries' | 'events'>): readonly LateClosing[] {
  const caughtUp = new Set(
    withoutReversed(entries).flatMap((entry) => {
      const [share, ...others] = entry.shares.filter(({ amount, isMirror }) => !isMirror && !amount.isZero());
      return share && others.length === 0 && isReallocated(entry) ? [`${share.commitmentId} ${entry.effective}`] : [];
    }),
  );
  return withoutReversed(events).filter(
    ({ kind, commitmentId, date }) => raisingKinds.has(kind) && caughtUp.has(`${commitmentId} ${date}`),
  );
}

/** Returns the transfers between partners whose called part is posted, with the seller. */
function postedTransfers({ entries, events }: Pick<Ledger, 'entries' | 'events'>): readonly LateClosing[] {
  const movesCalledPart = ({ type }: LedgerEntry) => type === 'TRANSFER' || type === 'UNFUNDED';
  const moved = new Set(
    withoutReversed(entries)
      .filter(movesCalledPart)
      .flatMap(({ effective, shares }) =>
        shares.flatMap(({ commitmentId, unfunded }) => (unfunded.isZero() ? [] : [`${commitmentId} ${effective}`])),
      ),
  );
  return withoutReversed(events).filter(
    ({ kind, commitmentId, date }) => kind === 'TRANSFER_OUT' && moved.has(`${commitmentId} ${date}`),
  );
}

/**
 * Returns warnings about calls that are dated before a late closing or an increase. The partners caught up on the calls until then, so they take no
 * part in another one with the new amount. The same applies to a transfer between partners and the called part that passed.
 *
 * Source: docs/user/quarter-close.md.
 */
export function warnOfLateClosing<At>(
  postings: readonly { readonly at: At; readonly posting: Posting }[],
  ledger: Pick<Ledger, 'entries' | 'events'> & {
    readonly commitments: readonly { readonly id: string; readonly investorName: string }[];
  },
): readonly EntryWarning<At>[] {
  const calls = postings.filter(({ posting }) => posting.reversalOf === null && isReallocated(posting));
  if (calls.length === 0) return [];
  const closings = lateClosings(ledger);
  const transfers = postedTransfers(ledger);
  const beforeTransfer = calls.flatMap(({ at, posting: { effective, shares } }): readonly EntryWarning<At>[] => {
    const paying = new Set(shares.flatMap(({ commitmentId, amount }) => (amount.isZero() ? [] : [commitmentId])));
    const later = transfers.filter(({ date, commitmentId }) => date > effective && paying.has(commitmentId));
    const sellers = ledger.commitments.filter(({ id }) => later.some(({ commitmentId }) => commitmentId === id));
    if (sellers.length === 0) return [];
    const partners = listedPartners(sellers.map(({ investorName }) => investorName));
    const text = `The entry is dated ${displayedDate(effective)}, before a transfer from ${partners}, so the called part that passed doesn’t include it. To include it, reverse the transfer, enter this, and enter the transfer again.`;
    return [{ at, field: 'effectiveDate', text }];
  });
  const beforeClosing = calls.flatMap(({ at, posting: { effective } }): readonly EntryWarning<At>[] => {
    const later = closings.filter(({ date }) => date > effective);
    const names = ledger.commitments.filter(({ id }) => later.some(({ commitmentId }) => commitmentId === id));
    if (names.length === 0) return [];
    const partners = listedPartners(names.map(({ investorName }) => investorName));
    const isClosing = later.some(({ kind }) => kind === 'CLOSE');
    const [change, omission, them] = isClosing
      ? [`a late closing of ${partners}`, 'it isn’t divided with them', 'them, reverse the closing']
      : [`an increase of ${partners}`, 'it is divided without it', 'it, reverse the increase'];
    const again = isClosing ? 'the closing' : 'the increase';
    const text = `The entry is dated ${displayedDate(effective)}, before ${change}, so ${omission}. To include ${them}, enter this, and enter ${again} again.`;
    return [{ at, field: 'effectiveDate', text }];
  });
  return [...beforeClosing, ...beforeTransfer];
}
