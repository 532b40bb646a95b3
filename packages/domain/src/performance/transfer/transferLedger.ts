import type { CalendarDate } from '@carrara/domain/kernel';
import type { CommitmentEvent, LedgerEntry, Source } from '../ledger/index.ts';
import type { BookedEvent, ReportedFigure } from '../period/index.ts';

interface Sourced {
  readonly source: Source | null;
}

/** What a transfer meets in the books of the vehicle that takes it. */
export interface TransferLedger {
  readonly commitments: readonly { readonly id: string }[];
  readonly events: readonly (BookedEvent & Sourced)[];
  readonly entries: readonly (LedgerEntry & Sourced)[];
  readonly reported: readonly (ReportedFigure & Sourced)[];
  readonly locked: ReadonlySet<CalendarDate>;
}

/** Somebody here entered it, or a file of this firm's; no transfer did. */
export const isOwn = ({ source }: Sourced): boolean => source?.kind !== 'TRANSFER';
export const isOf =
  (transferId: string) =>
  ({ source }: Sourced): boolean =>
    source?.kind === 'TRANSFER' && source.id === transferId;

/** What an own ledger has of a commitment until a day, as far as it counts. */
export function ownRows(ledger: TransferLedger, commitmentId: string, until: CalendarDate) {
  const standing = <T extends CommitmentEvent | LedgerEntry>(
    all: readonly (T & Sourced & { booked: CalendarDate })[],
  ) => {
    const turned = new Set(all.map(({ reversalOf }) => reversalOf));
    return all.filter((one) => isOwn(one) && one.reversalOf === null && !turned.has(one.id) && one.booked <= until);
  };
  return {
    events: standing(ledger.events).filter((event) => event.commitmentId === commitmentId),
    entries: standing(ledger.entries).filter(({ shares }) => shares.some((one) => one.commitmentId === commitmentId)),
  };
}
