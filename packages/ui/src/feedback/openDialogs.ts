import type { ReactNode } from 'react';

/** A dialog that code opens (`await confirm(…)`) and <Feedback/> draws. */
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

/** Opens a dialog and returns the answer that closed it. A question that is already open, for example after a double click, is not asked again. */
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
  const close = (result: Answer) => {
    change(dialogs.filter((dialog) => dialog.key !== key));
    resolve(result);
  };
  change([...dialogs, { key, element: draw(close), question, answer }]);
  return answer;
}

/** Close functions of the open dialogs, in the order in which they were opened. */
const closers: (() => void)[] = [];

/** Registers the close function of an open dialog. Returns a function that removes it. */
export function registerCloser(close: () => void): () => void {
  closers.push(close);
  return () => void closers.splice(closers.indexOf(close), 1);
}

/** Closes every dialog like its close button does. Used on navigation, because dialogs belong to the page below them. */
export function closeDialogs(): void {
  for (const close of [...closers].reverse()) close();
  dismissDialogs();
}

/** Removes every dialog without an answer, at sign-out and between stories. */
export function dismissDialogs(): void {
  change([]);
}

export const currentDialogs = (): readonly OpenDialog[] => dialogs;

export function onDialogsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
