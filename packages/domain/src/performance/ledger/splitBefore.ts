import { addDays, type CalendarDate, type Decimal, displayedDate, spokenMoney, zero } from '@carrara/domain/kernel';
import type { CommitmentEvent } from './commitment.ts';
import type { LedgerEntry } from './entry.ts';
import { isReallocated } from './callsNetOfExcess.ts';
import { type EntryType, entryTypeRule, keysOfShares } from './entryType.ts';
import { withoutReversed } from './withoutReversed.ts';

/** Entries that a transfer between partners, or the reversal of a change, leaves unchanged. */
export interface SplitBefore {
  readonly count: number;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly kinds: readonly {
    readonly type: EntryType;
    readonly title: string;
    readonly count: number;
    readonly amount: Decimal;
  }[];
}

type Transfer = Pick<CommitmentEvent, 'commitmentId' | 'kind' | 'date'> & {
  /** The order of entry; absent before the transfer is entered. */
  readonly seq?: number;
};
/** An entry with its order of entry, unless it is being entered together with the transfer. */
type SplitEntry = Pick<LedgerEntry, 'id' | 'type' | 'amount' | 'effective' | 'key' | 'reversalOf' | 'shares'> & {
  readonly seq?: number;
};

/**
 * Returns the entries dated on or after a transfer between partners but entered before it. They are split by the
 * shares before the transfer, which doesn't change them. So the buyer has no part of them and the seller has too
 * much.
 *
 * The seller of a transfer in is the partner with a transfer out on the same date; if there is none, every partner. Reversed entries, entries of a
 * single partner, and the entries that make up a transfer (TRANSFER, UNFUNDED) don't count.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  never; null if there is no such entry, or if the change is no transfer.
 */
export function splitBeforeTransfer(
  transfer: Transfer,
  ledger: { readonly events: readonly CommitmentEvent[]; readonly entries: readonly SplitEntry[] },
): SplitBefore | null {
  const { kind, date, seq = Infinity, commitmentId } = transfer;
  if (kind !== 'TRANSFER_IN' && kind !== 'TRANSFER_OUT') return null;
  const later = ledger.entries.filter((entry) => entry.effective >= date);
  if (later.length === 0) return null;
  const outs = withoutReversed(ledger.events).filter((event) => event.kind === 'TRANSFER_OUT' && event.date === date);
  const sellers = new Set(kind === 'TRANSFER_OUT' ? [commitmentId] : outs.map((event) => event.commitmentId));
  const isSplit = ({ shares }: SplitEntry) =>
    shares.some(({ amount, ...share }) => !amount.isZero() && (sellers.size === 0 || sellers.has(share.commitmentId)));
  const found = withoutReversed(later).filter(
    (entry) => (entry.seq ?? Infinity) < seq && entry.key !== 'ONE' && !ownTypes.has(entry.type) && isSplit(entry),
  );
  return summarizeEntries(found);
}

/**
 * Returns the entries dated on or after a commitment change and entered after it, which were split by the shares with it. Entries of single partners
 * or with the shares of a notice don't count, nor do entries of other investments than the excused one.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  never; null if there is no such entry.
 */
export function splitAfterChange(
  { date, seq, holdingId }: Pick<CommitmentEvent, 'date' | 'seq' | 'holdingId'>,
  entries: readonly (SplitEntry & Pick<LedgerEntry, 'holdingId'>)[],
): SplitBefore | null {
  return summarizeEntries(
    withoutReversed(entries).filter(
      (entry) =>
        entry.effective >= date &&
        (entry.seq ?? 0) > seq &&
        !keysOfShares.has(entry.key) &&
        !ownTypes.has(entry.type) &&
        (holdingId === null || entry.holdingId === holdingId),
    ),
  );
}

/**
 * Returns the calls dated on or after an increase of a commitment. They are divided by the commitments without it, and stay so. Calls of a single
 * partner or with the shares of a notice don't count.
 *
 * Source: docs/user/quarter-close.md.
 */
