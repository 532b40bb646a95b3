import { type CalendarDate, type Decimal, type Failures, fail } from '@carrara/domain/kernel';
import type { AllocationKey, EntryType } from './entryType.ts';

/** The entered facts of an entry. */
export interface EntryFacts {
  readonly type: EntryType;
  /** In the vehicle's currency, in whole cents. */
  readonly amount: Decimal;
  /** The date of the event. */
  readonly effective: CalendarDate;
  readonly key: AllocationKey;
  readonly holdingId: string | null;
  readonly securityId: string | null;
  readonly noticeId: string | null;
  /** For a sale, the cost of the sold part. */
  readonly costRelieved: Decimal | null;
  /** For a distribution, true if it can be called again. */
  readonly isRecallable: boolean;
  /** For a call or returned excess, true if it doesn't affect the unfunded commitment. */
  readonly isOutside: boolean;
  /** The date on which the cash moved; null if it hasn't yet. */
  readonly settledOn: CalendarDate | null;
}

/** A share that the notice specifies. */
export interface EnteredShare {
  readonly commitmentId: string;
  readonly amount: Decimal;
  /** For a transfer, the unfunded commitment that is transferred with it. */
  readonly unfunded: Decimal | null;
}

/** A requested entry: with the shares of a NOTICE, or the single commitment of ONE. */
export interface RequestedEntry extends EntryFacts {
  readonly enteredShares: readonly EnteredShare[];
}

/** A commitment's share of an entry. The shares that aren't mirrors add up to the entry, and the mirrors to its opposite. */
export interface EntryShare {
  readonly commitmentId: string;
  readonly amount: Decimal;
  /** For a sale, its part of the cost relieved; otherwise zero. */
  readonly cost: Decimal;
  /** The change of the unfunded commitment. */
  readonly unfunded: Decimal;
  /** True for the GP's side of the carry that others bear. */
  readonly isMirror: boolean;
  /** True for a share passed by a transfer between partners. It counts in returns and multiples but not in capital accounts. */
  readonly isPassed?: true;
  /** The transfer out that passed it; for a price, the first TRANSFER entry of its date. */
  readonly passedBy?: string;
}

/**
 * The origin of an entered record: a row of an upload, or a source of a carry distribution or clawback. It can also be
 * a transfer from another firm.
 */
export interface Source {
  readonly kind: 'UPLOAD' | 'DISTRIBUTION' | 'LEDGER_RUN' | 'TRANSFER';
  readonly id: string;
  /** The row in the origin, if any. */
  readonly row: number | null;
}

/**
 * Checks that a record didn't come with a data transfer. Such records can't be changed individually, only by undoing the transfer.
 *
 * Fails: TRANSFERRED.
 */
export const refuseTransferred = (source: Source | null): Failures =>
  source?.kind === 'TRANSFER'
    ? [
        fail(
          'TRANSFERRED',
          [],
          'This came with a data transfer. Accept a later transfer to change it, or undo the transfer to remove it.',
        ),
      ]
    : [];

/** A stored entry. It never changes. */
export interface LedgerEntry extends EntryFacts {
  readonly id: string;
  /** The end of the quarter that shows it. */
  readonly booked: CalendarDate;
  /** The entry that this one reverses. */
  readonly reversalOf: string | null;
  readonly shares: readonly EntryShare[];
  /** Null or absent if somebody typed it. A data transfer brings only an investor's cash, not the vehicle's use of it. */
  readonly source?: Source | null;
  /** Position in the order in which entries, commitment changes and acts were entered. Absent until the entry is stored. */
  readonly seq?: number;
}
