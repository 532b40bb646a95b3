import { coverageLines, type StatedCoverage } from '@carrara/contract/core/coverage';

interface Category {
  /** Its label, such as a year. */
  readonly label: string;
  readonly coverage: readonly (StatedCoverage & { readonly field: string })[];
}

/** Returns lines about the funds that the figures of a chart's categories leave out. `columns` are the figures in the chart. */
export const categoryNotes = (
  categories: readonly Category[],
  columns: readonly { readonly field: string; readonly title: string }[],
): readonly string[] =>
  categories.flatMap(({ label, coverage }) => {
    const totals = columns.flatMap(({ field }) =>
      coverage.filter((own) => own.field === field).map((own) => ({ field, coverage: own })),
    );
    return coverageLines(totals, columns, 'funds').map((line) => `${label}: ${line}`);
  });