export function entriesWithoutIncrease(
  { kind, date }: Pick<CommitmentEvent, 'kind' | 'date'>,
  entries: readonly (SplitEntry & Pick<LedgerEntry, 'isOutside'>)[],
): readonly string[] {
  if (kind !== 'INCREASE') return [];
  const found = summarizeEntries(
    withoutReversed(entries).filter(
      (entry) => entry.effective >= date && isReallocated(entry) && !keysOfShares.has(entry.key),
    ),
  );
  return found === null ? [] : [dividedWithoutText(found, 'increase')];
}

/**
 * Returns the entries dated after a late closing that is posted now. The new investor catches up only on the calls until
 * its date, so it has no part of them. Entries of a single partner or with the shares of a notice don't count.
 *
 * Source: docs/user/quarter-close.md.
 */
export function entriesWithoutLateClosing(date: CalendarDate, entries: readonly SplitEntry[]): readonly string[] {
  const found = summarizeEntries(
    withoutReversed(entries).filter(
      (entry) => entry.effective > date && !keysOfShares.has(entry.key) && !ownTypes.has(entry.type),
    ),
  );
  return found === null ? [] : [dividedWithoutText(found, 'closing')];
}

function dividedWithoutText(found: SplitBefore, change: 'increase' | 'closing'): string {
  const [are, they, them] = found.count === 1 ? ['is', 'It stays', 'it'] : ['are', 'They stay', 'them'];
  return (
    `${datedText(found)} ${are} already divided without this ${change}: ${listText(found)}. ${they} as entered. ` +
    `To divide ${them} by the new commitments, reverse ${them} and enter ${them} again after the ${change}.`
  );
}

function summarizeEntries(found: readonly SplitEntry[]): SplitBefore | null {
  const days = found.map(({ effective }) => effective).sort();
  const [from] = days;
  const to = days.at(-1);
  if (from === undefined || to === undefined) return null;
  return {
    count: found.length,
    from,
    to,
    kinds: [...new Set(found.map(({ type }) => type))].map((type) => {
      const own = found.filter((entry) => entry.type === type);
      return {
        type,
        title: entryTypeRule(type).title,
        count: own.length,
        amount: own.reduce<Decimal>((sum, { amount }) => sum.plus(amount), zero),
      };
    }),
  };
}

const ownTypes: ReadonlySet<EntryType> = new Set(['TRANSFER', 'UNFUNDED']);

const datedText = ({ count, from, to }: SplitBefore): string => {
  const dated = from === to ? displayedDate(from) : `${displayedDate(from)} to ${displayedDate(to)}`;
  return `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'} dated ${dated}`;
};
const listText = ({ kinds }: SplitBefore): string =>
  kinds.map(({ title, count, amount }) => `${String(count)} × ${title}, ${spokenMoney(amount)}`).join('; ');

/** Describes the entries that stay divided as they are if a change is reversed, and the next step. */
export function splitAfterText(found: SplitBefore): string {
  const [were, they, them] = found.count === 1 ? ['was', 'It stays', 'it'] : ['were', 'They stay', 'them'];
  return (
    `${datedText(found)} ${were} divided by the shares with this change: ${listText(found)}. ${they} as entered. ` +
    `To divide ${them} by the new shares, reverse ${them} and enter ${them} again after this reversal.`
  );
}

/** Describes these entries in a message: which ones, that they stay unchanged, and what to do before or after the transfer is entered. */
export function splitBeforeText(found: SplitBefore, isEntered: boolean): string {
  const [are, they, them] = found.count === 1 ? ['is', 'It stays', 'it'] : ['are', 'They stay', 'them'];
  return (
    `${datedText(found)} ${are} already divided by the shares from before this transfer: ${listText(found)}. ` +
    `${they} as entered: the transfer changes neither amounts nor shares. ` +
    `To divide ${them} by the new shares, reverse ${them} and enter ${them} again after the transfer. ` +
    `Otherwise ${isEntered ? 'reverse the transfer and enter it with the date' : 'date the transfer'} ${displayedDate(addDays(found.to, 1))} or later.`
  );
}
