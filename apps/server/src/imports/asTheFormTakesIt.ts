import type { Fields } from '@carrara/contract/core/fields';
import { inputOf } from '@carrara/contract/core/schema';
import { inOrderOfRows, quotedCell, type ReadRow, type RowError } from '@carrara/domain/platform/upload';
import type { ReadTable } from './readTable.ts';

/** Kinds of which a cell holds what the form holds. References and states are found by their planner, amounts and days are read by the same rules. */
const judged = ['text', 'code', 'longText', 'email', 'percent', 'years', 'year', 'count'];
const asNumber = ['year', 'count'];

/**
 * A table without the cells that the form of the record would not take, each told as any other cell that is wrong: what a file enters can be saved in
 * the editor again. `fieldsOf` has the form's fields by the names of the columns.
 */
export function asTheFormTakesIt(table: ReadTable, fieldsOf: (row: ReadRow) => Fields): ReadTable {
  const shapes = new Map<Fields, ReturnType<typeof inputOf>['shape']>();
  const shapeOf = (fields: Fields) => {
    const shape = shapes.get(fields) ?? inputOf(fields).shape;
    shapes.set(fields, shape);
    return shape;
  };
  const errors: RowError[] = [];
  const every = table.every.map((row): ReadRow => {
    const fields = fieldsOf(row);
    const wrong = Object.entries(fields).flatMap(([name, { kind, title }]) => {
      const text = row.values[name];
      if (text === undefined || !judged.includes(kind)) return [];
      const read = shapeOf(fields)[name]?.safeParse(asNumber.includes(kind) ? Number(text) : text);
      if (read === undefined || read.success) return [];
      const reason = `${title}: '${quotedCell({ text })}' ${read.error.issues[0]?.message ?? ''}.`;
      errors.push({ sheet: table.sheet, row: row.row, column: table.headingOf(name), reason });
      return [name];
    });
    return wrong.length === 0 ? row : { ...row, unread: [...(row.unread ?? []), ...wrong] };
  });
  if (errors.length === 0) return table;
  return {
    ...table,
    every,
    rows: every.filter(({ unread }) => unread === undefined),
    errors: inOrderOfRows([...table.errors, ...errors], [table.sheet]),
  };
}
