import type { StatusValue } from '@carrara/contract/core/kinds';
import type { ListedEntry, ReferenceEntry } from '@carrara/contract/platform/reference/reference';
import { type ReferenceType, referenceTypes } from '@carrara/contract/platform/reference/referenceTypes';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { useWrite } from '../../../api/calls.ts';
import { alreadyText, bulkResultText } from '../../../record/list/bulkTexts.ts';
import type { BulkAction } from '../../../record/list/SelectionActions.tsx';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { referenceFields, typedEntry } from './referenceShape.ts';
import { archiveFailed, inUseText, reportedArchive } from './archiveTexts.ts';

type Typed = {
  readonly code: string;
  readonly description: string;
  readonly symbol?: string | null;
  readonly subType?: StatusValue | null;
  readonly displayOrder?: number | null;
};

/** Opens a form for an entry and saves it. Without an entry, it creates a new one. */
export function useEditEntry(type: ReferenceType): (entry?: ReferenceEntry) => Promise<void> {
  const [save] = useWrite('saveReferenceEntry');
  return async (entry) => {
    await openFormDialog({
      title: entry ? `Edit ${entry.description}` : `Add to ${referenceTypes[type].toLowerCase()}`,
      fields: referenceFields(type),
      initial: typedEntry(type, entry),
      save: async (values) => {
        const { subType, displayOrder, ...typed } = values as Typed;
        const head = entry ? { id: entry.id, rowVersion: entry.rowVersion, isInactive: entry.isInactive } : {};
        const body = { ...head, ...typed, subType: subType?.code ?? null, displayOrder: displayOrder ?? 0 };
        const { description } = await save({ params: { type }, body });
        toastSuccess(`${description} ${entry ? 'updated' : 'saved'} successfully`);
      },
    });
  };
}

/** Archives an active entry, or activates an archived one. */
export function useArchive(type: ReferenceType): (entry: ListedEntry) => Promise<void> {
  const [save] = useWrite('saveReferenceEntry');
  return async (entry) => {
    const { id, rowVersion, code, description, symbol, subType, displayOrder } = entry;
    const isInactive = !entry.isInactive;
    try {
      await save({
        params: { type },
        body: { id, rowVersion, code, description, symbol, subType, displayOrder, isInactive },
      });
      toastSuccess(reportedArchive(description, isInactive));
    } catch (failure) {
      toastError(archiveFailed(description, failure));
    }
  };
}

/** Returns the action that archives or activates the selected entries. */
export function useBulkArchive(type: ReferenceType): (isInactive: boolean) => BulkAction<ListedEntry> {
  const [save] = useWrite('archiveReferenceEntries');
  return (isInactive) => ({
    label: isInactive ? 'Archive' : 'Activate',
    nameOf: ({ description }) => description,
    whyNot: (entry) => {
      if (entry.isInactive === isInactive) return alreadyText(isInactive);
      return entry.uses?.length ? inUseText(entry.uses) : undefined;
    },
    text: isInactive
      ? 'Archived entries can’t be chosen anymore. Records that use them don’t change.'
      : 'Activated entries can be chosen again.',
    run: async (entries) => {
      const records = entries.map(({ id, rowVersion }) => ({ id, rowVersion }));
      const count = await save({ params: { type }, body: { records, isInactive } });
      return bulkResultText(count, isInactive ? 'archived' : 'activated');
    },
  });
}
