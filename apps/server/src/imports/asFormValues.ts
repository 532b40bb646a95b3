import type { Fields } from '@carrara/contract/core/fields';
import { buildInputSchema } from '@carrara/contract/core/schema';
import { sortByRow, quotedCell, type ReadRow, type RowError } from '@carrara/domain/platform/upload';
import type { ReadTable } from './readTable.ts';

/**
 * Kinds whose cells contain the form's values. References and statuses are resolved by their planner, which also reads
 * amounts and dates by the same rules.
 */
const judged = ['text', 'code', 'longText', 'email', 'percent', 'years', 'year', 'count'];
const asNumber = ['year', 'count'];

/**
 * Removes cells that the form of the record wouldn't accept and reports them like other invalid cells. Imported
 * records can therefore always be saved in the editor. `fieldsOf` returns the form's fields by column name.
 */
export function asFormValues(table: ReadTable, fieldsOf: (row: ReadRow) => Fields): ReadTable {
  const shapes = new Map<Fields, ReturnType<typeof buildInputSchema>['shape']>();
  const shapeOf = (fields: Fields) => {
    const shape = shapes.get(fields) ?? buildInputSchema(fields).shape;
    shapes.set(fields, shape);
    return shape;
  };
  const errors: RowError[] = [];
  const every = table.every.map((row): ReadRow => {
    const fields = fieldsOf(row);
    const wrong = Object.entries(fields).flatMap(([name, { kind }]) => {
      const text = row.values[name];
      if (text === undefined || !judged.includes(kind)) return [];
      const read = shapeOf(fields)[name]?.safeParse(asNumber.includes(kind) ? Number(text) : text);
      if (read === undefined || read.success) return [];
      const reason = `'${quotedCell({ text })}' ${read.error.issues[0]?.message ?? ''}.`;
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
    errors: sortByRow([...table.errors, ...errors], [table.sheet]),
  };
}
