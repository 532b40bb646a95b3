import type { GridKeyEventArgs } from '@glideapps/glide-data-grid';

export type Move = readonly [-1 | 0 | 1, -1 | 0 | 1];

/** Keys pressed after the one that opens a cell's editor and before it has the focus; Glide would start anew with each of them. */
export interface TypedAhead {
  readonly text: string;
  /** Enter or Tab came as well: the edit is over as soon as it begins. */
  readonly end: Move | undefined;
}

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

/** A cell by its column and its row. */
export type CellPosition = readonly [column: number, row: number];

export interface OpenEditor {
  readonly cell: CellPosition;
  /** The text before the edit; undefined if a typed key has replaced it. */
  readonly initial: string | undefined;
  readonly text: () => string;
  /** Ends the edit and writes its text. */
  readonly finish: () => void;
}

type Write = (cell: CellPosition, text: string) => void;

export interface CellInput {
  /** Sets what writes a text into its cell. */
  readonly connect: (write: Write) => void;
  /** Sees each key of the grid first. The one that opens an editor passes; those after it are stored until the editor takes them. */
  readonly key: (event: GridKeyEventArgs, cell: CellPosition, opensEditor: boolean) => void;
  /** Returns the text typed so far, once, for the editor that opens. `written`: it came too late, and the text is in its cell already. */
  readonly takeTypedAhead: () => TypedAhead | 'written' | undefined;
  readonly open: (editor: OpenEditor) => void;
  readonly close: () => void;
  /** Writes what is being typed into its cell: the focus leaves the grid. */
  readonly leave: () => void;
  /** The same as the grid goes away, and Glide with it. */
  readonly unmount: () => void;
  /** Drops it: the person gave it up. */
  readonly discard: () => void;
  /** True while a cell's input isn't in the rows yet. */
  readonly isPending: () => boolean;
}

/**
 * The input of the cell that is being typed into. The caller has it only once the edit ends, so whatever ends the grid or takes the focus
 * from it must write it first. Each grid has its own: keys for one grid must never reach another.
 */
export function createCellInput(): CellInput {
  let write: Write = () => undefined;
  let waiting: (TypedAhead & { readonly cell: CellPosition }) | undefined;
  let editor: OpenEditor | undefined;
  let isWritten = false;
  const writeWaiting = () => {
    if (!waiting) return;
    const { cell, text } = waiting;
    waiting = undefined;
    isWritten = true;
    write(cell, text);
  };
  return {
    connect: (next) => void (write = next),
    key(event, cell, opensEditor) {
      if (!waiting) {
        if (opensEditor && isTyped(event)) {
          waiting = { text: event.key, end: undefined, cell };
          isWritten = false;
        }
        return;
      }
      if (event.key === 'Escape') {
        waiting = undefined;
        isWritten = true;
      } else {
        const { text, end } = waiting;
        const next = isTyped(event) ? text + event.key : event.key === 'Backspace' ? text.slice(0, -1) : text;
        // Keys typed after Enter belong to the next cell, whose editor isn't open yet. Dropping them is better than writing them into the wrong cell.
        waiting = end ? waiting : { ...waiting, text: next, end: moveOf(event) };
      }
      event.cancel();
      event.preventDefault();
    },
    takeTypedAhead() {
      const typed = waiting ?? (isWritten ? 'written' : undefined);
      waiting = undefined;
      isWritten = false;
      return typed;
    },
    open: (opened) => void (editor = opened),
    close: () => void (editor = undefined),
    leave() {
      editor?.finish();
      writeWaiting();
    },
    unmount() {
      if (editor && editor.text() !== editor.initial) write(editor.cell, editor.text());
      editor = undefined;
      writeWaiting();
    },
    discard() {
      waiting = undefined;
      editor = undefined;
    },
    isPending: () => waiting !== undefined || (editor !== undefined && editor.text() !== editor.initial),
  };
}
