import { callData } from '../../api/operations.ts';
import { useAllowed } from '../../session/hooks.ts';
import type { SubscribedFile } from './SubscribeDialog.tsx';

/** Returns a function that opens the dialog to subscribe to a file; undefined if the person can't. Files of pay have no subscriptions. */
export function useSubscribe(file: SubscribedFile): (() => void) | undefined {
  const isAllowed = useAllowed('subscription.edit');
  if (!isAllowed || callData(file.operation).isPay) return undefined;
  return () => void import('./SubscribeDialog.tsx').then(({ openSubscribeDialog }) => openSubscribeDialog(file));
}
