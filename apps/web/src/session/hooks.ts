import type { Fields } from '@carrara/contract/core/fields';
import { moduleOfPath } from '@carrara/contract/core/modules';
import type { Access } from '@carrara/contract/core/permissions';
import { useCallback, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import type { Dispatch, State } from '../frame/store.ts';
import { allows, type SessionState } from './sessionSlice.ts';

export const useAppDispatch = () => useDispatch<Dispatch>();
export const useSession = (): SessionState => useSelector((state: State) => state.session);
/** Whether the person may; for showing a button, never for deciding. */
export const useAllowed = (access: Access): boolean => useSelector((state: State) => allows(state.session, access));

/** Whether the person may read a field or a column of a list. */
export function useReadable(): (part: { readonly permission?: Access }) => boolean {
  const session = useSession();
  return useCallback(({ permission }) => permission === undefined || allows(session, permission), [session]);
}

/** The fields of a record that the person may read. */
export function useReadableFields(fields: Fields): Fields {
  const isReadable = useReadable();
  return useMemo(
    () => Object.fromEntries(Object.entries(fields).filter(([, field]) => isReadable(field))),
    [fields, isReadable],
  );
}

/** The tabs that the person may see: that of changes only where the module has it. */
export function useAllowedViews<V extends { readonly id: string; readonly permission?: Access }>(
  views: readonly V[],
): readonly V[] {
  const session = useSession();
  const module = moduleOfPath(useLocation().pathname);
  const hasActivity =
    session.settings?.applications.find(({ routePrefix }) => routePrefix === module)?.isActivityTabEnabled ?? true;
  return views.filter(
    ({ id, permission }) =>
      (permission === undefined || allows(session, permission)) && (hasActivity || id !== 'activity'),
  );
}
