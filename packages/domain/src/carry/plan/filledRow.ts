/** A row of a filled sheet: the text of each cell, by column; null if it is empty. Undefined leaves out the column, so that an import leaves its values unchanged. */
export type FilledRow = Readonly<Record<string, string | null | undefined>>;

/** Returns the text of a stored value; null if it is blank. */
export const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);
export const yesNo = (value: unknown): string => (value === true ? 'Yes' : 'No');
/** Returns the child rows of a record. */
export const rowsOf = (value: unknown) => (value ?? []) as readonly Readonly<Record<string, unknown>>[];

/** Compares texts with numbers by value, so that 10 comes after 9. */
export const compareTexts = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** Returns rows in the order of some of their columns. */
export const sortRows = (rows: readonly FilledRow[], ...columns: readonly string[]): readonly FilledRow[] => {
  const keyOf = (row: FilledRow) => columns.map((column) => row[column] ?? '').join('\n');
  return [...rows].sort((a, b) => compareTexts(keyOf(a), keyOf(b)));
};
