import type { SheetCell, UploadedSheet } from '@carrara/domain/platform/upload';

type Value = string | number | null;

/**
 * Creates a sheet of a carry plan from headings and rows, as a spreadsheet reader would return it. Numbers and dates
 * are recognized by their form.
 */
export function planSheet(
  name: string,
  headings: readonly string[],
  rows: readonly (readonly Value[])[],
): UploadedSheet {
  const cell = (value: Value, index: number): SheetCell[] => {
    if (value === null || value === '') return [];
    const text = String(value);
    const type = /^\d{4}-\d{2}-\d{2}$/.test(text) ? 'date' : typeof value === 'number' ? 'number' : 'text';
    return [{ column: index + 1, type, text }];
  };
  return { name, rows: [headings, ...rows].map((values, at) => ({ row: at + 1, cells: values.flatMap(cell) })) };
}
