import '@glideapps/glide-data-grid/dist/index.css';
import {
  CompactSelection,
  DataEditor,
  type DataEditorProps,
  type DataEditorRef,
  type GridSelection,
} from '@glideapps/glide-data-grid';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { HiddenColumns } from '../list/HiddenColumns.tsx';
import { CellProblems } from './CellProblems.tsx';
import { drawGridCell, drawGridHeader, measureHeaderHeight } from './drawGrid.ts';
import type { SizedColumn } from './fittedColumns.ts';
import styles from './grid.module.css';
import { findMarked } from './gridNames.ts';
import type { DataGridProps, GridLocation, GridRow } from './gridTypes.ts';
import { columnsBeyond } from './headerLines.ts';
import type { CellInput } from './typedAhead.ts';
import { useCellInput } from './useCellInput.ts';
import { useFittedColumns } from './useFittedColumns.ts';
import { useGridEvents } from './useGridEvents.ts';
import { type GridModel, useGridModel } from './useGridModel.ts';
import { useGridTheme } from './useGridTheme.ts';

const rowHeight = 31;
const scrollbar = 14;
const nothingSelected: GridSelection = { columns: CompactSelection.empty(), rows: CompactSelection.empty() };

// Glide draws its editor into the element with this id, which must exist.
if (!document.getElementById('portal')) {
  const portal = document.createElement('div');
  portal.id = 'portal';
  portal.style.cssText = 'position: fixed; left: 0; top: 0; z-index: 350;';
  document.body.append(portal);
}

interface Scroll {
  readonly first: number;
  readonly offset: number;
}

export function GridCanvas<Row>(allProps: DataGridProps<Row>) {
  const { warning } = allProps;
  const editor = useRef<DataEditorRef>(null);
  const theme = useGridTheme();
  const { ref: frame, width: room } = useElementSize();
  const { columns, hidden, showsAll, setShowsAll, frozen } = useFittedColumns(allProps, theme, room);
  const props = { ...allProps, columns };
  const model = useGridModel(props, theme.colors);
  const { gridRows, problemIn } = model;
  const canvas = useRef<HTMLDivElement>(null);
  const frameAndCanvas = useMergedRef(frame, canvas);
  const { input, provideEditor, leave } = useCellInput(canvas, model);
  useEffect(() => editor.current?.updateCells([]), [theme.colors]);
  const [selection, setSelection] = useState(nothingSelected);
  const show = useCallback((column: number, row: number) => {
    editor.current?.scrollTo(column, row);
    // Takes the focus first, because a grid without a selection selects its first cell when it gets the focus.
    editor.current?.focus();
    setSelection({
      ...nothingSelected,
      current: { cell: [column, row], range: { x: column, y: row, width: 1, height: 1 }, rangeStack: [] },
    });
  }, []);
  const [requested, setRequested] = useState<GridLocation>();
  const reveal = (field: string) => {
    if (hidden.some((column) => column.field.startsWith(field))) setShowsAll(true);
  };
  useGoTo({ columns, goTo: allProps.goTo }, model, show, reveal);
  useGoTo({ columns, goTo: requested }, model, show, reveal);
  const [scrolled, setScrolled] = useState<Scroll>({ first: frozen, offset: 0 });
  const beyond = columnsBeyond(columns, { ...scrolled, room, frozen });
  const marked = (reason: (row: GridRow<Row>, field: string) => string | undefined) =>
    findMarked(allProps.columns, gridRows, reason);
  return (
    <>
      <div ref={frameAndCanvas} className={styles.canvas} onBlur={leave}>
        <GridEditor
          grid={props}
          model={model}
          theme={theme}
          editor={editor}
          input={input}
          provideEditor={provideEditor}
          room={room}
          frozen={frozen}
          selection={selection}
          onSelect={setSelection}
          onScroll={setScrolled}
        />
        <HiddenColumns hidden={hidden} showsAll={showsAll} onChange={setShowsAll} />
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
        refused={model.refused}
        problems={marked(problemIn)}
        warnings={marked((row, field) => (problemIn(row, field) ? undefined : warning?.(row.row, field)))}
        onShow={setRequested}
      />
    </>
  );
}

