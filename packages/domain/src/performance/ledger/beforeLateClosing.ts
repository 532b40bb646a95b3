import { displayedDate } from '@carrara/domain/kernel';
import type { CommitmentEvent, CommitmentEventKind } from './commitment.ts';
import type { EntryWarning } from './entryWarnings.ts';
import { isReallocated } from './calledKinds.ts';
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

/**
 * Returns warnings about calls that are dated before a late closing or an increase. The partners caught up on the calls until then, so they take no
 * part in another one with the new amount.
 *
 * Source: docs/user/quarter-close.md.
 */
export function beforeLateClosing<At>(
  postings: readonly { readonly at: At; readonly posting: Posting }[],
  ledger: Pick<Ledger, 'entries' | 'events'> & {
    readonly commitments: readonly { readonly id: string; readonly investorName: string }[];
  },
): readonly EntryWarning<At>[] {
  const calls = postings.filter(({ posting }) => posting.reversalOf === null && isReallocated(posting));
  if (calls.length === 0) return [];
  const closings = lateClosings(ledger);
  return calls.flatMap(({ at, posting: { effective } }): readonly EntryWarning<At>[] => {
    const later = closings.filter(({ date }) => date > effective);
    const names = ledger.commitments.filter(({ id }) => later.some(({ commitmentId }) => commitmentId === id));
    if (names.length === 0) return [];
    const partners = listedPartners(names.map(({ investorName }) => investorName));
    const isClosing = later.some(({ kind }) => kind === 'CLOSE');
    const [change, left, them] = isClosing
      ? [`a late closing of ${partners}`, 'it isn’t divided with them', 'them, reverse the closing']
      : [`an increase of ${partners}`, 'it is divided without it', 'it, reverse the increase'];
    const again = isClosing ? 'the closing' : 'the increase';
    const text = `The entry is dated ${displayedDate(effective)}, before ${change}, so ${left}. To include ${them}, enter this, and enter ${again} again.`;
    return [{ at, field: 'effectiveDate', text }];
  });
}
