import type { Fields } from '@carrara/contract/core/fields';
import { moduleOfPath } from '@carrara/contract/core/modules';
import type { Access } from '@carrara/contract/core/permissions';
import { useCallback, useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import type { Dispatch, State } from './sessionState.ts';
import { allows, type SessionState } from './sessionSlice.ts';

export const useAppDispatch = () => useDispatch<Dispatch>();
export const useSession = (): SessionState => useSelector((state: State) => state.session);
/** True if the person may use something. For displaying buttons only, because the server decides. */
export const useAllowed = (access: Access): boolean => useSelector((state: State) => allows(state.session, access));

/** Returns a function that is true for fields and columns that the person may read. */
export function useReadable(): (part: { readonly permission?: Access }) => boolean {
  const session = useSession();
  return useCallback(({ permission }) => permission === undefined || allows(session, permission), [session]);
}

/** Returns the fields of a record that the person may read. */
export function useReadableFields(fields: Fields): Fields {
  const isReadable = useReadable();
  return useMemo(
    () => Object.fromEntries(Object.entries(fields).filter(([, field]) => isReadable(field))),
    [fields, isReadable],
  );
}

/** Returns the tabs that the person may see. The tab of changes exists only if the module has it turned on. */
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
