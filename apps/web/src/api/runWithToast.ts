import { confirm } from '@carrara/ui/feedback/questions.tsx';
import type { Question } from '@carrara/ui/feedback/QuestionDialog.tsx';
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

/** Runs an action that takes something away, after a confirmation. Resolves to true if the action was confirmed and succeeded. */
export const runConfirmed = async (question: Question, action: () => Promise<unknown>): Promise<boolean> =>
  (await confirm({ danger: true, ...question })) && runWithToast(action);
