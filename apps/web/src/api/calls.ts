import { type SkipToken, skipToken } from '@reduxjs/toolkit/query/react';
import { api } from './api.ts';
import type { ApiFailure } from './failure.ts';
import type { Answer, Argument, ListName, MutationName, QueryName } from './operations.ts';

export interface Reading<T> {
  /** The latest answer, kept while the next one (another page, another search) is on its way. */
  readonly data: T | undefined;
  /** The answer to exactly these arguments. */
  readonly currentData: T | undefined;
  readonly error: ApiFailure | undefined;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}
interface QueryHooks {
  readonly useQuery: (argument: unknown, options?: { skip?: boolean }) => Reading<unknown>;
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

/** Writes by the operation's name: a function that answers the result or throws an `ApiFailure`, and whether it is under way. */
export function useWrite<O extends MutationName>(
  operation: O,
): readonly [(argument: Argument<O>) => Promise<Answer<O>>, boolean] {
  const [trigger, { isLoading }] = hooksOf(operation).useMutation();
  return [(argument) => trigger(argument).unwrap() as Promise<Answer<O>>, isLoading];
}

/** Any list of the contract, for screens that are the same for all of them. */
export interface PagedRows {
  readonly pageData: readonly Readonly<Record<string, unknown>>[];
  readonly totalItemCount: number;
  readonly currentPage: number;
  readonly pageSize: number;
  readonly totals?: readonly { readonly field: string; readonly total: string; readonly currency?: string }[];
}
export function useListRead(operation: ListName, argument: object | SkipToken): Reading<PagedRows> {
  return hooksOf(operation).useQuery(argument) as Reading<PagedRows>;
}

export { skipToken };
