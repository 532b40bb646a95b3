import type { CalendarDate } from '../../kernel/index.ts';
import type { SecurityKind } from '../capitalAccount/index.ts';
import type { Commitment, EntryShare, EntryType } from '../ledger/index.ts';
import type { BookedEvent, LockedBy, Security, Trade, Valuation } from '../period/index.ts';

/** A share with what its entry says of it; shares of one commitment, type and quarter may come added up. */
export interface BookedShare extends EntryShare {
  readonly type: EntryType;
  readonly booked: CalendarDate;
}

/** A security below a holding, debt or equity. */
export interface StatedSecurity extends Security {
  readonly kind: SecurityKind;
}

/** What of a vehicle's ledger its statements are made of, as it was known on some act. */
export interface StatementLedger {
  readonly commitments: readonly Commitment[];
  readonly events: readonly BookedEvent[];
  readonly shares: readonly BookedShare[];
  readonly securities: readonly StatedSecurity[];
  /** Purchases, sales and income of the holdings. */
  readonly trades: readonly Trade[];
  readonly valuations: readonly Valuation[];
  readonly lockedBy?: LockedBy;
}
