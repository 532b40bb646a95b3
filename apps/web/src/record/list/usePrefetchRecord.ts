import { api } from '../../api/api.ts';
import { useAppDispatch } from '../../session/hooks.ts';
import type { RecordDefinition } from '../recordDefinition.ts';

/**
 * Returns a function that loads a record in advance, so that its profile appears at once. Pay is never loaded in advance, because each read is
 * logged.
 */
export function usePrefetchRecord(record: RecordDefinition): (id: string) => void {
  const dispatch = useAppDispatch();
  const prefetch = api.util.prefetch as (operation: string, argument: unknown, options: object) => never;
  return (id) => {
    if (record.isPay) return;
    dispatch(prefetch(record.get, { params: { id } }, { ifOlderThan: 30 }));
  };
}
