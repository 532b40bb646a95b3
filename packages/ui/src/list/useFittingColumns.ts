import type { Column } from '@carrara/contract/core/fields';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { nameColumnCount } from '@carrara/contract/core/nameColumnCount';
import { columnsWithoutRoom, type FittedColumn, keyField } from './columnsThatFit.ts';

/** Loose: the normal spacing. Tight: narrower names and margins. Wide: all columns, and the table scrolls sideways. */
type Fit = 'loose' | 'tight' | 'wide';

interface Layout {
  readonly fit: Fit;
  readonly hidden: readonly string[];
  /** The width of the buttons at the end of the rows. The key column stays visible next to them. */
  readonly actions: number;
}

const loose: Layout = { fit: 'loose', hidden: [], actions: 0 };

export interface FittingOptions<Own extends Column> {
  readonly columns: readonly Own[];
  readonly rows: unknown;
  readonly density?: unknown;
  readonly widths?: unknown;
  /** The expanded or collapsed rows. */
  readonly toggled?: unknown;
  /** True while loading, and if the person chose the columns: nothing is hidden. */
  readonly showsAllColumns: boolean;
}

/** Measures a table in its frame and hides the columns that don't fit. Figures are never cut. */
export function useFittingColumns<Own extends Column>({
  columns,
  rows,
  density,
  widths,
  toggled,
  showsAllColumns,
}: FittingOptions<Own>) {
  const frame = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState(loose);
  const [showsAll, setShowsAll] = useState(false);
  const measure = useEffectEvent(() => {
    const box = frame.current;
    if (!box || box.clientWidth === 0) return;
    const next = layoutIn(box, columns, showsAllColumns || showsAll);
    setLayout((before) => (isSame(before, next) ? before : next));
  });
  const fields = columns.map(({ field }) => field).join();
  useLayoutEffect(() => measure(), [fields, rows, density, widths, toggled, showsAllColumns, showsAll]);
  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    const watch = new ResizeObserver(() => measure());
    watch.observe(box);
    // Figures and fonts that load later widen the table, not its frame.
    if (box.firstElementChild) watch.observe(box.firstElementChild);
    return () => watch.disconnect();
  }, []);
  const fitted = useMemo(() => withRoles(columns, layout.hidden), [columns, layout.hidden]);
  const hidden = fitted.filter(({ role }) => role === 'tucked');
  return { frame, layout, fitted, hidden, showsAll: showsAll && layout.fit === 'wide', setShowsAll };
}

function isSame(first: Layout, other: Layout): boolean {
  return first.fit === other.fit && first.actions === other.actions && first.hidden.join() === other.hidden.join();
}

function withRoles<Own extends Column>(
  columns: readonly Own[],
  hidden: readonly string[],
): readonly FittedColumn<Own>[] {
  const name = columns[nameColumnCount(columns) - 1]?.field;
  const key = keyField(columns);
  return columns.map((column) => {
    const { field } = column;
    const role = hidden.includes(field) ? 'tucked' : field === name ? 'name' : field === key ? 'key' : undefined;
    return { ...column, role };
  });
}

/** Tries the layouts in the page itself, one after the other, and then restores it. */
function layoutIn(box: HTMLElement, columns: readonly Column[], showsAllColumns: boolean): Layout {
  const before = box.dataset['fit'];
  const isOverflowing = () => box.scrollWidth > box.clientWidth + 1;
  if (before === 'loose' && !isOverflowing()) return loose;
  const heads = [...box.querySelectorAll<HTMLElement>('thead th')];
  const actions = columns.length < heads.length ? (heads.at(-1)?.offsetWidth ?? 0) : 0;
  box.dataset['measuring'] = '';
  try {
    box.dataset['fit'] = 'loose';
    if (!isOverflowing()) return loose;
    box.dataset['fit'] = 'tight';
    if (!isOverflowing()) return { fit: 'tight', hidden: [], actions };
    if (showsAllColumns) return { fit: 'wide', hidden: [], actions };
    const widths = heads.map(({ offsetWidth }) => offsetWidth);
    const usedWidth = widths.slice(columns.length).reduce((sum, width) => sum + width, 0);
    return {
      fit: 'tight',
      hidden: columnsWithoutRoom(columns, widths.slice(0, columns.length), box.clientWidth - usedWidth),
      actions,
    };
  } finally {
    box.dataset['fit'] = before;
    delete box.dataset['measuring'];
  }
}
