import type { ListFilter } from '@carrara/ui/list/defineList.ts';
import { useMemo } from 'react';
import { useRead } from '../../api/calls.ts';
import type { Argument } from '../../api/operations.ts';

type EntryType = Argument<'listReferenceEntries'>['params']['type'];

/** Returns a list filter by the entries of a reference data type. */
export function useEntryFilter(id: string, title: string, type: EntryType): ListFilter {
  const { data } = useRead('listReferenceEntries', { params: { type } });
  return useMemo(
    () => ({ id, title, options: (data ?? []).map((entry) => ({ value: entry.id, label: entry.description })) }),
    [id, title, data],
  );
}
