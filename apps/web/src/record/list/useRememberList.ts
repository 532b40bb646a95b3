import type { RememberedList } from '@carrara/contract/platform/savedView/savedView';
import { isSameState, type ViewState } from '@carrara/domain/platform/savedView';
import { useCallback } from 'react';
import { api } from '../../api/api.ts';
import type { Answer, ListName } from '../../api/operations.ts';
import { useAppDispatch, useSession } from '../../session/hooks.ts';
import { sendAfterPause } from '../sendAfterPause.ts';

/**
 * Returns a function that remembers how the person left a list: at once in this tab, and on the server after a pause. A failure is not reported,
 * because the list works without it.
 */
export function useRememberList(
  list: ListName,
  remembered: RememberedList | undefined,
): (state: ViewState, viewId: string | undefined) => void {
  const dispatch = useAppDispatch();
  const tenantId = useSession().tenantId ?? undefined;
  return useCallback(
    (state, viewId) => {
      if (remembered?.state && isSameState(remembered.state, state) && remembered.viewId === (viewId ?? null)) return;
      const update = api.util.updateQueryData as (operation: string, argument: unknown, edit: unknown) => never;
      dispatch(
        update('listSavedViews', undefined, ({ lists }: Answer<'listSavedViews'>) => {
          const entry = lists.find((candidate) => candidate.list === list);
          const next = { state: state as RememberedList['state'], viewId: viewId ?? null };
          if (entry) Object.assign(entry, next);
          else lists.push({ list, defaultViewId: null, ...next });
        }),
      );
      sendAfterPause(list, 'rememberList', { list, state, viewId }, tenantId);
    },
    [dispatch, list, remembered, tenantId],
  );
}
