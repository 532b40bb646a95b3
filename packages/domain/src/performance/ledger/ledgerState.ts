import type { CalendarDate } from '@carrara/domain/kernel';
import type { Commitment, CommitmentEvent } from './commitment.ts';
import type { EntryFacts, EntryShare, LedgerEntry } from './entry.ts';

export interface Quarters {
  /** The locked quarter ends. */
  readonly locked: ReadonlySet<CalendarDate>;
  /** The last quarter end that can be booked; any if omitted. */
  readonly latest?: CalendarDate;
  /** The firm's local date, after which nothing can have been reported or settled; any if omitted. */
  readonly today?: CalendarDate;
  /** The quarters that have figures, in order. */
  readonly quarters?: readonly CalendarDate[];
}

/** The parts of a vehicle's ledger that a posting is checked against. */
export interface Ledger extends Quarters {
  readonly commitments: readonly Commitment[];
  readonly events: readonly CommitmentEvent[];
  readonly entries: readonly LedgerEntry[];
}

export interface Posting extends EntryFacts {
  readonly booked: CalendarDate;
  readonly reversalOf: string | null;
  readonly shares: readonly EntryShare[];
}
