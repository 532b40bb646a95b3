import type { ListQuery } from '@carrara/adapters/postgres/engine/lists/listQuery';
import type { RecordHead, RecordStore } from '@carrara/adapters/postgres/engine/records/recordStore';
import { type RecordTypeWith, findRecordType, upperFirst } from '@carrara/contract/core/recordType';
import type { recordTypes } from '@carrara/contract/core/registry';
import {
  listOperation,
  type ListOperation,
  type PageQuery,
  type RecordPorts,
  recordOperations,
} from './recordOperations.ts';

type Listed = RecordTypeWith<{ readonly list: string }>;
type Records<A extends RecordHead, R extends RecordHead> = ReturnType<typeof recordOperations<A, R>>;

/**
 * Creates the operations of a plain record under the names of its endpoints: listing, reading (completed by `answer`),
 * saving and deleting.
 */
export function plainOperations<const T extends Listed, R extends RecordHead, Row, A extends RecordHead = R>(
  type: T,
  store: RecordStore<R>,
  list: ListQuery<Row>,
  rules: Omit<RecordPorts<A, R>, 'store'> = {},
) {
  const typeName = upperFirst(type);
  const records = recordOperations<A, R>({ store, ...rules });
  // The names are computed from the type, which TypeScript can't follow.
  return {
    [findRecordType(type)?.list ?? '']: listOperation(list),
    [`get${typeName}`]: records.get,
    [`save${typeName}`]: records.save(`save${typeName}`),
    [`delete${typeName}`]: records.remove(`delete${typeName}`),
  } as { readonly [K in (typeof recordTypes)[T]['list']]: ListOperation<PageQuery, Row> } & {
    readonly [K in `get${Capitalize<T>}`]: Records<A, R>['get'];
  } & { readonly [K in `save${Capitalize<T>}`]: ReturnType<Records<A, R>['save']> } & {
    readonly [K in `delete${Capitalize<T>}`]: ReturnType<Records<A, R>['remove']>;
  };
}
