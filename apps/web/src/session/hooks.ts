import type { Access } from '@carrara/contract/core/permissions';
import { useDispatch, useSelector } from 'react-redux';
import type { Dispatch, State } from '../frame/store.ts';
import { allows, type SessionState } from './sessionSlice.ts';

export const useAppDispatch = () => useDispatch<Dispatch>();
export const useSession = (): SessionState => useSelector((state: State) => state.session);
/** Whether the person may; for showing a button, never for deciding. */
export const useAllowed = (access: Access): boolean => useSelector((state: State) => allows(state.session, access));

/** The tabs that the person may see. */
export function useAllowedViews<V extends { readonly permission?: Access }>(views: readonly V[]): readonly V[] {
  const session = useSession();
  return views.filter(({ permission }) => permission === undefined || allows(session, permission));
}
