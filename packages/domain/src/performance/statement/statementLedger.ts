import type { CalendarDate } from '../../kernel/index.ts';
import type { SecurityKind } from '../capitalAccount/index.ts';
import type { Commitment, EntryShare, EntryType, Security, Trade, Valuation } from '../ledger/index.ts';
import type { BookedEvent } from '../period/index.ts';

/** A share with the data of its entry. Shares of one commitment, type and quarter may be combined. */
export interface BookedShare extends EntryShare {
  readonly type: EntryType;
  readonly booked: CalendarDate;
}

/** A security of a holding: debt or equity. */
export interface StatedSecurity extends Security {
  readonly kind: SecurityKind;
}

/** The parts of a vehicle's ledger that its statements use, as known at some point. */
export interface StatementLedger {
  readonly commitments: readonly Commitment[];
  readonly events: readonly BookedEvent[];
  readonly shares: readonly BookedShare[];
  readonly securities: readonly StatedSecurity[];
  /** Purchases, sales and income of the holdings. */
  readonly trades: readonly Trade[];
  readonly valuations: readonly Valuation[];
}
