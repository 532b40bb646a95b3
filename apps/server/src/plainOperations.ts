import type { ListQuery } from '@carrara/adapters/postgres/engine/lists';
import type { RecordHead, RecordStore } from '@carrara/adapters/postgres/engine/records';
import { type RecordTypeWith, recordTypeOf, upperFirst } from '@carrara/contract/core/recordType';
import type { recordTypes } from '@carrara/contract/core/recordTypes';
import {
  listOperation,
  type ListOperation,
  type PageQuery,
  type RecordPorts,
  recordOperations,
} from './recordOperations.ts';

type Listed = RecordTypeWith<{ readonly list: string }>;
type Records<R extends RecordHead> = ReturnType<typeof recordOperations<R>>;

/** The operations of a plain record, by the names of its calls: its list, reading one as it is stored, saving and deleting it. */
export function plainOperations<const T extends Listed, R extends RecordHead, Row>(
  type: T,
  store: RecordStore<R>,
  list: ListQuery<Row>,
  prepare?: RecordPorts<R>['prepare'],
) {
  const one = upperFirst(type);
  const records = recordOperations<R>({
    store,
    answer: async (_tx, stored) => stored,
    ...(prepare ? { prepare } : {}),
  });
  return {
    [recordTypeOf(type)?.list ?? '']: listOperation(list),
    [`get${one}`]: records.get,
    [`save${one}`]: records.save(`save${one}`),
    [`delete${one}`]: records.remove(`delete${one}`),
  } as unknown as { readonly [K in (typeof recordTypes)[T]['list']]: ListOperation<PageQuery, Row> } & {
    readonly [K in `get${Capitalize<T>}`]: Records<R>['get'];
  } & { readonly [K in `save${Capitalize<T>}`]: ReturnType<Records<R>['save']> } & {
    readonly [K in `delete${Capitalize<T>}`]: ReturnType<Records<R>['remove']>;
  };
}
