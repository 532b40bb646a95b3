import type { FailureCode } from '@carrara/domain/kernel';
import { z } from 'zod';
import { type ColumnChoice, type ColumnNames, buildColumns } from './columns.ts';
import { deleteEndpoint, getEndpoint, listEndpoint, saveEndpoint } from './endpoint.ts';
import type { Fields } from './fields.ts';
import type { ListDefinition } from './paging.ts';
import type { Permission } from './permissions.ts';
import { type RecordTypeWith, findRecordType, upperFirst } from './recordType.ts';
import type { recordTypes } from './registry.ts';
import type { RecordType } from '../manifests/manifest.ts';

/** A kind of record with its own calls. */
type Listed = RecordTypeWith<{ readonly list: string }>;
type ListCall<T extends Listed> = (typeof recordTypes)[T]['list'];

/** The shape of a row: id and version, the record's fields in the columns, and additional fields. */
type RowShape<S extends z.ZodRawShape, N extends string, X extends z.ZodRawShape> = {
  [K in keyof X | Extract<keyof S, N | 'id' | 'rowVersion'>]: K extends keyof X
    ? X[K]
    : K extends keyof S
      ? S[K]
      : never;
};

interface RecordCalls<
  F extends Fields,
  R extends z.ZodObject,
  B extends z.ZodType,
  C extends readonly ColumnChoice<F>[],
  X extends z.ZodRawShape,
  Q extends z.ZodRawShape,
> {
  /** The path to save the record. It is read and deleted below it, and listed there unless `listPath` says otherwise. */
  readonly path: string;
  readonly listPath?: string;
  readonly fields: F;
  /** The shapes to read and to save it. */
  readonly record: R;
  readonly body: B;
  readonly columns: C;
  /** The fields of a list row in addition to its columns. */
  readonly row?: X;
  /** The date or year to sort by, newest first. If omitted, sorts by the record's name. */
  readonly sortedBy?: string;
  readonly pageSize?: number;
  readonly filters?: Q;
  /** The failures that the record's own rules can report on a save. */
  readonly refusals?: readonly FailureCode[];
  readonly parts?: ListDefinition['parts'];
}

const article = (noun: string) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun.toLowerCase()}`;

/**
 * Creates the calls of a plain record: its list with exports, and reading, saving and deleting a record. Names, titles and permissions come from the
 * record type, columns from its fields.
 */
export function recordEndpoints<
  const T extends Listed,
  F extends Fields,
  R extends z.ZodObject,
  B extends z.ZodType,
  const C extends readonly ColumnChoice<F>[],
  const X extends z.ZodRawShape = Record<never, never>,
  const Q extends z.ZodRawShape = Record<never, never>,
>(type: T, calls: RecordCalls<F, R, B, C, X, Q>) {
  const { path, listPath = path, fields, record, body, filters, pageSize, parts } = calls;
  const { title, plural, name = 'name', permission, list }: RecordType = findRecordType(type) as RecordType;
  const may = (act: string) => `${permission}.${act}` as Permission;
  const columns = buildColumns(fields, calls.columns);
  const picked = ['id', 'rowVersion', ...columns.map(({ field }) => field)].filter((field) => field in record.shape);
  const shape = { ...Object.fromEntries(picked.map((field) => [field, record.shape[field]])), ...calls.row };
  const typeName = upperFirst(type);
  const endpoints = {
    [list as string]: listEndpoint({
      path: listPath,
      title: plural,
      permission: may('view'),
      row: z.object(shape),
      columns,
      defaultSort: { field: calls.sortedBy ?? name, ascending: calls.sortedBy === undefined },
      tags: [typeName],
      ...(filters ? { filters } : {}),
      ...(pageSize ? { pageSize } : {}),
      ...(parts ? { parts } : {}),
    }),
    [`get${typeName}`]: getEndpoint(`${path}/:id`, upperFirst(article(title)), may('view'), record),
    [`save${typeName}`]: {
      ...saveEndpoint(path, `Create or change ${article(title)}`, may('edit'), body, record, calls.refusals),
      fields,
    },
    [`delete${typeName}`]: deleteEndpoint(`${path}/:id`, `Delete ${article(title)}`, may('delete')),
  };
  // The names are computed from the type, which TypeScript can't follow.
  return endpoints as unknown as {
    readonly [K in ListCall<T>]: ReturnType<
      typeof listEndpoint<z.ZodObject<RowShape<R['shape'], ColumnNames<C>, X>>, Q>
    >;
  } & { readonly [K in `get${Capitalize<T>}`]: ReturnType<typeof getEndpoint<R>> } & {
    readonly [K in `save${Capitalize<T>}`]: ReturnType<typeof saveEndpoint<B, R>>;
  } & { readonly [K in `delete${Capitalize<T>}`]: ReturnType<typeof deleteEndpoint> };
}
