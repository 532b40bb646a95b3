import type { FailureCode } from '@carrara/domain/kernel';
import { z } from 'zod';
import type { Column, Fields } from './fields.ts';
import { type ListDefinition, pageSchema, pageRequest } from './paging.ts';
import type { Access, Permission } from './permissions.ts';
import type { ReportDefinition } from './report.ts';
import { id, buildInputSchema, resultSchema } from './schema.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

interface Call<Parameters, Shape> {
  readonly params?: Parameters;
  readonly query?: Parameters;
  readonly body?: Shape;
  /** The shape of the JSON result; absent if the call returns a file. */
  readonly result?: Shape;
  readonly method: Method;
  /** Fastify spelling: `/api/carry/fund/:id`. */
  readonly path: string;
  /** Another address that the specification has for a call without parameters in its path. Its parameters are passed as a query. */
  readonly otherPath?: string;
  readonly summary: string;
  readonly permission: Access;
  /** The size class of the body if it is larger than usual (`bodyLimits`). */
  readonly bodySize?: 'long' | 'huge';
  /** `file`: the handler returns bytes with a name and a type. `upload`: the body is multipart with one file. */
  readonly answers?: 'json' | 'file';
  readonly accepts?: 'json' | 'upload';
  /** The failure codes of its rules, in addition to those of every call (`refusalsOf`). Tests check every failure against this list. */
  readonly failures?: readonly FailureCode[];
  /** With `Accept: text/plain`, these fields of the result are returned, joined by colons. */
  readonly plainText?: readonly string[];
  /** Rejects a GET with this hint, because the specification has a GET for a call that changes data. */
  readonly onlyPost?: string;
  /** Accepts an Idempotency-Key header: a repeated request gets the first response. */
  readonly idempotent?: true;
  /** A POST that only computes or reads. It opens a read-only transaction and writes no audit entry. */
  readonly readOnly?: true;
  /**
   * True if the response takes long to compute; `ifLarge` if it does only for a large vehicle. The call then runs in
   * another thread than the one that serves requests. Calls that create a file always run there. With `false` they
   * don't, because the file is already stored or has a thread of its own.
   */
  readonly offThread?: boolean | 'ifLarge';
  /**
   * The call returns sensitive data (pay): always, depending on the file, or depending on each record. The access is logged before the response
   * is sent.
   */
  readonly sensitive?: 'always' | 'byFile' | 'byRecord';
  /** Opens or closes the call for API tokens, if the permission doesn't decide that (`tokenAccess.ts`). */
  readonly token?: 'open' | 'closed';
  /** The call creates something that outlives the session, so it needs a recent second factor like a sensitive call, if the firm requires one. */
  readonly requiresStrength?: true;
  /** Also available to a person who signed in with a password from an administrator and hasn't changed it yet. */
  readonly withPasswordDue?: true;
  /** Also available to a person who signed in and still has to use the second factor. */
  readonly withFactorDue?: true;
  /** Set by `listEndpoint`: the list that this call pages through. */
  readonly list?: ListDefinition;
  /** Set by `recordEndpoints`: the fields of the record that this call saves. */
  readonly fields?: Fields;
  /** Set by `reportEndpoint`: the report that this call returns. */
  readonly report?: ReportDefinition;
  /** The records whose changes should make a client read this again (RTK Query tags, live updates). */
  readonly tags?: readonly string[];
}

/**
 * A call of the API, as data. The Fastify route with validation and permission, the wire names and OpenAPI are
 * derived from it. So are the ky client, the RTK Query hook, the CLI's `api` command and the role x route test.
 */
export type Endpoint = Call<z.ZodObject, z.ZodType>;

/** The parts of a schema that the types of a call need. Comparing full schemas over all calls would take the compiler seconds. */
interface Schema {
  readonly _zod: { readonly output: unknown; readonly input: unknown };
}
/** The type of a call for type inference. Every `Endpoint` is one. */
export type TypedEndpoint = Call<Schema, Schema>;
export type TypedEndpoints = Readonly<Record<string, TypedEndpoint>>;

export type Endpoints = Readonly<Record<string, Endpoint>>;

/** Preserves the literal types. */
export function defineEndpoints<const E extends TypedEndpoints>(endpoints: E): E {
  return endpoints;
}

type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
type InputPart<N extends string, S> = S extends Schema ? { readonly [K in N]: z.output<S> } : unknown;
/** The input of a handler: `params`, `query` and `body`, each only if the call has it. */
export type InputOf<E extends TypedEndpoint> = InputPart<'params', E['params']> &
  InputPart<'query', E['query']> &
  InputPart<'body', E['body']>;
/** The arguments of a caller. Fields with defaults may be omitted. */
type ArgumentPart<N extends string, S> = S extends Schema
  ? Record<string, never> extends z.input<S>
    ? { readonly [K in N]?: z.input<S> }
    : { readonly [K in N]: z.input<S> }
  : unknown;
export type ArgumentOf<E extends TypedEndpoint> = ArgumentPart<'params', E['params']> &
  ArgumentPart<'query', E['query']> &
  ArgumentPart<'body', E['body']>;
export type ResultOf<E extends TypedEndpoint> = OutputOf<E['result']>;

