import '@glideapps/glide-data-grid/dist/index.css';
import {
  CompactSelection,
  DataEditor,
  type DataEditorRef,
  type EditListItem,
  type GridKeyEventArgs,
  GridCellKind,
  type GridSelection,
  type Item,
} from '@glideapps/glide-data-grid';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { holdUnsaved } from '../feedback/unsaved.ts';
import { plainText } from '../value/plainText.ts';
import { referenceText } from '../value/valueText.ts';
import { type CellProblem, CellProblems } from './CellProblems.tsx';
import { drawFigureCell, drawGridHeader, headerHeightOf } from './drawGrid.ts';
import { gridCell, totalsCell } from './gridCell.ts';
import { editText } from './gridCells.ts';
import { columnsBeyond } from './headerLines.ts';
import { type ActionCell, readAction } from './gridAction.ts';
import { cellEditors } from './cellEditor.tsx';
import { choiceByTyping } from './choiceByTyping.ts';
import { problemText } from './problemText.ts';
import styles from './grid.module.css';
import type { DataGridProps, GridColumn, GridEdit, GridLocation, PlacedRow, UnreadText } from './gridTypes.ts';
import { positionRows } from './placeRows.ts';
import { createCellInput, isTyped } from './typedAhead.ts';
import { useGridHistory } from './useGridHistory.ts';
import { useGridTheme } from './useGridTheme.ts';
import { useUnreadable } from './useUnreadable.ts';

const rowHeight = 31;
const scrollbar = 14;
const usualWidth = 130;
const unsavedQuestion = 'Your changes haven’t been saved. Leave without saving?';
const nothingSelected: GridSelection = { columns: CompactSelection.empty(), rows: CompactSelection.empty() };

// Glide draws its editor into an element of this id, which the page has to have.
if (!document.getElementById('portal')) {
  const portal = document.createElement('div');
  portal.id = 'portal';
  portal.style.cssText = 'position: fixed; left: 0; top: 0; z-index: 350;';
  document.body.append(portal);
}