/** Goes to the requested cell once its row is expanded. */
function useGoTo<Row>(
  { columns, goTo }: Pick<DataGridProps<Row>, 'columns' | 'goTo'>,
  { gridRows, unfold }: Pick<GridModel<Row>, 'gridRows' | 'unfold'>,
  show: (column: number, row: number) => void,
  reveal: (field: string) => void,
): void {
  const [unfolded, setUnfolded] = useState<GridLocation>();
  if (goTo && unfolded !== goTo) {
    setUnfolded(goTo);
    reveal(goTo.field);
    const above = goTo.key.split('/').map((_, i, ids) => ids.slice(0, i).join('/'));
    unfold(above.filter((key) => key !== ''));
  }
  const visited = useRef<GridLocation>(undefined);
  useEffect(() => {
    if (!goTo || visited.current === goTo) return;
    const position = gridRows.findIndex(({ key }) => key === goTo.key);
    const at = columns.findIndex(({ field }) => field === goTo.field || field.startsWith(goTo.field));
    if (position < 0) return;
    // Waits until the canvas has drawn the rows. A render in between starts the wait again.
    const frameId = requestAnimationFrame(() => {
      visited.current = goTo;
      show(Math.max(at, 0), position);
    });
    return () => cancelAnimationFrame(frameId);
  }, [goTo, gridRows, columns, show]);
}

interface GridEditorProps<Row> extends Required<Pick<DataEditorProps, 'provideEditor'>> {
  readonly grid: Omit<DataGridProps<Row>, 'columns'> & { readonly columns: readonly SizedColumn[] };
  readonly model: GridModel<Row>;
  readonly theme: ReturnType<typeof useGridTheme>;
  readonly editor: RefObject<DataEditorRef | null>;
  readonly input: CellInput;
  /** The width of the frame. */
  readonly room: number;
  /** The number of columns at the left that don't scroll. */
  readonly frozen: number;
  readonly selection: GridSelection;
  readonly onSelect: (selection: GridSelection) => void;
  readonly onScroll: (scroll: Scroll) => void;
}

/** Glide's grid in the product's theme, as high as its rows. */
function GridEditor<Row>({
  grid,
  model,
  theme,
  editor,
  input,
  provideEditor,
  room,
  frozen,
  selection,
  onSelect,
  onScroll,
}: GridEditorProps<Row>) {
  const { columns, totals, maxHeight = 560, onEdit } = grid;
  const headerHeight = useMemo(
    () => measureHeaderHeight(columns, `${String(theme.theme.headerFontStyle)} ${String(theme.theme.fontFamily)}`),
    [columns, theme],
  );
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const events = useGridEvents(grid, model, { input, editor });
  const lines = model.gridRows.length + (totals ? 1 : 0);
  return (
    <DataEditor
      ref={editor}
      width="100%"
      height={Math.min(maxHeight, headerHeight + lines * rowHeight + (width > room ? scrollbar : 1))}
      rows={lines}
      columns={columns.map(({ field, title, width, grow }) => ({
        id: field,
        title,
        width,
        ...(grow ? { grow: 1 } : {}),
      }))}
      getCellContent={model.content}
      getCellsForSelection
      rowHeight={rowHeight}
      headerHeight={headerHeight}
      freezeColumns={frozen}
      freezeTrailingRows={totals ? 1 : 0}
      theme={theme.theme}
      drawHeader={drawGridHeader(columns, theme.colors)}
      drawCell={drawGridCell(columns)}
      gridSelection={selection}
      onGridSelectionChange={onSelect}
      // As in every spreadsheet, one click only selects, even a cell that is already selected.
      cellActivationBehavior="double-click"
      rangeSelect="multi-rect"
      columnSelect="none"
      rowSelect="none"
      fillHandle={onEdit !== undefined}
      provideEditor={provideEditor}
      {...events}
      keybindings={{ search: false, downFill: true, rightFill: true }}
      smoothScrollX
      smoothScrollY
      onVisibleRegionChanged={({ x }, tx) => onScroll({ first: Math.max(x, frozen), offset: tx })}
    />
  );
}
