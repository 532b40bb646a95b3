import { type CalendarDate, type Decimal, type Failures, fail } from '@carrara/domain/kernel';
import type { AllocationKey, EntryType } from './entryType.ts';

/** What somebody enters. */
export interface EntryFacts {
  readonly type: EntryType;
  /** In the vehicle's currency, in whole cents. */
  readonly amount: Decimal;
  /** When it happened. */
  readonly effective: CalendarDate;
  readonly key: AllocationKey;
  readonly holdingId: string | null;
  readonly securityId: string | null;
  readonly noticeId: string | null;
  /** Of a sale: what was paid for what is sold. */
  readonly costRelieved: Decimal | null;
  /** Of a distribution: may be called again. */
  readonly isRecallable: boolean;
  /** Of a call, or of excess returned: it does not touch the unfunded commitment. */
  readonly isOutside: boolean;
  /** When the cash moved; null: not yet. */
  readonly settledOn: CalendarDate | null;
}

/** A share that the notice gives. */
export interface GivenShare {
  readonly commitmentId: string;
  readonly amount: Decimal;
  /** Of a transfer: the unfunded commitment that goes with it. */
  readonly unfunded: Decimal | null;
}

/** How an entry is asked for: the shares of a NOTICE, the one commitment of ONE. */
export interface AskedEntry extends EntryFacts {
  readonly given: readonly GivenShare[];
}

/** What of an entry falls on a commitment. The shares that are no mirrors add up to the entry, the mirrors to its opposite. */
export interface EntryShare {
  readonly commitmentId: string;
  readonly amount: Decimal;
  /** Of a sale: the part of the cost relieved; otherwise zero. */
  readonly cost: Decimal;
  /** What the unfunded commitment changes by. */
  readonly unfunded: Decimal;
  /** The GP's side of the carry that others bear. */
  readonly isMirror: boolean;
  /** Passed with a transfer between partners: it counts in returns and multiples, and in no capital account. */
  readonly isPassed?: true;
  /** The transfer out that it passed with; absent of a price. */
  readonly passedBy?: string;
}

/** Where what was entered came from: a row of an upload, a source of a carry distribution or of a clawback of carry's ledger, a transfer of another firm. */
export interface Source {
  readonly kind: 'UPLOAD' | 'DISTRIBUTION' | 'LEDGER_RUN' | 'TRANSFER';
  readonly id: string;
  /** Its place there, where it has one. */
  readonly row: number | null;
}

/**
 * What came with a data transfer is undone with it, and not changed by itself.
 *
 * Fails: TRANSFERRED.
 */
export const notTransferred = (source: Source | null): Failures =>
  source?.kind === 'TRANSFER'
    ? [
        fail(
          'TRANSFERRED',
          [],
          'This came with a data transfer: it changes with a later one, or goes when that is undone.',
        ),
      ]
    : [];

/** An entry as it is kept, and never changed. */
export interface LedgerEntry extends EntryFacts {
  readonly id: string;
  /** The end of the quarter that shows it. */
  readonly booked: CalendarDate;
  /** The entry that this one turns. */
  readonly reversalOf: string | null;
  readonly shares: readonly EntryShare[];
  /** Null and absent: somebody typed it. A transfer of data brings an investor's cash, and nothing of what the vehicle did with it. */
  readonly source?: Source | null;
}
