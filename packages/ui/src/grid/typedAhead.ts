import type { GridKeyEventArgs } from '@glideapps/glide-data-grid';

export type Move = readonly [-1 | 0 | 1, -1 | 0 | 1];

/** Keys pressed after the one that opens a cell's editor and before it has the focus; Glide would start anew with each of them. */
export interface TypedAhead {
  readonly text: string;
  /** Enter or Tab came as well: the edit is over as soon as it begins. */
  readonly end: Move | undefined;
}

/** An editor that has not come by then does not come. */
const patienceMilliseconds = 3000;

let waiting: (TypedAhead & { readonly since: number }) | undefined;

/** The cell that Enter and Tab go to from an edited cell. */
export function moveOf({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }): Move | undefined {
  if (key === 'Enter') return [0, shiftKey ? -1 : 1];
  if (key === 'Tab') return [shiftKey ? -1 : 1, 0];
  return undefined;
}

type TypedKey = Pick<GridKeyEventArgs, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** True if a key writes a character. */
export const isTyped = ({ key, ctrlKey, metaKey, altKey }: TypedKey): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Sees each key of the grid first. The one that opens an editor passes; those after it are kept until the editor takes them. */
export function typeAhead(event: GridKeyEventArgs, opensEditor: boolean): void {
  const now = performance.now();
  if (waiting && now - waiting.since > patienceMilliseconds) waiting = undefined;
  if (!waiting) {
    if (opensEditor && isTyped(event)) waiting = { text: event.key, end: undefined, since: now };
    return;
  }
  const { text, since, end } = waiting;
  if (event.key === 'Escape') waiting = undefined;
  else {
    const next = isTyped(event) ? text + event.key : event.key === 'Backspace' ? text.slice(0, -1) : text;
    // Keys typed after Enter belong to the next cell, whose editor isn't open yet. Dropping them is better than writing them into the wrong cell.
    waiting = end ? waiting : { text: next, end: moveOf(event), since };
  }
  event.cancel();
  event.preventDefault();
}

/** Returns the text typed so far, once, for the editor that opens. */
export function takeTypedAhead(): TypedAhead | undefined {
  const typed = waiting;
  waiting = undefined;
  return typed;
}
