import type { CalendarDate } from '@carrara/domain/kernel';
import type { CommitmentEvent, LedgerEntry, Source } from '../ledger/index.ts';
import type { BookedEvent, ReportedFigure, TransferredStatement } from '../period/index.ts';

interface Sourced {
  readonly source: Source | null;
}

/** The parts of a vehicle's ledger that a transfer affects. */
export interface TransferLedger {
  readonly commitments: readonly { readonly id: string }[];
  readonly events: readonly (BookedEvent & Sourced)[];
  readonly entries: readonly (LedgerEntry & Sourced)[];
  readonly reported: readonly (ReportedFigure & Sourced)[];
  readonly statements?: readonly Pick<TransferredStatement, 'transferId' | 'end'>[];
  readonly locked: ReadonlySet<CalendarDate>;
}

/** Returns true if a row was entered or uploaded by this firm rather than brought by a transfer. */
export const isOwnRow = ({ source }: Sourced): boolean => source?.kind !== 'TRANSFER';
export const isOfTransfer =
  (transferId: string) =>
  ({ source }: Sourced): boolean =>
    source?.kind === 'TRANSFER' && source.id === transferId;

/** Returns the firm's own active rows for a commitment through a date. */
export function ownRows(ledger: TransferLedger, commitmentId: string, until: CalendarDate) {
  const effectiveRows = <T extends CommitmentEvent | LedgerEntry>(
    all: readonly (T & Sourced & { booked: CalendarDate })[],
  ) => {
    const turned = new Set(all.map(({ reversalOf }) => reversalOf));
    return all.filter(
      (item) => isOwnRow(item) && item.reversalOf === null && !turned.has(item.id) && item.booked <= until,
    );
  };
  return {
    events: effectiveRows(ledger.events).filter((event) => event.commitmentId === commitmentId),
    entries: effectiveRows(ledger.entries).filter(({ shares }) =>
      shares.some((share) => share.commitmentId === commitmentId),
    ),
  };
}
