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
import { useElementSize } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { plainText } from '../value/index.ts';
import { CellProblems } from './CellProblems.tsx';
import { drawFigureCell, drawGridHeader } from './drawGrid.ts';
import { gridCell, totalsCell } from './gridCell.ts';
import { editText, readCell } from './gridCells.ts';
import { provideCellEditor } from './cellEditor.tsx';
import styles from './grid.module.css';
import type { DataGridProps, GridEdit } from './gridTypes.ts';
import { placeRows } from './placeRows.ts';
import { typeAhead } from './typedAhead.ts';
import { useGridHistory } from './useGridHistory.ts';
import { useGridTheme } from './useGridTheme.ts';
import { useUnreadable } from './useUnreadable.ts';

const rowHeight = 31;
const headerHeight = 32;
const scrollbar = 14;
const usualWidth = 130;
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
    emphasis,
    onCellOpen,
  } = props;
  const mayEdit = props.isEditable;
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [selection, setSelection] = useState(nothingSelected);
  const editor = useRef<DataEditorRef>(null);
  const { theme, colors } = useGridTheme();
  const placed = useMemo(() => placeRows(rows, rowKey, childrenOf, expanded), [rows, rowKey, childrenOf, expanded]);
  const unreadable = useUnreadable(props.onUnreadableChange);
  const history = useGridHistory(
    useCallback(
      (edits: readonly GridEdit[]) => {
        unreadable.settle(edits);
        onEdit?.(edits);
      },
      [onEdit, unreadable],
    ),
  );
  const isEditable = useCallback(
    (position: number, field: string): boolean => {
      const row = placed[position];
      const column = columns.find((other) => other.field === field);
      return (
        onEdit !== undefined && row !== undefined && column?.editable === true && (mayEdit?.(row.row, field) ?? true)
      );
    },
    [placed, columns, onEdit, mayEdit],
  );

  const content = useCallback(
    ([at, position]: Item) => {
      const column = columns[at];
      const row = placed[position];
      if (!column) return { kind: GridCellKind.Loading, allowOverlay: false } as const;
      if (!row) return totalsCell(column, at, totals ?? {}, totalsLabel, colors);
      const typed = unreadable.get(row.key, column.field);
      const wrong = typed?.reason ?? problem?.(row.row, column.field);
      return gridCell({
        column,
        row,
        isFirst: at === 0,
        editable: isEditable(position, column.field),
        typed: typed?.text,
        problem: wrong,
        emphasized: emphasis?.(row.row, column.field),
        colors,
      });
    },
    [columns, placed, totals, totalsLabel, colors, unreadable, problem, emphasis, isEditable],
  );

  const commit = (items: readonly EditListItem[]): boolean => {
    const before: GridEdit[] = [];
    const after: GridEdit[] = [];
    for (const { location, value } of items) {
      const column = columns[location[0]];
      const row = placed[location[1]];
      if (!column || !row || !isEditable(location[1], column.field)) continue;
      const typed = value.kind === GridCellKind.Boolean ? (value.data === true ? 'yes' : 'no') : plainText(value.data);
      const old = (row.row as Readonly<Record<string, unknown>>)[column.field] ?? null;
      const oldText = unreadable.get(row.key, column.field)?.text ?? editText(column.kind, old);
      if (typed === oldText) continue;
      const reading = readCell(column, typed);
      const cell = { key: row.key, field: column.field };
      before.push({ ...cell, value: old });
      if ('refused' in reading) unreadable.note({ ...cell, text: typed, reason: reading.refused });
      else {
        unreadable.forget(row.key, column.field);
        after.push({ ...cell, value: reading.value });
      }
    }
    history.commit(
      before.filter(({ key, field }) => after.some((edit) => edit.key === key && edit.field === field)),
      after,
    );
    return true;
  };

  const onKey = (event: GridKeyEventArgs) => {
    const [at = -1, position = -1] = event.location ?? [];
    const column = columns[at];
    typeAhead(event, column !== undefined && column.kind !== 'boolean' && isEditable(position, column.field));
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return;
    event.cancel();
    event.preventDefault();
    if (key === 'y' || event.shiftKey) history.redo();
    else history.undo();
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
    if (!column || !row || isEditable(position, column.field)) return;
    if (at === 0 && row.expanded !== undefined) toggle(position);
    else onCellOpen?.(row.row, column.field);
  };
  useEffect(() => editor.current?.updateCells([]), [colors]);

  const { ref: frame, width: room } = useElementSize();
  const width = columns.reduce((sum, column) => sum + (column.width ?? usualWidth), 0);
  const lines = placed.length + (totals ? 1 : 0);
  const problems = findProblems(props, placed, unreadable);
  return (
    <>
      <div ref={frame} className={styles.canvas}>
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
          rangeSelect="multi-rect"
          columnSelect="none"
          rowSelect="none"
          fillHandle={onEdit !== undefined}
          onPaste={onEdit !== undefined}
          onCellsEdited={commit}
          onCellActivated={activate}
          onCellClicked={(cell) => (cell[0] === 0 || onCellOpen ? activate(cell) : undefined)}
          provideEditor={provideCellEditor}
          onKeyDown={onKey}
          keybindings={{ search: false, downFill: true, rightFill: true }}
          smoothScrollX
          smoothScrollY
        />
      </div>
      <CellProblems
        problems={problems}
        onShow={(problem) => {
          editor.current?.scrollTo(problem.column, problem.row);
          setSelection({
            ...nothingSelected,
            current: {
              cell: [problem.column, problem.row],
              range: { x: problem.column, y: problem.row, width: 1, height: 1 },
              rangeStack: [],
            },
          });
          editor.current?.focus();
        }}
      />
    </>
  );
}

function findProblems<Row>(
  { columns, problem }: DataGridProps<Row>,
  placed: ReturnType<typeof placeRows<Row>>,
  unreadable: ReturnType<typeof useUnreadable>,
) {
  return placed.flatMap(({ row, key }, position) =>
    columns.flatMap((column, at) => {
      const reason = unreadable.get(key, column.field)?.reason ?? problem?.(row, column.field);
      const first = columns[0];
      const name = first ? editText(first.kind, (row as Readonly<Record<string, unknown>>)[first.field]) : key;
      return reason ? [{ row: position, column: at, text: `${name}, ${column.title}: ${reason}` }] : [];
    }),
  );
}
