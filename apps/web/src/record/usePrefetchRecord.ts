import { api } from '../api/api.ts';
import { useAppDispatch } from '../session/hooks.ts';
import type { RecordDefinition } from './recordDefinition.ts';

/** Reads a record before it is opened, so that its profile is there at once; one of pay waits until somebody looks at it. */
export function usePrefetchRecord(record: RecordDefinition): (id: string) => void {
  const dispatch = useAppDispatch();
  const prefetch = api.util.prefetch as (operation: string, argument: unknown, options: object) => never;
  return (id) => {
    if (record.isPay) return;
    dispatch(prefetch(record.get, { params: { id } }, { ifOlderThan: 30 }));
  };
}
