import { useDispatch } from 'react-redux';
import type { Dispatch } from '../frame/store.ts';
import { api } from './api.ts';
import type { Answer, QueryName } from './operations.ts';

/** Reads that answer one record by its id, and saves that answer the same. */
type RecordRead = Extract<QueryName, `get${string}`>;
type Known = { readonly id: string };

/** Keeps what a save answered as what is known of the record, so that its page and its editor never show the state before it. */
export function useRemember(): <O extends RecordRead>(read: O, stored: Answer<O> & Known) => void {
  const dispatch = useDispatch<Dispatch>();
  const upsert = api.util.upsertQueryData as (operation: string, argument: unknown, stored: unknown) => never;
  return (read, stored) => {
    dispatch(upsert(read, { params: { id: stored.id } }, stored));
  };
}
