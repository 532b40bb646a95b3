import { useEffect, useState } from 'react';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { type SkipToken, skipToken } from '@reduxjs/toolkit/query/react';
import { api } from './api.ts';
import type { ApiState, Dispatch } from './apiState.ts';
import type { ApiFailure } from './failure.ts';
import {
  type Answer,
  type Argument,
  callData,
  type ListName,
  type MutationName,
  type QueryName,
} from './operations.ts';

export interface Reading<T> {
  /** The latest result, which stays while the next one (another page, another search) is being loaded. */
  readonly data: T | undefined;
  /** The result for exactly the current arguments. */
  readonly currentData: T | undefined;
  readonly error: ApiFailure | undefined;
  readonly isFetching: boolean;
  /** Repeats the read. `refetchLatest` returns its result. */
  readonly refetch: () => unknown;
}
interface Subscribed {
  readonly unwrap: () => Promise<unknown>;
  readonly unsubscribe: () => void;
}
interface QueryHooks {
  readonly initiate: (
    argument: unknown,
    options: { readonly forceRefetch: boolean },
  ) => (dispatch: Dispatch) => Subscribed;
  readonly useQuery: (argument: unknown, options?: { skip?: boolean }) => Reading<unknown>;
  readonly select: (argument: unknown) => (state: ApiState) => { readonly data?: unknown; readonly error?: unknown };
  readonly usePrefetch: never;
}
interface MutationHooks {
  readonly useMutation: () => readonly [
    (argument: unknown) => { readonly unwrap: () => Promise<unknown> },
    { readonly isLoading: boolean },
  ];
}

// The generated hooks have one type per call, which TypeScript can't relate to each other. Only these functions look them up by name.
const hooks = api.endpoints as unknown as Readonly<Record<string, QueryHooks & MutationHooks>>;
const hooksOf = (operation: string) => {
  const found = hooks[operation];
  if (!found) throw new Error(`no hooks for ${operation}`);
  return found;
};

/** Reads through the generated hook of the operation. `skipToken` waits until the arguments are available. */
export function useRead<O extends QueryName>(operation: O, argument: Argument<O> | SkipToken): Reading<Answer<O>> {
  return hooksOf(operation).useQuery(argument) as Reading<Answer<O>>;
}

/** Like `useRead`, for an operation that is chosen at run time. `T` is what each operation to choose from returns. */
export function useReadByName<T>(operation: QueryName, argument: object | SkipToken): Reading<T> {
  return hooksOf(operation).useQuery(argument) as Reading<T>;
}

/** Repeats a read and returns its result. */
export async function refetchLatest<T>({ refetch }: Reading<T>): Promise<T | undefined> {
  const result = (await refetch()) as { readonly data?: T } | undefined;
  return result?.data;
}

export interface Readings<T> {
  /** The current result of each argument, in order; undefined for a result that is not loaded yet. */
  readonly data: readonly (T | undefined)[];
  /** The failure of the first read that did not succeed. */
  readonly error: ApiFailure | undefined;
  /** Repeats the reads that failed. */
  readonly refetch: () => void;
}

/**
 * Runs the same read for several arguments. Comparing the JSON texts of the arguments shows when these have changed.
 */
export function useReads<O extends QueryName>(operation: O, texts: readonly string[]): Readings<Answer<O>> {
  const [attempt, setAttempt] = useState(0);
  const dispatch = useDispatch<Dispatch>();
  const joined = texts.join('\n');
  useEffect(() => {
    const subscriptions = textsIn(joined).map((text) =>
      dispatch(hooksOf(operation).initiate(JSON.parse(text), { forceRefetch: false })),
    );
    return () => {
      for (const reading of subscriptions) reading.unsubscribe();
    };
  }, [dispatch, operation, joined, attempt]);
  const each = (state: ApiState) => textsIn(joined).map((text) => hooksOf(operation).select(JSON.parse(text))(state));
  return {
    data: useSelector((state: ApiState) => each(state).map(({ data }) => data as Answer<O> | undefined), shallowEqual),
    error: useSelector(
      (state: ApiState) => each(state).find(({ data, error }) => data === undefined && error)?.error,
    ) as ApiFailure | undefined,
    refetch: () => setAttempt((before) => before + 1),
  };
}

