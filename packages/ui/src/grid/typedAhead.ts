import type { GridKeyEventArgs } from '@glideapps/glide-data-grid';

export type Move = readonly [-1 | 0 | 1, -1 | 0 | 1];

/** Keys pressed after the one that opens a cell's editor and before the editor has the focus. Glide would start over with each of them. */
interface TypedAhead {
  readonly text: string;
  /** Set if Enter or Tab was pressed as well: the edit ends as soon as it begins. */
  readonly end: Move | undefined;
}

/** The cell that Enter and Tab go to from an edited cell. */
export function keyMove({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }): Move | undefined {
  if (key === 'Enter') return [0, shiftKey ? -1 : 1];
  if (key === 'Tab') return [shiftKey ? -1 : 1, 0];
  return undefined;
}

type TypedKey = Pick<GridKeyEventArgs, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** True if a key writes a character. */
export const isTyped = ({ key, ctrlKey, metaKey, altKey }: Omit<TypedKey, 'shiftKey'>): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

const noModifiers = { ctrlKey: false, metaKey: false, altKey: false };

const textAfter = (text: string, event: TypedKey): string =>
  isTyped(event) ? text + event.key : event.key === 'Backspace' ? text.slice(0, -1) : text;

export type CellPosition = readonly [column: number, row: number];

interface OpenEditor {
  readonly cell: CellPosition;
  /** The text before the edit; undefined if a typed key has replaced it. */
  readonly initial: string | undefined;
  readonly text: () => string;
  /** Ends the edit and writes its text. */
  readonly finish: () => void;
}

interface Grid {
  /** Writes a text into its cell. */
  readonly write: (cell: CellPosition, text: string) => void;
  /** Presses a key in the selected cell. */
  readonly press: (key: TypedKey) => void;
}

export interface CellInput {
  readonly connect: (grid: Grid) => void;
  /** Receives each key of the grid first. The key that opens an editor passes. Later keys are stored until the editor takes them. */
  readonly key: (event: GridKeyEventArgs, cell: CellPosition, opensEditor: boolean) => void;
  /**
   * Returns the text typed so far, once, for the editor that opens. `written` means that the editor came too late, and the text is already in its
   * cell.
   */
  readonly consumeTypedAhead: () => TypedAhead | 'written' | undefined;
  readonly open: (editor: OpenEditor) => void;
  readonly close: () => void;
  /** Writes the typed text into its cell, because the focus leaves the grid. */
  readonly leave: () => void;
  /** The same, when the grid and Glide are removed. */
  readonly unmount: () => void;
  /** Drops the typed text, because the person discarded it. */
  readonly discard: () => void;
  /** True while a cell's input isn't in the rows yet. */
  readonly isPending: () => boolean;
}

interface NextCell {
  readonly cell: CellPosition;
  readonly keys: readonly TypedKey[];
}

/** Writes keys that were typed ahead into the cells that they move to, beginning with the next cell. */
function writeKeys(grid: Grid | undefined, { cell, keys }: NextCell): void {
  let text = '';
  let [column, row] = cell;
  for (const key of [...keys, { key: 'Enter', shiftKey: false, ...noModifiers }]) {
    const move = keyMove(key);
    if (!move) text = textAfter(text, key);
    else {
      if (text !== '') grid?.write([column, row], text);
      [column, row] = [column + move[0], row + move[1]];
      text = '';
    }
  }
}

/**
 * The input of the cell that is being edited. The caller has it only once the edit ends, so anything that removes the grid or takes its focus must
 * write it first. Each grid has its own, because keys for one grid must never reach another.
 */
export function createCellInput(): CellInput {
  let grid: Grid | undefined;
  let waiting: (TypedAhead & { readonly cell: CellPosition }) | undefined;
  // Keys typed after Enter belong to the next cell, whose editor can open only once the edit before it is over.
  let next: NextCell | undefined;
  let editor: OpenEditor | undefined;
  let isWritten = false;
  const writeWaiting = () => {
    if (waiting) {
      grid?.write(waiting.cell, waiting.text);
      isWritten = true;
    }
    if (next) writeKeys(grid, next);
    waiting = undefined;
    next = undefined;
  };
  const pressNext = () => {
    const keys = next?.keys ?? [];
    next = undefined;
    for (const key of keys) grid?.press(key);
  };
  return {
    connect: (connected) => void (grid = connected),
    key(event, cell, opensEditor) {
      if (!waiting && !next) {
        if (opensEditor && isTyped(event)) {
          waiting = { text: event.key, end: undefined, cell };
          isWritten = false;
        }
        return;
      }
      const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
      if (key === 'Escape') {
        isWritten = waiting !== undefined;
        waiting = undefined;
        next = undefined;
      } else if (next) next = { ...next, keys: [...next.keys, { key, shiftKey, ctrlKey, metaKey, altKey }] };
      else if (waiting) {
        const end = keyMove(event);
        waiting = { ...waiting, text: textAfter(waiting.text, event), end };
        if (end) next = { cell: [waiting.cell[0] + end[0], waiting.cell[1] + end[1]], keys: [] };
      }
      event.cancel();
      event.preventDefault();
    },
    consumeTypedAhead() {
      const typed = waiting ?? (isWritten ? 'written' : undefined);
      waiting = undefined;
      isWritten = false;
      return typed;
    },
    open: (opened) => void (editor = opened),
    close() {
      editor = undefined;
      // Glide selects the next cell and takes the focus in this frame.
      if (next) requestAnimationFrame(pressNext);
    },
    leave() {
      editor?.finish();
      writeWaiting();
    },
    unmount() {
      if (editor && editor.text() !== editor.initial) grid?.write(editor.cell, editor.text());
      editor = undefined;
      writeWaiting();
    },
    discard() {
      waiting = undefined;
      next = undefined;
      editor = undefined;
    },
    isPending: () =>
      waiting !== undefined || next !== undefined || (editor !== undefined && editor.text() !== editor.initial),
  };
}
