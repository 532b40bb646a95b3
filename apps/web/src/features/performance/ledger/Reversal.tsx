import { MOST_REASON } from '@carrara/contract/performance/ledger/reasonLength';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { openLedgerDialog } from './ledgerDialog.ts';

/** Opens a form for the reason of a reversal. */
export const openReversal = (
  title: string,
  { message, save }: { readonly message: string; readonly save: (reason: string) => Promise<unknown> },
): Promise<boolean> =>
  openLedgerDialog({
    title: `Reverse ${title}`,
    fields: { reason: { kind: 'longText', title: 'Reason', required: true, max: MOST_REASON } },
    initial: {},
    saveLabel: 'Reverse',
    message,
    save: ({ reason }) => save(String(reason)),
  });

interface Reversible {
  readonly isLate: boolean;
  readonly reversesId: string | null;
  readonly reversedById: string | null;
}

/** Marks an entry that is late, reversed, or a reversal. */
export const EntryTags = ({ isLate, reversesId, reversedById }: Reversible) => (
  <>
    {isLate ? <Tag>Late</Tag> : null} {reversedById ? <Tag>Reversed</Tag> : reversesId ? <Tag>Reversal</Tag> : null}
  </>
);
