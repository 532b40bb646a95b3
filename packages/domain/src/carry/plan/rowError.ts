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
