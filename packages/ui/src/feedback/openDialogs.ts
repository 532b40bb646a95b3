import type { ReactNode } from 'react';

/** A dialog that is asked for in code (`await confirm(…)`) and drawn by <Feedback/>. */
export interface OpenDialog {
  readonly key: number;
  readonly element: ReactNode;
  /** The question of the dialog and its possible answers. */
  readonly question: string | undefined;
  readonly answer: Promise<unknown>;
}

let dialogs: readonly OpenDialog[] = [];
let lastKey = 0;
const listeners = new Set<() => void>();

function change(next: readonly OpenDialog[]): void {
  dialogs = next;
  for (const listener of listeners) listener();
}

/** Opens a dialog and answers what it was closed with. A question that is open already, as by a button pressed twice, is not asked again. */
export function openDialog<Answer>(
  draw: (close: (answer: Answer) => void) => ReactNode,
  question?: string,
): Promise<Answer> {
  const open = question === undefined ? undefined : dialogs.find((dialog) => dialog.question === question);
  if (open) return open.answer as Promise<Answer>;
  lastKey += 1;
  const key = lastKey;
  let resolve: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolved) => {
    resolve = resolved;
  });
  const close = (givenAnswer: Answer) => {
    change(dialogs.filter((dialog) => dialog.key !== key));
    resolve(givenAnswer);
  };
  change([...dialogs, { key, element: draw(close), question, answer }]);
  return answer;
}

/** Close functions of the open dialogs, in the order in which they were opened. */
const closers: (() => void)[] = [];

/** Keeps what closes a dialog for as long as it is drawn; answers how to forget it. */
export function registerCloser(close: () => void): () => void {
  closers.push(close);
  return () => void closers.splice(closers.indexOf(close), 1);
}

/** Closes every dialog as its close button would: the page below them is left, and none of them belongs to the next. */
export function closeDialogs(): void {
  for (const close of [...closers].reverse()) close();
  dismissDialogs();
}

/** Takes every dialog away unanswered: at sign-out, and between stories. */
export function dismissDialogs(): void {
  change([]);
}

export const currentDialogs = (): readonly OpenDialog[] => dialogs;

export function onDialogsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
