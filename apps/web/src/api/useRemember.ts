import { useDispatch } from 'react-redux';
import { api } from './api.ts';
import type { Dispatch } from './apiState.ts';
import { type Answer, callData, type MutationName, type QueryName } from './operations.ts';

/** Reads that return one record by its id, and saves that return the same. */
type RecordRead = Extract<QueryName, `get${string}`>;
type Identified = { readonly id: string };

/** Puts the response of a save into the cache, so that the record's page and editor never display the state before it. */
export function useRemember(): <O extends RecordRead>(read: O, stored: Answer<O> & Identified) => void {
  const dispatch = useDispatch<Dispatch>();
  const upsert = api.util.upsertQueryData as (operation: string, argument: unknown, stored: unknown) => never;
  return (read, stored) => {
    const { id } = stored;
    dispatch(upsert(read, { params: { id } }, stored));
    // The same record without its rows, if a page displays that.
    const shortened = { params: { id }, query: { rows: 'none' } };
    dispatch((send, stateOf) => {
      const displayed = api.util.selectCachedArgsForQuery(stateOf() as never, read as never) as readonly unknown[];
      if (displayed.some((argument) => JSON.stringify(argument) === JSON.stringify(shortened)))
        send(upsert(read, shortened, stored));
    });
  };
}

/** Like `useRemember`, for a write that returns a record that can be read. Without such a read, the response isn't cached. */
export function useRememberAnswer(write: MutationName): (stored: Identified) => void {
  const remember = useRemember() as (read: string, stored: Identified) => void;
  const { read } = callData(write);
  return (stored) => {
    if (read !== undefined) remember(read, stored);
  };
}
