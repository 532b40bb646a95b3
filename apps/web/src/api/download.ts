import { toastError } from '@carrara/ui/feedback/toasts.ts';
import { saveFile } from '@carrara/ui/layout/saveFile.ts';
import { useStore } from 'react-redux';
import { requiresFactor } from './admission.ts';
import { api } from './api.ts';
import type { ApiState, Dispatch } from './apiState.ts';
import { failureWithStatus, isFailure } from './failure.ts';
import { fetchFile } from './fetchFile.ts';
import { callData, type Operation } from './operations.ts';
import { callAddress, type CallArgument } from './request.ts';
import { onStepUp, onTaskStarted, tenantOfTab } from './surroundings.ts';

/** True if the server refused an export because too many are running. */
const waitsForTurn = (failure: unknown) =>
  isFailure(failure) && failure.errors.some(({ code }) => code === 'TOO_MANY_EXPORTS');

/**
 * Downloads the file that a call returns. The token is valid only for that path and query, so that an address in a browser history is worthless
 * later. A file that has to wait for others becomes a background job.
 */
export function useDownload(): (operation: Operation, argument: CallArgument) => Promise<void> {
  const store = useStore<ApiState>();
  return async (operation, argument) => {
    const address = callAddress(callData(operation), argument);
    const dispatch = store.dispatch as Dispatch;
    const fetchIt = async () => {
      const { authToken } = await dispatch(
        api.endpoints.createDownloadToken.initiate({ body: { path: address } }, { track: false }),
      ).unwrap();
      const tenantId = tenantOfTab(store.getState()) ?? '';
      const joint = address.includes('?') ? '&' : '?';
      return fetchFile(
        `${address}${joint}${String(new URLSearchParams({ AuthToken: authToken, tenant_id: tenantId }))}`,
      );
    };
    try {
      const file = await fetchIt().catch(async (failure: unknown) => {
        if (!requiresFactor(failure) || !(await onStepUp())) throw failure;
        return fetchIt();
      });
      saveFile(file.content, file.name);
    } catch (failure) {
      if (!waitsForTurn(failure)) return toastError(failureWithStatus(failure));
      try {
        const body = { call: operation, address };
        const task = await dispatch(api.endpoints.startExport.initiate({ body }, { track: false })).unwrap();
        await onTaskStarted(task);
      } catch {
        // Some files, such as those with pay data, are created only while their reader waits.
        toastError(failureWithStatus(failure));
      }
    }
  };
}
