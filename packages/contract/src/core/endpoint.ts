import type { FailureCode } from '@carrara/domain/kernel';
import { z } from 'zod';
import type { Column, Fields } from './fields.ts';
import { type ListDefinition, pageOf, pageRequest } from './paging.ts';
import type { Access, Permission } from './permissions.ts';
import type { ReportDefinition } from './report.ts';
import { id, inputOf, resultOf } from './schema.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

interface Call<Parameters, Shape> {
  readonly params?: Parameters;
  readonly query?: Parameters;
  readonly body?: Shape;
  /** JSON of this shape; absent when the call answers a file. */
  readonly result?: Shape;
  readonly method: Method;
  /** Fastify spelling: `/api/carry/fund/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly permission: Access;
  /** How large a body may be when it is larger than usual (`bodyLimits`). */
  readonly bodySize?: 'long' | 'huge';
  /** `file`: the handler answers bytes with a name and a type. `upload`: the body is multipart with one file. */
  readonly answers?: 'json' | 'file';
  readonly accepts?: 'json' | 'upload';
  /** Codes of the rules that may refuse it, beside what any call may be refused with (`refusalsOf`): the tests hold every refusal to them. */
  readonly failures?: readonly FailureCode[];
  /** Answered with `Accept: text/plain` as these fields of the answer, joined by colons. */
  readonly plainText?: readonly string[];
  /** Refused as GET with this hint, where the specification has a GET for what changes something. */
  readonly onlyPost?: string;
  /** Takes an Idempotency-Key header: a repeat gets the first answer. */
  readonly idempotent?: true;
  /** A POST that only computes or reads; it opens a read-only transaction and writes no audit entry. */
  readonly readOnly?: true;
  /**
   * It answers somebody's pay, a file that may be one of pay, or records some of which may be (`somePay`): who looked at whose is written down
   * before the answer leaves.
   */
  readonly sensitive?: 'pay' | 'payFile' | 'somePay';
  /** Whether a program's token opens it, where its permission does not say (`tokenAccess.ts`). */
  readonly token?: 'open' | 'closed';
  /** It gives something that outlives the session: asked like what is sensitive, by a second factor shown lately where the firm wants one. */
  readonly asksStrength?: true;
  /** Also open to who has signed in with a password that an administrator gave and has not changed it yet. */
  readonly withPasswordDue?: true;
  /** Also open to who has signed in and has still to show the second factor. */
  readonly withFactorDue?: true;
  /** Set by `listEndpoint`: the list that this call pages through. */
  readonly list?: ListDefinition;
  /** Set by `reportEndpoint`: the report that this call answers. */
  readonly report?: ReportDefinition;
  /** Which records a change of which should make a client read this again (RTK Query tags, live updates). */
  readonly tags?: readonly string[];
}

/**
 * One call of the API, as data. Derived from it: the Fastify route with validation and permission, the wire names, OpenAPI, the ky client,
 * the RTK Query hook, the CLI's `api` command and the role x route test.
 */
export type Endpoint = Call<z.ZodObject, z.ZodType>;

/** What the types of a call need of a schema: to compare all of one with all of another costs the compiler seconds over all calls. */
interface Schema {
  readonly _zod: { readonly output: unknown; readonly input: unknown };
}
/** A call as types are taken from it; every `Endpoint` is one. */
export type TypedEndpoint = Call<Schema, Schema>;
export type TypedEndpoints = Readonly<Record<string, TypedEndpoint>>;

export type Endpoints = Readonly<Record<string, Endpoint>>;

/** Keeps the literal types. */
export function defineEndpoints<const E extends TypedEndpoints>(endpoints: E): E {
  return endpoints;
}

type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
type InputPart<N extends string, S> = S extends Schema ? { readonly [K in N]: z.output<S> } : unknown;
/** What a handler receives: `params`, `query` and `body`, each only when the call has it. */
export type InputOf<E extends TypedEndpoint> = InputPart<'params', E['params']> &
  InputPart<'query', E['query']> &
  InputPart<'body', E['body']>;
/** What a caller gives: fields with defaults may be left out. */
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

/** What every stored record carries beside its own fields. */
export const recordHead = {
  id: id(),
  rowVersion: z.int(),
  createdDate: z.iso.datetime(),
  createdBy: z.string(),
  updatedDate: z.iso.datetime(),
  updatedBy: z.string(),
};
const saveHead = { id: id().nullish(), rowVersion: z.int().nullish(), reason: z.string().max(4000).nullish() };

/** A record as it is read: head, fields and whatever else the concept adds. */
export function recordOf<F extends Fields, const X extends z.ZodRawShape = Record<never, never>>(fields: F, extra?: X) {
  return resultOf(fields)
    .extend(recordHead)
    .extend((extra ?? {}) as X);
}
/** A record as it is saved: without id it is created; with one, `rowVersion` says which state was edited. `reason` goes to the audit. */
export function saveOf<F extends Fields, const X extends z.ZodRawShape = Record<never, never>>(fields: F, extra?: X) {
  return inputOf(fields)
    .extend(saveHead)
    .extend((extra ?? {}) as X);
}

/** Rows of a record, over a field table of their own: as they are read, and as they are saved. */
export const rowsOf = <F extends Fields>(fields: F) => z.array(resultOf(fields).extend({ id: id() }));
export const saveRowsOf = <F extends Fields>(fields: F, most = 100) =>
  z
    .array(inputOf(fields).extend({ id: id().nullish() }))
    .max(most)
    .default([]);

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
 * A paged, searchable, sortable list with its exports: `?format=excel`, `application/pdf` or `csv` on the same path answers all pages of the
 * same rows, filter and sort as a file.
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
    result: pageOf(options.row),
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
/** Creates or updates one record and answers it as stored; `refusals` are those of its own rules. */
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
/** Deletes one record; refused with IN_USE while others point at it, and with those of its own rules. */
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
