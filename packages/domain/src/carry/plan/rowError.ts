import type { RowError } from '../../platform/upload/index.ts';
import { planSheets, type SheetKey } from './sheets.ts';

/** Collects errors instead of stopping at the first. */
export interface Refusals {
  readonly errors: RowError[];
  refuse<K extends SheetKey>(
    sheet: K,
    row: number | null,
    column: (keyof (typeof planSheets)[K]['columns'] & string) | null,
    reason: string,
  ): void;
}

export function createRefusals(): Refusals {
  const errors: RowError[] = [];
  return {
    errors,
    refuse(sheet, row, column, reason) {
      const { name, columns } = planSheets[sheet];
      const titles = columns as Readonly<Record<string, { readonly title: string }>>;
      errors.push({ sheet: name, row, column: column === null ? null : (titles[column]?.title ?? column), reason });
    },
  };
}

/** The order in which a person goes through the workbook: by sheet, then by row. */
export function sortErrors(errors: readonly RowError[]): readonly RowError[] {
  const order = new Map(Object.values(planSheets).map(({ name }, at) => [name as string, at]));
  const place = (error: RowError) => order.get(error.sheet) ?? order.size;
  return [...errors].sort((a, b) => place(a) - place(b) || (a.row ?? 0) - (b.row ?? 0));
}
