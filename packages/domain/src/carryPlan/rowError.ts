import { planSheets, type SheetKey } from './sheets.ts';

/** What is wrong with an uploaded file, where a person finds it. */
export interface RowError {
  readonly sheet: string;
  /** As the workbook numbers it; null when it is about the whole sheet. */
  readonly row: number | null;
  /** The heading of the column; null when it is about the whole row. */
  readonly column: string | null;
  readonly reason: string;
}

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
