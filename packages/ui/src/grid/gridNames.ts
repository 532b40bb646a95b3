import type { CellProblem } from './CellProblems.tsx';
import { editText } from './gridCells.ts';
import type { GridColumn, GridRow } from './gridTypes.ts';
import { problemText } from './problemText.ts';

/** The name of a row: the text of its first column. */
function rowName<Row>(columns: readonly GridColumn[], { row, key }: GridRow<Row>): string {
  const [first] = columns;
  return first ? editText(first.kind, (row as Readonly<Record<string, unknown>>)[first.field]) : key;
}

/** A cell as people call it: the name of the row and the title of the column. */
export const cellName = <Row>(columns: readonly GridColumn[], gridRows: GridRow<Row>, { title }: GridColumn): string =>
  `${rowName(columns, gridRows)}, ${title}`;

/** The cells that have a reason, with its text. */
export const findMarked = <Row>(
  columns: readonly GridColumn[],
  gridRows: readonly GridRow<Row>[],
  reasonOf: (row: GridRow<Row>, field: string) => string | undefined,
): readonly CellProblem[] =>
  gridRows.flatMap((gridRow) =>
    columns.flatMap(({ field, title }) => {
      const reason = reasonOf(gridRow, field);
      const location = { key: gridRow.key, field };
      return reason ? [{ location, text: problemText(rowName(columns, gridRow), title, reason) }] : [];
    }),
  );
