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
): readonly CellProblem[] => {
  const names = rowNames(columns, gridRows);
  return gridRows.flatMap((gridRow, at) =>
    columns.flatMap(({ field, title }) => {
      const reason = reasonOf(gridRow, field);
      const location = { key: gridRow.key, field };
      return reason ? [{ location, text: problemText(names[at] ?? '', title, reason) }] : [];
    }),
  );
};

/** The names of all rows. Rows with the same name also have the text of the second column, such as the security of a company. */
function rowNames<Row>(columns: readonly GridColumn[], gridRows: readonly GridRow<Row>[]): readonly string[] {
  const names = gridRows.map((gridRow) => rowName(columns, gridRow));
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [, second] = columns;
  if (second?.kind !== 'text') return names;
  return gridRows.map(({ row }, at) => {
    const name = names[at] ?? '';
    const detail = editText(second.kind, (row as Readonly<Record<string, unknown>>)[second.field]);
    return counts.get(name) === 1 || detail === '' ? name : `${name}, ${detail}`;
  });
}
