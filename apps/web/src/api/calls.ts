import type { Dispatch, State } from '../frame/store.ts';
import { useEffect, useState } from 'react';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { type SkipToken, skipToken } from '@reduxjs/toolkit/query/react';
import { api } from './api.ts';
import type { ApiFailure } from './failure.ts';
import { type Answer, type Argument, callOf, type ListName, type MutationName, type QueryName } from './operations.ts';

export interface Reading<T> {
  /** The latest answer, kept while the next one (another page, another search) is on its way. */
  readonly data: T | undefined;
  /** The answer to exactly these arguments. */
  readonly currentData: T | undefined;
  readonly error: ApiFailure | undefined;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}
interface Held {
  readonly unwrap: () => Promise<unknown>;
  readonly unsubscribe: () => void;
}
interface QueryHooks {
  readonly initiate: (argument: unknown, options: { readonly forceRefetch: boolean }) => (dispatch: Dispatch) => Held;
  readonly useQuery: (argument: unknown, options?: { skip?: boolean }) => Reading<unknown>;
  readonly select: (argument: unknown) => (state: State) => { readonly data?: unknown; readonly error?: unknown };
  readonly usePrefetch: never;
}
interface MutationHooks {
  readonly useMutation: () => readonly [
    (argument: unknown) => { readonly unwrap: () => Promise<unknown> },
    { readonly isLoading: boolean },
  ];
}

// The generated hooks have one type per call; these two functions are the only place where they are met by name.
const hooks = api.endpoints as unknown as Readonly<Record<string, QueryHooks & MutationHooks>>;
const hooksOf = (operation: string) => {
  const found = hooks[operation];
  if (!found) throw new Error(`no hooks for ${operation}`);
  return found;
};

/** Reads by the operation's name: the generated hook of that call. `skipToken` waits until the arguments are known. */
export function useRead<O extends QueryName>(operation: O, argument: Argument<O> | SkipToken): Reading<Answer<O>> {
  return hooksOf(operation).useQuery(argument) as Reading<Answer<O>>;
}

export interface Readings<T> {
  /** By argument, as each is now; what is not read yet is undefined. */
  readonly data: readonly (T | undefined)[];
  /** Why the first of those that are not there could not be read. */
  readonly error: ApiFailure | undefined;
  /** Reads again what could not be read. */
  readonly refetch: () => void;
}

/** The same read for several arguments. The texts of the arguments say which. */
export function useReads<O extends QueryName>(operation: O, texts: readonly string[]): Readings<Answer<O>> {
  const [attempt, setAttempt] = useState(0);
  const dispatch = useDispatch<Dispatch>();
  const wanted = texts.join('\n');
  useEffect(() => {
    const held = textsIn(wanted).map((text) =>
      dispatch(hooksOf(operation).initiate(JSON.parse(text), { forceRefetch: false })),
    );
    return () => {
      for (const reading of held) reading.unsubscribe();
    };
  }, [dispatch, operation, wanted, attempt]);
  const each = (state: State) => textsIn(wanted).map((text) => hooksOf(operation).select(JSON.parse(text))(state));
  return {
    data: useSelector((state: State) => each(state).map(({ data }) => data as Answer<O> | undefined), shallowEqual),
    error: useSelector((state: State) => each(state).find(({ data, error }) => data === undefined && error)?.error) as
      | ApiFailure
      | undefined,
    refetch: () => setAttempt((before) => before + 1),
  };
}

const textsIn = (wanted: string): readonly string[] => (wanted === '' ? [] : wanted.split('\n'));

/**
 * Reads once, outside of a component: what is known already, or with 'fresh' as it is now. Throws an `ApiFailure`.
 *
 * The answer is held while it is under way: what nobody holds is dropped from the cache as soon as a save makes it stale, also at the very
 * moment when it arrives, and the caller would get nothing.
 */
export async function readOnce<O extends QueryName>(
  dispatch: Dispatch,
  operation: O,
  argument: Argument<O>,
  age: 'fresh' | 'known' = 'known',
): Promise<Answer<O>> {
  const reading = dispatch(hooksOf(operation).initiate(argument, { forceRefetch: age === 'fresh' }));
  try {
    return (await reading.unwrap()) as Answer<O>;
  } finally {
    reading.unsubscribe();
  }
}

const underWay = new Map<string, Promise<unknown>>();

/** A write that is under way already, as by a button pressed twice, is not sent again: both have its answer. */
function once(operation: MutationName, argument: unknown, send: () => Promise<unknown>): Promise<unknown> {
  const { readOnly, accepts } = callOf(operation);
  if (readOnly || accepts === 'upload') return send();
  const what = `${operation} ${JSON.stringify(argument)}`;
  const sent =
    underWay.get(what) ??
    send().finally(() => {
      underWay.delete(what);
    });
  underWay.set(what, sent);
  return sent;
}

/** Writes by the operation's name: a function that answers the result or throws an `ApiFailure`, and whether it is under way. */
export function useWrite<O extends MutationName>(
  operation: O,
): readonly [(argument: Argument<O>) => Promise<Answer<O>>, boolean] {
  const [trigger, { isLoading }] = hooksOf(operation).useMutation();
  const write = (argument: Argument<O>) => once(operation, argument, () => trigger(argument).unwrap());
  return [(argument) => write(argument) as Promise<Answer<O>>, isLoading];
}

/** Any list of the contract, for screens that are the same for all of them. */
export interface PagedRows {
  readonly pageData: readonly Readonly<Record<string, unknown>>[];
  readonly totalItemCount: number;
  readonly currentPage: number;
  readonly pageSize: number;
  readonly totals?: readonly { readonly field: string; readonly total: string | null; readonly currency?: string }[];
}
export function useListRead(operation: ListName, argument: object | SkipToken): Reading<PagedRows> {
  return hooksOf(operation).useQuery(argument) as Reading<PagedRows>;
}

/** As `readOnce`, for any list. */
export const readListOnce = async (dispatch: Dispatch, operation: ListName, argument: object): Promise<PagedRows> =>
  (await readOnce(dispatch, operation, argument as never)) as unknown as PagedRows;

export { skipToken };
