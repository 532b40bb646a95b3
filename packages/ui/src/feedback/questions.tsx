import { lazy } from 'react';
import type { Answer, Question } from './QuestionDialog.tsx';
import { openDialog } from './openDialogs.ts';
import type { StaleAnswer, StaleEdit } from './StaleEditDialog.tsx';

const QuestionDialog = lazy(async () => ({ default: (await import('./QuestionDialog.tsx')).QuestionDialog }));
const StaleEditDialog = lazy(async () => ({ default: (await import('./StaleEditDialog.tsx')).StaleEditDialog }));
const ServerErrorDialog = lazy(async () => ({ default: (await import('./ServerErrorDialog.tsx')).ServerErrorDialog }));

/** Asks a question. True only if the person confirmed. Escape and the close button cancel. */
export async function confirm(question: Question): Promise<boolean> {
  return (await prompt(question)) === 'confirmed';
}

/** Like `confirm`, for a question with three answers (Cancel, Delete, Reallocate). */
export function prompt(question: Question): Promise<Answer> {
  return openDialog<Answer>((close) => <QuestionDialog question={question} onAnswer={close} />, question.title);
}

/** Someone else saved first. Asks whether to load their version or to continue with the typed input. */
export function promptStaleEdit(edit: StaleEdit): Promise<StaleAnswer> {
  return openDialog<StaleAnswer>((close) => <StaleEditDialog edit={edit} onAnswer={close} />);
}

/** Displays the specification's dialog for an internal server error. */
export function showServerError(errorId: string): Promise<void> {
  return openDialog<void>((close) => <ServerErrorDialog errorId={errorId} onClose={() => close()} />);
}
