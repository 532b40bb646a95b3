import { columnsWithoutRoom } from '../list/columnsThatFit.ts';
import { plainText } from '../value/plainText.ts';
import { valueText } from '../value/valueText.ts';
import { cellAlignment } from './gridCells.ts';
import type { DataGridProps, GridColumn } from './gridTypes.ts';

export type SizedColumn = GridColumn & { readonly width: number };

export interface FigureMeasure {
  readonly usualWidth: number;
  /** Space at the sides of a figure. */
  readonly margin: number;
  readonly widthOf: (text: string) => number;
}

type Figures<Row> = Pick<DataGridProps<Row>, 'columns' | 'rows' | 'childrenOf' | 'totals'>;

/** Text that was typed and couldn't be read has an editor of its own. */
const isDecimal = /^-?\d+(\.\d+)?$/;

/** Widens columns whose longest figure needs more than their own width, because a canvas would cut it. */
export function columnsAsWide<Row>(
  { columns, rows, childrenOf, totals }: Figures<Row>,
  { usualWidth, margin, widthOf }: FigureMeasure,
): readonly SizedColumn[] {
  const all = withMembers(rows, childrenOf);
  return columns.map((column) => {
    const { field, kind, width = usualWidth } = column;
    if (cellAlignment(kind) !== 'right') return { ...column, width };
    const longest = [...all.map((row) => (row as Readonly<Record<string, unknown>>)[field]), totals?.[field]]
      .map(plainText)
      .filter((text) => isDecimal.test(text))
      .reduce((longer, text) => (text.length > longer.length ? text : longer), '');
    const needed = longest === '' ? 0 : Math.ceil(widthOf(valueText(kind, longest)) + margin);
    return { ...column, width: Math.max(width, needed) };
  });
}

const withMembers = <Row>(rows: readonly Row[], childrenOf: DataGridProps<Row>['childrenOf']): readonly Row[] =>
  childrenOf ? rows.flatMap((row) => [row, ...withMembers(childrenOf(row), childrenOf)]) : rows;

/** The columns of a grid that have no room: details first, then the others from the right. Without a main column, the grid scrolls instead. */
export function hiddenGridColumns(columns: readonly SizedColumn[], room: number): readonly SizedColumn[] {
  if (!columns.some(({ isKey }) => isKey)) return [];
  const details = new Set(columns.filter(({ isDetail }) => isDetail).map(({ field }) => field));
  const hidden = columnsWithoutRoom(
    columns,
    columns.map(({ width }) => width),
    room,
    ({ field }) => (details.has(field) ? 0 : 1),
  );
  return columns.filter(({ field }) => hidden.includes(field));
}
