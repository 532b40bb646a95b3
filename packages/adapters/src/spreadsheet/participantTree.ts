import { cellAddress } from './listWorkbook.ts';
import { type ColumnSheet, FIRST_DATA_ROW, type SheetColumn } from './columnSheet.ts';

/** A row in a tree of participants. An entity's members follow it, one level deeper. */
export interface Level<R> {
  readonly row: R;
  readonly level: number;
  /** Number of following rows that belong to it. */
  readonly below: number;
}

/** Flattens a tree into the rows of a sheet, outermost first. */
export function levels<R>(roots: readonly R[], membersOf: (row: R) => readonly R[], level = 0): Level<R>[] {
  return roots.flatMap((row) => {
    const members = levels(membersOf(row), membersOf, level + 1);
    return [{ row, level, below: members.length }, ...members];
  });
}

interface Person {
  readonly name: string;
  readonly code: string | null;
  readonly type: string;
  readonly businessTitle: string | null;
  readonly status: string | null;
}
export const personColumns: readonly SheetColumn<{
  readonly row: { readonly participant: Person };
  readonly level: number;
}>[] = [
  { title: 'Participant', kind: 'text', value: ({ row }) => row.participant.name, width: 38 },
  { title: 'Level', kind: 'count', value: ({ level }) => String(level), width: 7 },
  { title: 'Code', kind: 'code', value: ({ row }) => row.participant.code, width: 12 },
  { title: 'Type', kind: 'text', value: ({ row }) => row.participant.type, width: 12 },
  { title: 'Title', kind: 'text', value: ({ row }) => row.participant.businessTitle, width: 24 },
  { title: 'Status', kind: 'text', value: ({ row }) => row.participant.status, width: 12 },
];
/** Column in which `personColumns` has the level of a row. Totals add up by it. */
const LEVEL_COLUMN = 2;

const levelRange = (from: number, to: number) => `${cellAddress(LEVEL_COLUMN, from)}:${cellAddress(LEVEL_COLUMN, to)}`;
export const roundFormula = (terms: string): string => `ROUND(${terms},2)`;

/** Returns the first column that is added up, counted from 1. */
export const firstFigureColumn = <R, T>(columns: readonly SheetColumn<R, T>[]): number =>
  columns.findIndex((column) => column.total) + 1;

/**
 * Returns the formulas for trees of participants. An entity is the sum of its members one level deeper, and the total
 * is the sum of the outermost rows. `formulaOf` returns the formulas of the other figures by position. It returns
 * undefined for figures that are entered in the sheet.
 */
export function treeFormulas<R, T>(
  columns: readonly SheetColumn<Level<R>, T>[],
  formulaOf: (row: R, position: number, at: number) => string | undefined = () => undefined,
): Pick<ColumnSheet<Level<R>, T>, 'sum' | 'formulaOf' | 'indentOf'> {
  const first = firstFigureColumn(columns);
  return {
    sum: (range, column) => `SUMIFS(${range(column)},${range(LEVEL_COLUMN)},0)`,
    formulaOf: ({ row, level, below }, at, column) => {
      if (below === 0) return formulaOf(row, column - first, at);
      const range = `${cellAddress(column, at + 1)}:${cellAddress(column, at + below)}`;
      return roundFormula(`SUMIFS(${range},${levelRange(at + 1, at + below)},${level + 1})`);
    },
    indentOf: ({ level }) => level,
  };
}

export const sheetCellAddress = (name: string, column: number, row: number): string =>
  `'${name.replaceAll("'", "''")}'!${cellAddress(column, row)}`;

interface Reached {
  readonly participant: { readonly participantId: string };
  readonly via: readonly string[];
}
/** Returns a participant's path as a key: somebody may be reached directly and through entities. */
const pathTo = ({ participant, via }: Reached) => [...via, participant.participantId].join(' ');

/** Excel accepts formulas of at most 8,192 characters. A longer one is written as a value. */
const LONGEST_FORMULA = 8_000;

/** Returns formulas that add up a participant's cells in the sheets of the sources. */
export function sumOverSheets(
  sheets: readonly { readonly name: string; readonly rows: readonly Level<Reached>[] }[],
): (person: Reached, column: number) => string | undefined {
  const rowPositions = new Map<string, { readonly name: string; readonly row: number }[]>();
  for (const { name, rows } of sheets) {
    for (const [at, { row }] of rows.entries()) {
      const path = pathTo(row);
      rowPositions.set(path, [...(rowPositions.get(path) ?? []), { name, row: FIRST_DATA_ROW + at }]);
    }
  }
  return (person, column) => {
    const cells = rowPositions.get(pathTo(person))?.map(({ name, row }) => sheetCellAddress(name, column, row));
    const formula = cells && roundFormula(cells.join('+'));
    return formula && formula.length <= LONGEST_FORMULA ? formula : undefined;
  };
}
