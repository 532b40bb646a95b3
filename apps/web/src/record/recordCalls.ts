import { type Reading, skipToken, useRead, useWrite } from '../api/calls.ts';
import type { QueryName } from '../api/operations.ts';
import type { RecordDefinition, RecordValue } from './recordDefinition.ts';

/** The record of a profile or an editor, whatever its kind. */
export function useRecord(record: Pick<RecordDefinition, 'get'>, id: string | undefined): Reading<RecordValue> {
  const argument = (id === undefined ? skipToken : { params: { id } }) as never;
  return useRead<QueryName>(record.get, argument) as unknown as Reading<RecordValue>;
}

export type SaveRecord = (body: Readonly<Record<string, unknown>>) => Promise<RecordValue>;

/** Creates or changes a record of this kind. */
export function useSaveRecord(record: Pick<RecordDefinition, 'save'>): readonly [SaveRecord, boolean] {
  const [save, saving] = useWrite(record.save) as unknown as readonly [
    (argument: unknown) => Promise<RecordValue>,
    boolean,
  ];
  return [(body) => save({ body }), saving];
}

/** Deletes the record in the state that was seen. */
export function useDeleteRecord(record: RecordDefinition): (seen: RecordValue) => Promise<unknown> {
  const [remove] = useWrite(record.remove ?? record.save) as unknown as readonly [
    (argument: unknown) => Promise<unknown>,
  ];
  return ({ id, rowVersion }) => remove({ params: { id }, query: { rowVersion } });
}
