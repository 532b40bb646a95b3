import { toastError } from '@carrara/ui/feedback';
import { useStore } from 'react-redux';
import type { Dispatch, State } from '../frame/store.ts';
import { api } from './api.ts';
import { failureText } from './failure.ts';
import { callOf, type Operation } from './operations.ts';
import { addressOf, type CallArgument } from './request.ts';

/** Starts the download of a file that a call answers, with a token for that one path and query: an address in a history is worth nothing later. */
export function useDownload(): (operation: Operation, argument: CallArgument) => Promise<void> {
  const store = useStore<State>();
  return async (operation, argument) => {
    const address = addressOf(callOf(operation), argument);
    try {
      const dispatch = store.dispatch as Dispatch;
      const { authToken } = await dispatch(
        api.endpoints.createDownloadToken.initiate({ body: { path: address } }, { track: false }),
      ).unwrap();
      const tenantId = store.getState().session.tenantId ?? '';
      const joint = address.includes('?') ? '&' : '?';
      const link = document.createElement('a');
      link.href = `${address}${joint}${new URLSearchParams({ AuthToken: authToken, tenant_id: tenantId })}`;
      link.download = '';
      link.click();
    } catch (failure) {
      toastError(failureText(failure));
    }
  };
}
