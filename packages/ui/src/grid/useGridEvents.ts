import {
  type DataEditorProps,
  type DataEditorRef,
  type EditListItem,
  GridCellKind,
  type GridKeyEventArgs,
  type Item,
} from '@glideapps/glide-data-grid';
import type { RefObject } from 'react';
import { plainText } from '../value/plainText.ts';
import { cellName } from './gridNames.ts';
import type { DataGridProps } from './gridTypes.ts';
import { type CellInput, isTyped } from './typedAhead.ts';
import type { GridModel } from './useGridModel.ts';

interface EventTargets {
  readonly input: CellInput;
  readonly editor: RefObject<DataEditorRef | null>;
}

/** The handlers of Glide's events: typing, pasting, filling, clicking, and undo and redo. */
export function useGridEvents<Row>(
  { columns, onEdit, onCellOpen }: DataGridProps<Row>,
  { gridRows, toggle, closed, isEditable, write, setRefused, undo, redo }: GridModel<Row>,
  { input, editor }: EventTargets,
) {
  const commit = (items: readonly EditListItem[]): boolean => {
    write(
      items.map(({ location: [column, row], value }) => ({
        column,
        row,
        text: value.kind === GridCellKind.Boolean ? (value.data === true ? 'yes' : 'no') : plainText(value.data),
      })),
    );
    return true;
  };
  // Glide would skip values for read-only cells.
  const paste = ([column, row]: Item, values: readonly (readonly string[])[]): boolean => {
    write(
      values.flatMap((line, down) => line.map((text, right) => ({ column: column + right, row: row + down, text }))),
    );
    return false;
  };

  const onKey = (event: GridKeyEventArgs) => {
    const [at = -1, position = -1] = event.location ?? [];
    const column = columns[at];
    const row = gridRows[position];
    const opensEditor = isEditable(row, column);
    if (onEdit && row && column && !opensEditor && isTyped(event) && event.key !== ' ')
      setRefused([
        {
          location: { key: row.key, field: column.field },
          text: `${cellName(columns, row, column)}: ${closed(row, column, []) ?? ''}`,
        },
      ]);
    input.key(event, [at, position], column?.kind !== 'boolean' && opensEditor);
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return;
    event.cancel();
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else {
      undo();
      setRefused([]);
    }
  };

  const activate = ([at, position]: Item) => {
    const column = columns[at];
    const row = gridRows[position];
    if (!column || !row || isEditable(row, column)) return;
    if (at === 0 && row.expanded !== undefined) toggle(position);
    else onCellOpen?.(row.row, column.field);
  };
  const click = (cell: Item) => {
    // Glide takes the focus a frame later. A key before that would go to the page.
    editor.current?.focus();
    if (cell[0] === 0 || onCellOpen) activate(cell);
  };
  return {
    onPaste: onEdit === undefined ? false : paste,
    onCellsEdited: commit,
    onCellActivated: activate,
    onCellClicked: click,
    onKeyDown: onKey,
  } satisfies Partial<DataEditorProps>;
}
