import { type Reading, skipToken, useRead, useWrite } from '../api/calls.ts';
import type { QueryName } from '../api/operations.ts';
import { useRemember } from '../api/useRemember.ts';
import type { RecordDefinition, RecordValue } from './recordDefinition.ts';

/** Reads the record of a profile or an editor, whatever its type. */
export function useRecord(record: Pick<RecordDefinition, 'get'>, id: string | undefined): Reading<RecordValue> {
  const argument = (id === undefined ? skipToken : { params: { id } }) as never;
  return useRead<QueryName>(record.get, argument) as unknown as Reading<RecordValue>;
}

export type SaveRecord = (body: Readonly<Record<string, unknown>>) => Promise<RecordValue>;

/** Returns a function that creates or changes a record. The cache then contains the stored record. */
export function useSaveRecord(
  record: Pick<RecordDefinition, 'get' | 'save' | 'saidOnce'>,
): readonly [SaveRecord, boolean] {
  const remember = useRemember() as (read: QueryName, stored: RecordValue) => void;
  const [save, saving] = useWrite(record.save) as unknown as readonly [
    (argument: unknown) => Promise<RecordValue>,
    boolean,
  ];
  const saved = async (body: Readonly<Record<string, unknown>>) => {
    const stored = await save({ body });
    remember(record.get, { ...stored, ...record.saidOnce });
    return stored;
  };
  return [saved, saving];
}

/** Returns a function that deletes the record in the version that was displayed. */
export function useDeleteRecord(record: RecordDefinition): (seen: RecordValue) => Promise<unknown> {
  const [remove] = useWrite(record.remove ?? record.save) as unknown as readonly [
    (argument: unknown) => Promise<unknown>,
  ];
  return ({ id, rowVersion }) => remove({ params: { id }, query: { rowVersion } });
}
