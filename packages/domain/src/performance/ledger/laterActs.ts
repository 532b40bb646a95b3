import { displayedDate, fail, type Failures, moneyText } from '@carrara/domain/kernel';
import { changesAccruedCarry } from './accruedCarry.ts';
import { isSplitBy } from './warnOfDistribution.ts';
import type { LedgerEntry } from './entry.ts';
import { isReallocated } from './callsNetOfExcess.ts';
import { isDistributionAct, ledgerAct, type LedgerActKind } from './ledgerActs.ts';
import type { Ledger } from './ledgerState.ts';

/** A posted act with its position in the order of entry and the ids of its records. */
export interface LaterAct {
  readonly seq: number;
  readonly kind: LedgerActKind;
  readonly date: string;
  /** Of a distribution: true if the carry terms split it. */
  readonly isProposed?: boolean;
  readonly entryIds: readonly string[];
  readonly eventIds: readonly string[];
}

/** The date of an act or a single record, and the acts of the vehicle that were posted after it. */
export interface ActOfRecord {
  readonly date: string;
  readonly laterActs: readonly LaterAct[];
}

/** Returns true if a record of a list has been reversed. */
export const isReversed = (all: readonly { readonly reversalOf: string | null }[], id: string): boolean =>
  all.some(({ reversalOf }) => reversalOf === id);

/** The realization that a distribution of proceeds created in carry. */
export interface CreatedRealization {
  readonly name: string;
  readonly status: 'DRAFT' | 'POSTED' | 'REVERSED';
}

/** Checks that carry no longer uses a distribution that is to be reversed. Fails: USED_LATER. */
export const realizationFailures = (realization: CreatedRealization | null): Failures => {
  if (realization === null || realization.status === 'REVERSED') return [];
  const { name, status } = realization;
  const text =
    status === 'DRAFT'
      ? `The draft realization ‘${name}’ was created from this distribution. Delete it in Carry first.`
      : `The realization ‘${name}’ was created from this distribution and is posted. Reverse it in Carry first.`;
  return [fail('USED_LATER', [], text)];
};

/** The records that are to be reversed. */
interface RecordsToReverse {
  readonly changesCommitments: boolean;
  readonly entries?: readonly LedgerEntry[];
  /** The name of the records in the refusal. */
  readonly name?: string;
}

/** Returns the type, date and shares of an entry as one text. */
export const amountsOfEntry = ({ type, effective, amount, shares }: LedgerEntry): string =>
  [type, effective, moneyText(amount), ...shares.map((own) => own.commitmentId + moneyText(own.amount))].join();

/**
 * Returns the position at which the date and amounts of an entry were first entered. A file that changes only the
 * description of an entry, or that is undone, reverses it and enters it again.
 */
function firstPositions(entries: readonly LedgerEntry[]): (entry: LedgerEntry) => number {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const key = (seq: number | undefined, entry: LedgerEntry) => `${seq} ${amountsOfEntry(entry)}`;
  const reversed = new Map(
    entries.flatMap(({ reversalOf, seq }) => {
      const original = reversalOf === null ? undefined : byId.get(reversalOf);
      return original === undefined ? [] : [[key(seq, original), original] as const];
    }),
  );
  return function first(entry): number {
    const { seq = 0 } = entry;
    const previous = reversed.get(key(entry.seq, entry));
    return previous !== undefined && (previous.seq ?? 0) < seq ? first(previous) : seq;
  };
}

/** The acts whose records balance one another, so that one of them can't be reversed alone. */
const wholeActs: Readonly<Partial<Record<LedgerActKind, string>>> = {
  LATE_CLOSING: 'closing',
  PARTNER_TRANSFER: 'transfer',
};

/** Checks that an entry or commitment change isn't a part of an act that can only be reversed as a whole. Fails: USED_LATER. */
export function partOfAct(id: string, acts: readonly LaterAct[]): Failures {
  const found = acts.find(({ entryIds, eventIds }) => entryIds.includes(id) || eventIds.includes(id));
  const whole = found && wholeActs[found.kind];
  if (found === undefined || whole === undefined) return [];
  const title = ledgerAct(found.kind).title.toLowerCase();
  const text = `It is part of the ${title} of ${displayedDate(found.date)}. Reverse the whole ${whole} under Postings.`;
  return [fail('USED_LATER', [], text)];
}

/** Returns true if an act was computed from an entry. */
function usesEntry({ kind, isProposed }: LaterAct, entry: LedgerEntry, acts: readonly LaterAct[]): boolean {
  if (kind === 'LATE_CLOSING') return isReallocated(entry);
  if (kind === 'PARTNER_TRANSFER')
    return changesAccruedCarry(entry) || entry.shares.some(({ unfunded }) => !unfunded.isZero());
  if (!isDistributionAct(kind) || isProposed !== true) return false;
  // The carry that a quarter close booked is no carry of a distribution.
  return entry.type === 'CARRY-EARNED' ? acts.some(({ entryIds }) => entryIds.includes(entry.id)) : isSplitBy(entry);
}

/** The positions of a ledger are found once, because a file can reverse very many of its entries. */
const positionsByLedger = new WeakMap<readonly LedgerEntry[], ReturnType<typeof firstPositions>>();
const positionsIn = (entries: readonly LedgerEntry[]) => (entry: LedgerEntry) => {
  const positions = positionsByLedger.get(entries) ?? firstPositions(entries);
  positionsByLedger.set(entries, positions);
  return positions(entry);
};

/**
 * Checks that no later act was computed from the records that are to be reversed. Late closings are computed from the calls until their date, and
 * partner transfers from the unfunded commitments and the accrued carry, and proposed distributions from the cash of partners until their date. Every act
 * is split by the commitments of its date. `laterActs` may include acts that were posted before an entry.
 *
 * Fails: USED_LATER, with the later acts.
 */
export function dependentActs(
  { date, laterActs }: ActOfRecord,
  { changesCommitments, entries = [], name = 'this one' }: RecordsToReverse,
  ledger: Pick<Ledger, 'entries' | 'events'>,
): Failures {
  const positionOf = positionsIn(ledger.entries);
  const dependent = laterActs.filter(
    (later) =>
      ((changesCommitments && later.date >= date) ||
        entries.some(
          (entry) =>
            later.date >= entry.effective && usesEntry(later, entry, laterActs) && later.seq > positionOf(entry),
        )) &&
      (later.entryIds.some((id) => !isReversed(ledger.entries, id)) ||
        later.eventIds.some((id) => !isReversed(ledger.events, id))),
  );
  return dependent.length > 0 ? [fail('USED_LATER', [], dependentText(name, dependent))] : [];
}

/** The later acts, latest first: in the order in which they can be reversed. */
function dependentText(name: string, acts: readonly LaterAct[]): string {
  const named = acts
    .toReversed()
    .map((later) => `the ${ledgerAct(later.kind).title.toLowerCase()} of ${displayedDate(later.date)}`);
  return `Later postings were computed from ${name}. Reverse ${named.join(', then ')} first.`;
}
