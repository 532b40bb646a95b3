import { alreadyText, bulkResultText } from './bulkTexts.ts';
import type { BulkAction } from './SelectionActions.tsx';
import { useWrite } from '../../api/calls.ts';

/** A call that archives or restores several records. */
type ArchiveCall = 'archiveTaxProfiles' | 'archiveUsers' | 'archiveGroups' | 'archiveCurrencyPairs';

interface Archivable {
  readonly id: string;
  readonly rowVersion: number;
}

interface ArchivingOptions<Row> {
  readonly call: ArchiveCall;
  readonly nameOf: (row: Row) => string;
  readonly isInactive: (row: Row) => boolean;
  /** Returns why a row can't be changed, for another reason than its state. */
  readonly whyNot?: (row: Row, isInactive: boolean) => string | undefined;
  /** The consequences, each as a sentence. */
  readonly archived: string;
  readonly restored: string;
  readonly restore?: { readonly label: string; readonly done: string };
  readonly noun?: string;
}

/** Returns the actions that archive and restore the selected rows. */
export function useArchiveSelected<Row extends Archivable>({
  call,
  nameOf,
  isInactive: isArchived,
  whyNot,
  archived,
  restored,
  restore = { label: 'Restore', done: 'restored' },
  noun,
}: ArchivingOptions<Row>): readonly BulkAction<Row>[] {
  const [save] = useWrite(call);
  return [true, false].map((isInactive) => ({
    label: isInactive ? 'Archive' : restore.label,
    nameOf,
    whyNot: (row) => (isArchived(row) === isInactive ? alreadyText(isInactive) : whyNot?.(row, isInactive)),
    text: isInactive ? archived : restored,
    run: async (rows) => {
      const records = rows.map(({ id, rowVersion }) => ({ id, rowVersion }));
      return bulkResultText(
        await save({ body: { records, isInactive } }),
        isInactive ? 'archived' : restore.done,
        noun,
      );
    },
  }));
}