export function GridCanvas<Row>(props: DataGridProps<Row>) {
  const {
    columns,
    rows,
    rowKey,
    childrenOf,
    totals,
    totalsLabel = 'Total',
    maxHeight = 560,
    onEdit,
    problem,
    warning,
    emphasis,
    onCellOpen,
  } = props;
  const mayEdit = props.isEditable;
  const whyClosed = props.closed;
  const { typed: storedText, optionsOf, goTo } = props;
  const isStored = storedText !== undefined;
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [selection, setSelection] = useState(nothingSelected);
  const editor = useRef<DataEditorRef>(null);
  const { theme, colors } = useGridTheme();
  const placed = useMemo(() => positionRows(rows, rowKey, childrenOf, expanded), [rows, rowKey, childrenOf, expanded]);
  const unreadable = useUnreadable(props.onUnreadableChange);
  const history = useGridHistory(
    useCallback(
      (edits: readonly GridEdit[]) => {
        if (isStored) {
          onEdit?.(edits);
          return;
        }
        unreadable.settle(edits);
        const read = edits.filter(({ unread }) => unread === undefined);
        if (read.length > 0) onEdit?.(read);
      },
      [onEdit, unreadable, isStored],
    ),
  );
  const typedIn = useCallback(
    (row: PlacedRow<Row>, field: string): UnreadText | undefined =>
      storedText ? storedText(row.row, field) : unreadable.get(row.key, field),
    [storedText, unreadable],
  );
  const columnAt = useCallback(
    (at: number, row: PlacedRow<Row> | undefined): GridColumn | undefined => {
      const column = columns[at];
      const options = column && row && optionsOf?.(row.row, column.field);
      return column && options ? { ...column, options } : column;
    },
    [columns, optionsOf],
  );
  const closed = useCallback(
    ({ row }: PlacedRow<Row>, { field, editable }: GridColumn, action: readonly GridEdit[]): string | undefined =>
      whyClosed?.(row, field, action) ??
      (onEdit !== undefined && editable === true && (mayEdit?.(row, field) ?? true)
        ? undefined
        : 'can’t be changed here'),
    [onEdit, mayEdit, whyClosed],
  );
  const isEditable = useCallback(
    (row: PlacedRow<Row> | undefined, column: GridColumn | undefined): boolean =>
      row !== undefined && column !== undefined && closed(row, column, []) === undefined,
    [closed],
  );
  const [refused, setRefused] = useState<readonly CellProblem[]>([]);
  const { actions = 0 } = props;
  const [seenActions, setSeenActions] = useState(actions);
  if (actions !== seenActions) {
    setSeenActions(actions);
    if (actions < seenActions) setRefused([]);
  }

  const content = useCallback(
    ([at, position]: Item) => {
      const row = placed[position];
      const column = columnAt(at, row);
      if (!column) return { kind: GridCellKind.Loading, allowOverlay: false } as const;
      if (!row) return totalsCell(column, at, totals ?? {}, totalsLabel, colors);
      const typed = typedIn(row, column.field);
      const wrong = typed?.reason ?? problem?.(row.row, column.field);
      const worthALook = warning?.(row.row, column.field);
      return gridCell({
        column,
        row,
        cell: [at, position],
        isFirst: at === 0,
        editable: isEditable(row, column),
        typed: typed?.text,
        problem: wrong,
        warning: worthALook,
        emphasized: emphasis?.(row.row, column.field),
        colors,
      });
    },
    [columnAt, placed, totals, totalsLabel, colors, typedIn, problem, warning, emphasis, isEditable],
  );

  const take = (cells: readonly ActionCell[]) => {
    const nameOf = (row: PlacedRow<Row>, column: GridColumn) => cellName(columns, row, column);
    const action = readAction(cells, { columnAt, rowAt: (position) => placed[position], typedIn, closed, nameOf });
    setRefused(action.refused);
    history.commit(action.before, action.after);
  };
  const commit = (items: readonly EditListItem[]): boolean => {
    take(
      items.map(({ location: [column, row], value }) => ({
        column,
        row,
        text: value.kind === GridCellKind.Boolean ? (value.data === true ? 'yes' : 'no') : plainText(value.data),
      })),
    );
    return true;
  };
  // Glide would leave out what meets a cell that takes nothing.
  const paste = ([column, row]: Item, values: readonly (readonly string[])[]): boolean => {
    take(
      values.flatMap((line, down) => line.map((text, right) => ({ column: column + right, row: row + down, text }))),
    );
    return false;
  };

  // What is typed becomes part of the rows when the edit ends, also if that is because the grid goes away.
  const [input] = useState(createCellInput);
  const { ref: frame, width: room } = useElementSize();
  const canvas = useRef<HTMLDivElement>(null);
  const frameAndCanvas = useMergedRef(frame, canvas);
  useLayoutEffect(() =>
    input.connect({
      write([column, row], text) {
        const options = columnAt(column, placed[row])?.options?.map(referenceText) ?? [];
        const choice = options.includes(text) ? text : choiceByTyping(options, text, '');
        take([{ column, row, text: choice ?? text }]);
      },
      press: (key) =>
        canvas.current
          ?.querySelector('canvas')
          ?.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true })),
    }),
  );
  const [provideEditor] = useState(() => cellEditors(input));
  useLayoutEffect(() => input.unmount, [input]);
  useEffect(
    () => holdUnsaved({ question: () => (input.isPending() ? unsavedQuestion : undefined), discard: input.discard }),
    [input],
  );
  const leave = (event: FocusEvent<HTMLElement>) => {
    const to = event.relatedTarget;
    // A window that loses the focus gives it back to the same cell.
    if (!document.hasFocus()) return;
    if (to && (event.currentTarget.contains(to) || document.getElementById('portal')?.contains(to))) return;
    input.leave();
  };

  const onKey = (event: GridKeyEventArgs) => {
    const [at = -1, position = -1] = event.location ?? [];
    const column = columns[at];
    const row = placed[position];
    const opensEditor = isEditable(row, column);
    if (onEdit && row && column && !opensEditor && isTyped(event) && event.key !== ' ')
      setRefused([
        { row: position, column: at, text: `${cellName(columns, row, column)}: ${closed(row, column, []) ?? ''}` },
      ]);
    input.key(event, [at, position], column?.kind !== 'boolean' && opensEditor);
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return;
    event.cancel();
    event.preventDefault();
    if (key === 'y' || event.shiftKey) history.redo();
    else {
      history.undo();
      setRefused([]);
    }
  };

  const toggle = (position: number) => {
    const row = placed[position];
    if (row?.expanded === undefined) return;
    setExpanded((open) => {
      const next = new Set(open);
      if (!next.delete(row.key)) next.add(row.key);
      return next;
    });
  };
  const activate = ([at, position]: Item) => {
    const column = columns[at];
    const row = placed[position];
    if (!column || !row || isEditable(row, column)) return;
    if (at === 0 && row.expanded !== undefined) toggle(position);
    else onCellOpen?.(row.row, column.field);
  };
  useEffect(() => editor.current?.updateCells([]), [colors]);

  const show = useCallback((column: number, row: number) => {
    editor.current?.scrollTo(column, row);
    // The focus first: a grid without a selection selects its first cell when it gets it.
    editor.current?.focus();
    setSelection({
      ...nothingSelected,
      current: { cell: [column, row], range: { x: column, y: row, width: 1, height: 1 }, rangeStack: [] },
    });
  }, []);
  const [unfolded, setUnfolded] = useState<GridLocation>();
  if (goTo && unfolded !== goTo) {
    setUnfolded(goTo);
    const above = goTo.key.split('/').map((_, i, ids) => ids.slice(0, i).join('/'));
    setExpanded((open) => new Set([...open, ...above.filter((key) => key !== '')]));
  }
  const gone = useRef<GridLocation>(undefined);
  useEffect(() => {
    if (!goTo || gone.current === goTo) return;
    const position = placed.findIndex(({ key }) => key === goTo.key);
    const at = columns.findIndex(({ field }) => field === goTo.field || field.startsWith(goTo.field));
    if (position < 0) return;
    // Once the canvas has been drawn with the rows; a drawing that comes between starts it anew.
    const frameId = requestAnimationFrame(() => {
      gone.current = goTo;
      show(Math.max(at, 0), position);
    });
    return () => cancelAnimationFrame(frameId);
  }, [goTo, placed, columns, show]);

  const click = (cell: Item) => {
    // Glide takes the focus a frame later: a key that comes sooner would go to the page.
    editor.current?.focus();
    if (cell[0] === 0 || onCellOpen) activate(cell);
  };
  const [scrolled, setScrolled] = useState({ first: 1, offset: 0 });
  const beyond = columnsBeyond(columns, { ...scrolled, room, usualWidth });
  const headerHeight = useMemo(
    () => headerHeightOf(columns, `${String(theme.headerFontStyle)} ${String(theme.fontFamily)}`, usualWidth),
    [columns, theme],
  );
  const width = columns.reduce((sum, column) => sum + (column.width ?? usualWidth), 0);
  const lines = placed.length + (totals ? 1 : 0);
  const marked = (reason: (row: PlacedRow<Row>, field: string) => string | undefined) =>
    findMarked(columns, placed, reason);
  const problemIn = (row: PlacedRow<Row>, field: string) => typedIn(row, field)?.reason ?? problem?.(row.row, field);
  return (
    <>
      <div ref={frameAndCanvas} className={styles.canvas} onBlur={leave}>
        <DataEditor
          ref={editor}
          width="100%"
          height={Math.min(maxHeight, headerHeight + lines * rowHeight + (width > room ? scrollbar : 1))}
          rows={lines}
          columns={columns.map(({ field, title, width = usualWidth, grow }) => ({
            id: field,
            title,
            width,
            ...(grow ? { grow: 1 } : {}),
          }))}
          getCellContent={content}
          getCellsForSelection
          rowHeight={rowHeight}
          headerHeight={headerHeight}
          freezeColumns={1}
          freezeTrailingRows={totals ? 1 : 0}
          theme={theme}
          drawHeader={drawGridHeader(columns, colors)}
          drawCell={drawFigureCell(columns)}
          gridSelection={selection}
          onGridSelectionChange={setSelection}
          // As in every spreadsheet: a click selects, also the cell that is selected already.
          cellActivationBehavior="double-click"
          rangeSelect="multi-rect"
          columnSelect="none"
          rowSelect="none"
          fillHandle={onEdit !== undefined}
          onPaste={onEdit === undefined ? false : paste}
          onCellsEdited={commit}
          onCellActivated={activate}
          onCellClicked={click}
          provideEditor={provideEditor}
          onKeyDown={onKey}
          keybindings={{ search: false, downFill: true, rightFill: true }}
          smoothScrollX
          smoothScrollY
          onVisibleRegionChanged={({ x }, tx) => setScrolled({ first: Math.max(x, 1), offset: tx })}
        />
      </div>
      {room > 0 && beyond.length > 0 ? (
        <button
          type="button"
          className={styles.beyond}
          onClick={() => editor.current?.scrollTo(columns.length - 1, 0, 'horizontal')}
        >
          To the right: {beyond.map(({ title }) => title).join(', ')}
        </button>
      ) : null}
      <CellProblems
        refused={refused}
        problems={marked(problemIn)}
        warnings={marked((row, field) => (problemIn(row, field) ? undefined : warning?.(row.row, field)))}
        onShow={show}
      />
    </>
  );
}

/** The name of a row: the text of its first column. */
function rowName<Row>(columns: readonly GridColumn[], { row, key }: PlacedRow<Row>): string {
  const [first] = columns;
  return first ? editText(first.kind, (row as Readonly<Record<string, unknown>>)[first.field]) : key;
}

/** A cell as a person calls it: the name of the row, and the title of the column. */
const cellName = <Row,>(columns: readonly GridColumn[], placed: PlacedRow<Row>, { title }: GridColumn): string =>
  `${rowName(columns, placed)}, ${title}`;

const findMarked = <Row,>(
  columns: readonly GridColumn[],
  placed: readonly PlacedRow<Row>[],
  reasonOf: (row: PlacedRow<Row>, field: string) => string | undefined,
): readonly CellProblem[] =>
  placed.flatMap((placedRow, row) =>
    columns.flatMap((each, column) => {
      const reason = reasonOf(placedRow, each.field);
      return reason ? [{ row, column, text: problemText(rowName(columns, placedRow), each.title, reason) }] : [];
    }),
  );