/** A row of a list, by its call. */
export type RowOf<E> = E extends {
  readonly list: object;
  readonly result: { readonly _zod: { readonly output: infer P } };
}
  ? P extends { pageData: (infer R)[] }
    ? R
    : never
  : never;

export const idParams = z.strictObject({ id: id() });

/** The fields of every stored record in addition to its own. */
export const recordHead = {
  id: id(),
  rowVersion: z.int(),
  createdDate: z.iso.datetime(),
  createdBy: z.string(),
  updatedDate: z.iso.datetime(),
  updatedBy: z.string(),
};
const saveHead = { id: id().nullish(), rowVersion: z.int().nullish(), reason: z.string().max(4000).nullish() };

/** Returns the shape of a record as it is read: head, fields and additions of the concept. */
export function recordSchema<F extends Fields, const X extends z.ZodRawShape = Record<never, never>>(
  fields: F,
  extra?: X,
) {
  return resultSchema(fields)
    .extend(recordHead)
    .extend((extra ?? {}) as X);
}
/**
 * Returns the shape of a record to save. Without an id, it is created; with one, `rowVersion` says which version was edited. `reason` is written to
 * the audit log.
 */
export function saveSchema<F extends Fields, const X extends z.ZodRawShape = Record<never, never>>(
  fields: F,
  extra?: X,
) {
  return buildInputSchema(fields)
    .extend(saveHead)
    .extend((extra ?? {}) as X);
}

/** Rows of a record with their own field table, as read and as saved. */
export const rowsSchema = <F extends Fields>(fields: F) => z.array(resultSchema(fields).extend({ id: id() }));
export const saveRowsSchema = <F extends Fields>(fields: F, most = 100) =>
  z
    .array(buildInputSchema(fields).extend({ id: id().nullish() }))
    .max(most)
    .default([]);

/** The body of a call that archives or restores several records. Each has the version that the person saw. */
export const archiveBody = z.strictObject({
  records: z
    .array(z.strictObject({ id: id(), rowVersion: z.int() }))
    .min(1)
    .max(1000),
  isInactive: z.boolean(),
});
/** The number of records that such a call changed, and of those that already were as requested. */
export const changedCount = z.object({ changed: z.int(), unchanged: z.int() });

interface ListOptions<R extends z.ZodType, Q extends z.ZodRawShape> {
  readonly path: string;
  readonly title: string;
  readonly permission: Access;
  readonly row: R;
  readonly columns: readonly Column[];
  readonly defaultSort: { readonly field: string; readonly ascending: boolean };
  readonly counted?: ListDefinition['counted'];
  readonly parts?: ListDefinition['parts'];
  readonly pageSize?: number;
  /** Further query parameters, such as `includeInactive`. */
  readonly filters?: Q;
  readonly tags?: readonly string[];
}

/**
 * Defines a paged, searchable, sortable list with exports: `?format=excel`, `application/pdf` or `csv` on the same path returns all pages of the same
 * rows, filter and sort as a file.
 */
export function listEndpoint<R extends z.ZodType, const Q extends z.ZodRawShape = Record<never, never>>(
  options: ListOptions<R, Q>,
) {
  const { title, columns, defaultSort, pageSize = 20 } = options;
  const sortable = columns.filter((column) => column.sortable !== false).map((column) => column.field);
  const request = pageRequest({ pageSize, sortColumn: defaultSort.field, sortAsc: defaultSort.ascending }, sortable);
  return {
    method: 'GET',
    path: options.path,
    summary: `List: ${title}`,
    permission: options.permission,
    query: request.extend((options.filters ?? {}) as Q),
    result: pageSchema(options.row),
    list: {
      title,
      columns,
      defaultSort,
      pageSize,
      ...(options.counted ? { counted: options.counted } : {}),
      ...(options.parts ? { parts: options.parts } : {}),
    },
    ...(options.tags ? { tags: options.tags } : {}),
  } as const satisfies Endpoint;
}

/** Reads one record by id. */
export function getEndpoint<R extends z.ZodType>(path: string, summary: string, permission: Permission, result: R) {
  return { method: 'GET', path, summary, permission, params: idParams, result } as const satisfies Endpoint;
}
/** Creates or updates a record and returns it as stored. `refusals` are those of its own rules. */
export function saveEndpoint<B extends z.ZodType, R extends z.ZodType>(
  path: string,
  summary: string,
  permission: Permission,
  body: B,
  result: R,
  refusals: readonly FailureCode[] = [],
) {
  return {
    method: 'POST',
    path,
    summary,
    permission,
    body,
    result,
    failures: ['STALE_VERSION', 'ROW_VERSION_REQUIRED', 'DUPLICATE', ...refusals],
  } as const satisfies Endpoint;
}
/** Deletes a record. Rejected with IN_USE while other records refer to it, and with the failures of its own rules. */
export function deleteEndpoint(
  path: string,
  summary: string,
  permission: Permission,
  refusals: readonly FailureCode[] = [],
) {
  return {
    method: 'DELETE',
    path,
    summary,
    permission,
    params: idParams,
    query: z.strictObject({ rowVersion: z.coerce.number().int().optional() }),
    result: z.object({ id: id() }),
    failures: ['STALE_VERSION', 'IN_USE', ...refusals],
  } as const satisfies Endpoint;
}
