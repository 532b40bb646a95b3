import { plainText } from '../value/plainText.ts';
import { valueText } from '../value/valueText.ts';
import type { CellProblem } from './CellProblems.tsx';
import { editText, readCell, unreadInput, unreadText } from './gridCells.ts';
import { unclearTexts } from './unclearTexts.ts';
import type { GridColumn, GridEdit, GridRow, UnreadText } from './gridTypes.ts';

/** The cells that one edit (typing, a paste, a fill) writes. Positions may be outside the grid. */
export interface ActionCell {
  readonly column: number;
  readonly row: number;
  readonly text: string;
}

export interface ActionGround<Row> {
  readonly columnAt: (column: number, row: GridRow<Row> | undefined) => GridColumn | undefined;
  readonly rowAt: (row: number) => GridRow<Row> | undefined;
  readonly typedIn: (row: GridRow<Row>, field: string) => UnreadText | undefined;
  /** Why a cell is read-only, also because of earlier edits of the same action. */
  readonly closed: (row: GridRow<Row>, column: GridColumn, action: readonly GridEdit[]) => string | undefined;
  /** The name of a cell, from its row and its column. */
  readonly nameOf: (row: GridRow<Row>, column: GridColumn) => string;
}

export interface GridAction {
  readonly before: readonly GridEdit[];
  readonly after: readonly GridEdit[];
  /** Values that met a read-only cell or no cell at all. They are reported, never dropped. */
  readonly refused: readonly CellProblem[];
}

/** Reads an action cell by cell. */
export function checkGridAction<Row>(cells: readonly ActionCell[], ground: ActionGround<Row>): GridAction {
  const before: GridEdit[] = [];
  const after: GridEdit[] = [];
  const refused: CellProblem[] = [];
  const unclear = unclearTexts(cells, ({ column, row }) => ground.columnAt(column, ground.rowAt(row))?.kind);
  for (const { column: at, row: position, text } of cells) {
    const row = ground.rowAt(position);
    const column = ground.columnAt(at, row);
    if (!row || !column) {
      const where = row ? 'Beyond the last column' : 'Below the last row';
      if (text.trim() !== '') refused.push({ text: `${where}: '${text.trim()}' was not applied` });
      continue;
    }
    const old = (row.row as Readonly<Record<string, unknown>>)[column.field] ?? null;
    const unread = ground.typedIn(row, column.field);
    const now = unread ? unreadInput(column.kind, unread.text) : editText(column.kind, old);
    const location = { key: row.key, field: column.field };
    const why = ground.closed(row, column, after);
    if (why !== undefined) {
      const isHere = [now, plainText(old), valueText(column.kind, old)].includes(text.trim());
      if (text.trim() === '' || isHere) continue;
      const reason = `${ground.nameOf(row, column)}: ${why}; '${text.trim()}' was not applied`;
      refused.push({ location, text: reason });
      continue;
    }
    if (text === now) continue;
    const doubt = unclear(column.kind, text);
    if (doubt !== undefined) {
      refused.push({ location, text: `${ground.nameOf(row, column)}: ${doubt}` });
      continue;
    }
    const reading = readCell(column, text);
    before.push({ ...location, value: old, unread });
    if ('refused' in reading)
      after.push({
        ...location,
        value: null,
        unread: { text: unreadText(column.kind, text), reason: reading.refused },
      });
    else after.push({ ...location, value: reading.value });
  }
  return { before, after, refused };
}
