import { useMemo, useState } from 'react';
import { measureFigure } from './drawGrid.ts';
import { columnsAsWide, hiddenGridColumns } from './fittedColumns.ts';
import type { DataGridProps } from './gridTypes.ts';
import type { useGridTheme } from './useGridTheme.ts';

/** Narrower frames have no room for two frozen columns. */
const roomForTwo = 640;

const usualWidth = 130;

/** The columns of a grid as wide as their figures, without those that don't fit. A person can display all; then the main column follows the name. */
export function useFittedColumns<Row>(
  { columns, rows, childrenOf, totals }: DataGridProps<Row>,
  { theme }: ReturnType<typeof useGridTheme>,
  room: number,
) {
  const [showsAll, setShowsAll] = useState(false);
  const sized = useMemo(
    () =>
      columnsAsWide(
        { columns, rows, childrenOf, totals },
        {
          usualWidth,
          margin: 2 * Number(theme.cellHorizontalPadding) + 2,
          // Totals and overrides are bold.
          widthOf: (text) => measureFigure(text, `600 13px ${String(theme.fontFamily)}`),
        },
      ),
    [columns, rows, childrenOf, totals, theme],
  );
  const withoutRoom = useMemo(() => (room > 0 ? hiddenGridColumns(sized, room) : []), [sized, room]);
  const isExpanded = showsAll && withoutRoom.length > 0;
  const freezesKey = isExpanded && room >= roomForTwo;
  const visible = useMemo(() => {
    if (!isExpanded) return sized.filter((column) => !withoutRoom.includes(column));
    const [name, ...others] = sized;
    if (!freezesKey || !name) return sized;
    return [name, ...others.filter(({ isKey }) => isKey), ...others.filter(({ isKey }) => !isKey)];
  }, [sized, withoutRoom, isExpanded, freezesKey]);
  return {
    columns: visible,
    hidden: isExpanded ? [] : withoutRoom,
    showsAll: isExpanded,
    setShowsAll,
    frozen: freezesKey ? 2 : 1,
  };
}
