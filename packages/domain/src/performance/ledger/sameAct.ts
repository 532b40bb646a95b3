import { displayedDate, type Decimal, spokenMoney, zero } from '@carrara/domain/kernel';
import type { CommitmentEvent } from './commitment.ts';
import type { LedgerEntry } from './entry.ts';
import { ledgerAct, type LedgerActKind } from './ledgerActs.ts';
import { withoutReversed } from './withoutReversed.ts';

/** An act of the same kind and date that was posted before, with the ids of its records. */
export interface EarlierAct {
  readonly id: string;
  readonly postedBy: string | null;
  readonly noticeNumber: number | null;
  readonly entryIds: readonly string[];
  readonly eventIds: readonly string[];
}

interface Posted {
  readonly entries: readonly Pick<LedgerEntry, 'id' | 'amount' | 'securityId' | 'reversalOf'>[];
  readonly events: readonly Pick<CommitmentEvent, 'id' | 'kind' | 'commitmentId' | 'amount' | 'reversalOf'>[];
}

const totalOf = ({ entries }: Posted): Decimal => entries.reduce<Decimal>((sum, { amount }) => sum.plus(amount), zero);

/** Describes what makes two acts of a kind and date the same: their amount, securities and changes of commitments. */
const signatureOf = (posted: Posted): string =>
  [
    totalOf(posted).toString(),
    ...[...new Set(posted.entries.map(({ securityId }) => securityId ?? ''))].sort(),
    ...posted.events.map(({ kind, commitmentId, amount }) => `${kind} ${commitmentId} ${amount.toString()}`).sort(),
  ].join('\n');

/** Returns the earlier act that posted the same and isn't reversed. Undefined if there is none. */
export function findSameAct(posted: Posted, earlier: readonly EarlierAct[], ledger: Posted): EarlierAct | undefined {
  if (earlier.length === 0) return undefined;
  const [entries, events] = [withoutReversed(ledger.entries), withoutReversed(ledger.events)];
  const signature = signatureOf(posted);
  return earlier.find(({ entryIds, eventIds }) => {
    const own = {
      entries: entries.filter(({ id }) => entryIds.includes(id)),
      events: events.filter(({ id }) => eventIds.includes(id)),
    };
    return own.entries.length + own.events.length > 0 && signatureOf(own) === signature;
  });
}

/** Describes the earlier act in a message. */
export function sameActText(
  { kind, date }: { readonly kind: LedgerActKind; readonly date: LedgerEntry['effective'] },
  { postedBy, noticeNumber }: EarlierAct,
  posted: Posted,
): string {
  // The entries of a transfer add up to zero, so an act that changes commitments is named by their amount.
  const [changed] = posted.events;
  const amount = changed === undefined ? spokenMoney(totalOf(posted)) : `commitment of ${spokenMoney(changed.amount)}`;
  const notice = noticeNumber === null ? '' : `, notice ${String(noticeNumber)}`;
  return `${postedBy ?? 'Someone'} has already posted the same ${ledgerAct(kind).title.toLowerCase()} of ${displayedDate(date)}: ${amount}${notice}.`;
}
