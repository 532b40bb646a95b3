import { type Reading, skipToken, useReadByName, useWriteByName } from '../api/calls.ts';
import type { QueryName } from '../api/operations.ts';
import { useRemember } from '../api/useRemember.ts';
import type { RecordDefinition, RecordOf, RecordValue } from './recordDefinition.ts';

/** Reads the record of a profile or an editor, whatever its type. */
export const useRecord = <G extends QueryName>(
  record: Pick<RecordDefinition<G>, 'get'>,
  id: string | undefined,
): Reading<RecordOf<G>> => useReadByName(record.get, id === undefined ? skipToken : { params: { id } });

export type SaveRecord = (body: Readonly<Record<string, unknown>>) => Promise<RecordValue>;

/** Returns a function that creates or changes a record. The cache then contains the stored record. */
export function useSaveRecord(
  record: Pick<RecordDefinition, 'get' | 'save' | 'reportedOnce'>,
): readonly [SaveRecord, boolean] {
  const remember = useRemember() as (read: QueryName, stored: RecordValue) => void;
  const [save, saving] = useWriteByName<RecordValue>(record.save);
  const saved = async (body: Readonly<Record<string, unknown>>) => {
    const stored = await save({ body });
    remember(record.get, { ...stored, ...record.reportedOnce });
    return stored;
  };
  return [saved, saving];
}

/** Returns a function that deletes the record in the version that was displayed. */
export function useDeleteRecord(record: RecordDefinition): (loaded: RecordValue) => Promise<unknown> {
  const [remove] = useWriteByName<unknown>(record.remove ?? record.save);
  return ({ id, rowVersion }) => remove({ params: { id }, query: { rowVersion } });
}
