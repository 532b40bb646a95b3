import type { Column, Fields } from './fields.ts';

/** A column of a list: the name of a field, a field with different settings, or a column that isn't a field. */
export type ColumnChoice<F extends Fields> =
  | Extract<keyof F, string>
  | (Partial<Column> & { readonly field: Extract<keyof F, string> })
  | Column;
/** The field names of the columns. */
export type ColumnNames<C extends readonly unknown[]> = {
  [I in keyof C]: C[I] extends { readonly field: infer N extends string } ? N : Extract<C[I], string>;
}[number];

/** Returns columns with the titles and kinds of their fields. */
export function buildColumns<F extends Fields>(fields: F, choices: readonly ColumnChoice<F>[]): Column[] {
  return choices.map((choice) => {
    const own = typeof choice === 'string' ? { field: choice } : choice;
    const { kind, title, permission }: Partial<Column> = fields[own.field] ?? {};
    return { kind, title, ...(permission ? { permission } : {}), ...own } as Column;
  });
}
