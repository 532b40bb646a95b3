import type { GridCell, ProvideEditorCallback, ProvideEditorComponent, TextCell } from '@glideapps/glide-data-grid';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { referenceText } from '../value/valueText.ts';
import { choiceByTyping } from './choiceByTyping.ts';
import type { OwnCell } from './gridCell.ts';
import { cellAlignment } from './gridCells.ts';
import styles from './grid.module.css';
import { type CellInput, isTyped, type Move, keyMove } from './typedAhead.ts';

type Editor = ProvideEditorComponent<TextCell>;
type EditorProps = Parameters<Editor>[0];

/** Ctrl+S belongs to the page, which takes the focus from the editor and saves. */
const isPageKey = (event: { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean =>
  event.key === 'Escape' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's');

/**
 * Glide focuses the grid a frame after a click or a move, even if an editor has opened in between. This returns the focus to the editor in that
 * frame.
 */
function focusEditor(field: HTMLInputElement | HTMLSelectElement): void {
  field.focus();
  requestAnimationFrame(() => {
    if (field.isConnected) field.focus();
  });
}

type OwnEditorProps = EditorProps & { readonly input: CellInput };

/** Lets the grid write the editor's text if something other than a key of the editor ends the edit. */
function useOpenEditor(
  input: CellInput,
  { cell, data }: OwnCell,
  opening: string | undefined,
  text: { readonly current: string },
  finish: (move: Move) => void,
): void {
  const end = useEffectEvent(() => finish([0, 0]));
  // A key that opens the editor replaces the text of the cell, so its input differs from the start.
  const [initial] = useState(opening === undefined ? data : undefined);
  const open = useEffectEvent(() => {
    if (cell) input.open({ cell, initial, text: () => text.current, finish: () => end() });
  });
  useLayoutEffect(() => {
    open();
    return input.close;
  }, [input]);
}

/**
 * The editor of a cell. It stores the text itself and reports it with the key that ends the edit. Glide's own editor
 * loses the text if Enter comes right after typing on a busy thread. For the same reason, every key except Escape
 * stays here.
 */
function TextEditor({ value, initialValue, onChange, onFinishedEditing, input: cellInput }: OwnEditorProps) {
  const { column } = value as OwnCell;
  const initial = initialValue ?? value.data;
  const text = useRef(initial);
  const finish = (move: Move) => onFinishedEditing({ ...value, data: text.current }, move);
  useOpenEditor(cellInput, value as OwnCell, initialValue, text, finish);
  const [begin] = useState(() => (input: HTMLInputElement | null) => {
    if (!input) return;
    const typed = cellInput.consumeTypedAhead();
    if (typed === 'written') return onFinishedEditing(undefined, [0, 0]);
    if (typed) {
      text.current = typed.text;
      input.value = typed.text;
    }
    focusEditor(input);
    if (typed?.end) finish(typed.end);
    else if (typed && typed.text !== initial) onChange({ ...value, data: typed.text });
  });
  return (
    <input
      className={styles.editor}
      data-align={cellAlignment(column.kind)}
      aria-label={column.title}
      ref={begin}
      defaultValue={initial}
      onFocus={(event) => (initialValue === undefined ? event.currentTarget.select() : undefined)}
      onChange={(event) => {
        text.current = event.currentTarget.value;
        // For a click outside: Glide then uses the last reported value.
        onChange({ ...value, data: text.current });
      }}
      onKeyDown={(event) => {
        if (isPageKey(event)) return;
        event.stopPropagation();
        const move = keyMove(event);
        if (!move) return;
        event.preventDefault();
        finish(move);
      }}
    />
  );
}

/** Letters typed within this time form one word, as in the browser's own lists. */
const wordMilliseconds = 1000;

function ChoiceEditor({ value, initialValue, onChange, onFinishedEditing, input: cellInput }: OwnEditorProps) {
  const { column } = value as OwnCell;
  const initial = value.data;
  const options = column.options?.map(referenceText) ?? [];
  const text = useRef(initial);
  const word = useRef({ text: '', at: 0 });
  const choose = (chosen: string) => {
    text.current = chosen;
    // For a click outside: Glide then uses the last reported value.
    onChange({ ...value, data: chosen });
  };
  const finish = (move: Move) => onFinishedEditing({ ...value, data: text.current }, move);
  useOpenEditor(cellInput, value as OwnCell, initialValue, text, finish);
  const type = (list: HTMLSelectElement, letters: string) => {
    const now = performance.now();
    const before = now - word.current.at > wordMilliseconds ? '' : word.current.text;
    word.current = { text: before + letters, at: now };
    const chosen = choiceByTyping(options, word.current.text, text.current);
    if (chosen === undefined) return;
    list.value = chosen;
    choose(chosen);
  };
  // The list never receives the letters that opened it. They come from where they were stored.
  const [begin] = useState(() => (list: HTMLSelectElement | null) => {
    if (!list) return;
    const typed = cellInput.consumeTypedAhead();
    if (typed === 'written') return onFinishedEditing(undefined, [0, 0]);
    focusEditor(list);
    if (typed) type(list, typed.text);
    if (typed?.end) finish(typed.end);
  });
  return (
    <select
      className={styles.editor}
      aria-label={column.title}
      ref={begin}
      defaultValue={initial}
      onChange={(event) => choose(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (isPageKey(event)) return;
        event.stopPropagation();
        const move = keyMove(event);
        if (move) finish(move);
        else if (isTyped(event) && !(event.key === ' ' && word.current.text === ''))
          type(event.currentTarget, event.key);
        else return;
        event.preventDefault();
      }}
    >
      <option value="">–</option>
      {column.options?.map((option) => (
        <option key={option.id}>{referenceText(option)}</option>
      ))}
    </select>
  );
}

const isOwnCell = (cell: GridCell): cell is OwnCell => 'column' in cell;

/** Returns Glide's callback for the editors of one grid. */
export function cellEditors(input: CellInput): ProvideEditorCallback<GridCell> {
  const text: Editor = (props) => <TextEditor {...props} input={input} />;
  const choice: Editor = (props) => <ChoiceEditor {...props} input={input} />;
  return (cell) =>
    isOwnCell(cell)
      ? { editor: (cell.column.options ? choice : text) as ProvideEditorComponent<GridCell>, disablePadding: true }
      : undefined;
}
