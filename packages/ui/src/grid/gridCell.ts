import { type BooleanCell, GridCellKind, type TextCell } from '@glideapps/glide-data-grid';
import { dash } from '../value/formatDecimal.ts';
import { inputText } from '../value/readNumber.ts';
import { valueText } from '../value/valueText.ts';
import { cellAlignment, editText, isKindEditable, unreadInput } from './gridCells.ts';
import type { GridColumn, GridRow } from './gridTypes.ts';
import type { CellPosition } from './typedAhead.ts';
import type { GridColors } from './useGridTheme.ts';

/** A text cell with its column and its position, for its editor. */
export interface OwnCell extends TextCell {
  readonly column: GridColumn;
  readonly cell?: CellPosition;
}

export interface GridCellInput<Row> {
  readonly column: GridColumn;
  readonly row: GridRow<Row>;
  readonly cell: CellPosition;
  readonly isFirst: boolean;
  readonly editable: boolean;
  /** Typed text that could not be read. */
  readonly typed: string | undefined;
  readonly problem: string | undefined;
  readonly warning?: string | undefined;
  /** True if a person set the value instead of the computed one. */
  readonly emphasized?: boolean | undefined;
  readonly colors: GridColors;
}

export function gridCell<Row>(input: GridCellInput<Row>): OwnCell | BooleanCell {
  const { column, row, isFirst, problem, warning, colors } = input;
  const typed = input.typed === undefined ? undefined : unreadInput(column.kind, input.typed);
  const value = (row.row as Readonly<Record<string, unknown>>)[column.field];
  const editable = input.editable && isKindEditable(column.kind);
  const marked = problem
    ? { bgCell: colors.badSoft, textDark: colors.bad }
    : warning
      ? { bgCell: colors.warnSoft, textDark: colors.warn }
      : {};
  if (column.kind === 'boolean') {
    return {
      kind: GridCellKind.Boolean,
      data: value === true,
      allowOverlay: false,
      readonly: !editable,
      themeOverride: marked,
    };
  }
  const displayed = typed ?? valueText(column.kind, value);
  const tree = isFirst
    ? `${'      '.repeat(row.level)}${row.expanded === undefined ? '' : row.expanded ? '▾ ' : '▸ '}`
    : '';
  const text = editText(column.kind, value);
  return {
    kind: GridCellKind.Text,
    column,
    cell: input.cell,
    data: typed ?? text,
    displayData: tree + (displayed === dash && editable ? '' : displayed),
    copyData: typed ?? text,
    contentAlign: cellAlignment(column.kind),
    allowOverlay: editable,
    readonly: !editable,
    ...(row.expanded === undefined || !isFirst ? {} : { cursor: 'pointer' as const }),
    themeOverride: {
      ...(editable ? {} : { bgCell: colors.readOnly }),
      ...(row.level > 0 ? { textDark: colors.muted } : {}),
      ...(input.emphasized ? { bgCell: colors.accentSoft, textDark: colors.text, baseFontStyle: '600 13px' } : {}),
      ...(displayed.startsWith('(') ? { textDark: colors.bad } : {}),
      ...marked,
    },
  };
}

export function totalsCell(
  column: GridColumn,
  at: number,
  totals: Readonly<Record<string, string | null>>,
  label: string,
  colors: GridColors,
): OwnCell {
  const total = totals[column.field];
  const text = at === 0 ? label : total === undefined ? '' : valueText(column.kind, total);
  return {
    kind: GridCellKind.Text,
    column,
    data: inputText(total ?? ''),
    displayData: text,
    copyData: total === null || total === undefined ? text : inputText(total),
    contentAlign: at === 0 ? 'left' : cellAlignment(column.kind),
    allowOverlay: false,
    readonly: true,
    themeOverride: {
      baseFontStyle: '600 13px',
      bgCell: colors.totals,
      textDark: text.startsWith('(') ? colors.bad : colors.text,
    },
  };
}
