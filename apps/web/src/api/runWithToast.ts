import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { failureWithStatus } from './failure.ts';

/** Runs the action of a button. Displays its failure, or the text that it returns, as a toast. Resolves to true if the action succeeded. */
export async function runWithToast(action: () => Promise<unknown>): Promise<boolean> {
  try {
    const done = await action();
    if (typeof done === 'string') toastSuccess(done);
    return true;
  } catch (failure) {
    toastError(failureWithStatus(failure));
    return false;
  }
}