const textsIn = (joined: string): readonly string[] => (joined === '' ? [] : joined.split('\n'));

/**
 * Reads once, outside of a component. Returns the cached result, or a current one with 'fresh'. Throws an `ApiFailure`. Subscribes to the result
 * while the read runs. Without a subscription, a save that makes the result stale would drop it from the cache before the caller gets it.
 */
export const readOnce = <O extends QueryName>(
  dispatch: Dispatch,
  operation: O,
  argument: Argument<O>,
  age: 'fresh' | 'known' = 'known',
): Promise<Answer<O>> => readOnceByName(dispatch, operation, argument, age);

async function readOnceByName<T>(
  dispatch: Dispatch,
  operation: QueryName,
  argument: unknown,
  age: 'fresh' | 'known',
): Promise<T> {
  const reading = dispatch(hooksOf(operation).initiate(argument, { forceRefetch: age === 'fresh' }));
  try {
    return (await reading.unwrap()) as T;
  } finally {
    reading.unsubscribe();
  }
}

const pending = new Map<string, Promise<unknown>>();

/** Prevents a write from being sent twice, for example when a button is pressed twice. Both callers get the response of the first one. */
function once(operation: MutationName, argument: unknown, send: () => Promise<unknown>): Promise<unknown> {
  const { readOnly, accepts } = callData(operation);
  if (readOnly || accepts === 'upload') return send();
  const key = `${operation} ${JSON.stringify(argument)}`;
  const sent =
    pending.get(key) ??
    send().finally(() => {
      pending.delete(key);
    });
  pending.set(key, sent);
  return sent;
}

/**
 * Writes through the generated hook of the operation. Returns a function that resolves to the result or throws an `ApiFailure`, and true while the
 * write runs.
 */
export function useWrite<O extends MutationName>(
  operation: O,
): readonly [(argument: Argument<O>) => Promise<Answer<O>>, boolean] {
  return useWriteByName<Answer<O>>(operation);
}

/** Like `useWrite`, for an operation that is chosen at run time. `T` is what each operation to choose from returns. */
export function useWriteByName<T>(operation: MutationName): readonly [(argument: unknown) => Promise<T>, boolean] {
  const [trigger, { isLoading }] = hooksOf(operation).useMutation();
  const write = (argument: unknown) => once(operation, argument, () => trigger(argument).unwrap());
  return [(argument) => write(argument) as Promise<T>, isLoading];
}

interface FormArgument {
  readonly params?: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}
/** Like `useWrite`, for the values of a form, whose types only its fields know. The server validates them and names the fields in its errors. */
export function useFormWrite<O extends MutationName>(
  operation: O,
): readonly [(argument: FormArgument) => Promise<Answer<O>>, boolean] {
  return useWriteByName<Answer<O>>(operation);
}

/** A page of any list of the contract, for screens that treat all lists alike. */
export interface PagedRows {
  readonly pageData: readonly Readonly<Record<string, unknown>>[];
  readonly totalItemCount: number;
  readonly currentPage: number;
  readonly pageSize: number;
  readonly totals?: readonly { readonly field: string; readonly total: string | null; readonly currency?: string }[];
}
export function useListRead(operation: ListName, argument: object | SkipToken): Reading<PagedRows> {
  return useReadByName<PagedRows>(operation, argument);
}

/** Like `readOnce`, for any list. */
export const readListOnce = (dispatch: Dispatch, operation: ListName, argument: object): Promise<PagedRows> =>
  readOnceByName(dispatch, operation, argument, 'known');

export { skipToken };
