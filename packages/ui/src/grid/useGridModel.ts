import { GridCellKind, type Item } from '@glideapps/glide-data-grid';
import { useCallback, useMemo, useState } from 'react';
import type { CellProblem } from './CellProblems.tsx';
import { type ActionCell, checkGridAction } from './gridAction.ts';
import { gridCell, type GridCellInput, totalsCell } from './gridCell.ts';
import { cellName } from './gridNames.ts';
import type { DataGridProps, GridColumn, GridEdit, GridRow, UnreadText } from './gridTypes.ts';
import { positionRows } from './positionRows.ts';
import { useGridHistory } from './useGridHistory.ts';
import type { GridColors } from './useGridTheme.ts';
import { useUnreadable } from './useUnreadable.ts';

/** The rows and cells of a grid, and the edits of them. */
export function useGridModel<Row>(props: DataGridProps<Row>, colors: GridColors) {
  const { columns, problem, optionsOf, onEdit } = props;
  const mayEdit = props.isEditable;
  const whyClosed = props.closed;
  const { gridRows, toggle, unfold } = useGridRows(props);
  const { history, typedIn } = useTypedText(props);
  const [refused, setRefused] = useRefused(props.actions ?? 0);
  const columnAt = useCallback(
    (at: number, row: GridRow<Row> | undefined): GridColumn | undefined => {
      const column = columns[at];
      const options = column && row && optionsOf?.(row.row, column.field);
      return column && options ? { ...column, options } : column;
    },
    [columns, optionsOf],
  );
  const closed = useCallback(
    ({ row }: GridRow<Row>, { field, editable }: GridColumn, action: readonly GridEdit[]): string | undefined =>
      whyClosed?.(row, field, action) ??
      (onEdit !== undefined && editable === true && (mayEdit?.(row, field) ?? true)
        ? undefined
        : 'can’t be changed here'),
    [onEdit, mayEdit, whyClosed],
  );
  const isEditable = useCallback(
    (row: GridRow<Row> | undefined, column: GridColumn | undefined): boolean =>
      row !== undefined && column !== undefined && closed(row, column, []) === undefined,
    [closed],
  );
  const problemIn = useCallback(
    (row: GridRow<Row>, field: string) => typedIn(row, field)?.reason ?? problem?.(row.row, field),
    [typedIn, problem],
  );
  const content = useCellContent(props, { gridRows, columnAt, isEditable, typedIn, problemIn, colors });
  const write = (written: readonly ActionCell[]) => {
    const nameOf = (row: GridRow<Row>, column: GridColumn) => cellName(columns, row, column);
    const action = checkGridAction(written, {
      columnAt,
      rowAt: (position) => gridRows[position],
      typedIn,
      closed,
      nameOf,
    });
    setRefused(action.refused);
    history.commit(action.before, action.after);
  };
  return {
    gridRows,
    toggle,
    unfold,
    columnAt,
    closed,
    isEditable,
    problemIn,
    content,
    /** Values that no cell accepted, until the next edit. */
    refused,
    setRefused,
    write,
    undo: history.undo,
    redo: history.redo,
  };
}

export type GridModel<Row> = ReturnType<typeof useGridModel<Row>>;

/** The visible rows, down to the expanded ones. */
function useGridRows<Row>({ rows, rowKey, childrenOf }: DataGridProps<Row>) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const gridRows = useMemo(
    () => positionRows(rows, rowKey, childrenOf, expanded),
    [rows, rowKey, childrenOf, expanded],
  );
  const toggle = (position: number) => {
    const row = gridRows[position];
    if (row?.expanded === undefined) return;
    setExpanded((open) => {
      const next = new Set(open);
      if (!next.delete(row.key)) next.add(row.key);
      return next;
    });
  };
  const unfold = (keys: readonly string[]) => setExpanded((open) => new Set([...open, ...keys]));
  return { gridRows, toggle, unfold };
}

/** The edits of a session, and typed text that could not be read, which the caller or else the grid stores. */
function useTypedText<Row>({ typed: storedText, onEdit, onUnreadableChange }: DataGridProps<Row>) {
  const isStored = storedText !== undefined;
  const unreadable = useUnreadable(onUnreadableChange);
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
    (row: GridRow<Row>, field: string): UnreadText | undefined =>
      storedText ? storedText(row.row, field) : unreadable.get(row.key, field),
    [storedText, unreadable],
  );
  return { history, typedIn };
}

/** Values that could not be written. They are dropped when the caller undoes the action. */
function useRefused(actions: number) {
  const [refused, setRefused] = useState<readonly CellProblem[]>([]);
  const [seenActions, setSeenActions] = useState(actions);
  if (actions !== seenActions) {
    setSeenActions(actions);
    if (actions < seenActions) setRefused([]);
  }

  return [refused, setRefused] as const;
}

interface CellContext<Row> extends Pick<GridCellInput<Row>, 'colors'> {
  readonly gridRows: readonly GridRow<Row>[];
  readonly columnAt: (at: number, row: GridRow<Row> | undefined) => GridColumn | undefined;
  readonly isEditable: (row: GridRow<Row>, column: GridColumn) => boolean;
  readonly typedIn: (row: GridRow<Row>, field: string) => UnreadText | undefined;
  readonly problemIn: (row: GridRow<Row>, field: string) => string | undefined;
}

/** Returns a function that draws a cell by its position. */
function useCellContent<Row>(
  { totals, totalsLabel = 'Total', warning, emphasis }: DataGridProps<Row>,
  { gridRows, columnAt, isEditable, typedIn, problemIn, colors }: CellContext<Row>,
) {
  return useCallback(
    ([at, position]: Item) => {
      const row = gridRows[position];
      const column = columnAt(at, row);
      if (!column) return { kind: GridCellKind.Loading, allowOverlay: false } as const;
      if (!row) return totalsCell(column, at, totals ?? {}, totalsLabel, colors);
      return gridCell({
        column,
        row,
        cell: [at, position],
        isFirst: at === 0,
        editable: isEditable(row, column),
        typed: typedIn(row, column.field)?.text,
        problem: problemIn(row, column.field),
        warning: warning?.(row.row, column.field),
        emphasized: emphasis?.(row.row, column.field),
        colors,
      });
    },
    [columnAt, gridRows, totals, totalsLabel, colors, typedIn, problemIn, warning, emphasis, isEditable],
  );
}
