interface AccountRow {
  readonly row: number;
  readonly isHeading: boolean;
  readonly isTotal: boolean;
  readonly qtd: string | null;
  readonly ytd: string | null;
  readonly itd: string | null;
  /** The figures of other accounts in this row, if the table displays several. */
  readonly otherPeriods?: readonly (string | null)[];
}

/** Rows that are displayed even if they are zero: openings, contributions and distributions, closings. */
const always: ReadonlySet<number> = new Set([12, 13, 14, 18, 95, 104, 108, 109, 114]);

const LAST_TEMPLATE_ROW = 131;

/** Returns true if a row displays a part of another one. Such rows aren't in ILPA's template. */
export const isPartRow = (row: number): boolean => row > LAST_TEMPLATE_ROW;

/** Returns the rows of a capital account to display: without rows that are zero in every period, and without headings that have no rows left. */
export function displayedAccountRows<R extends AccountRow>(rows: readonly R[]): readonly R[] {
  const visible: R[] = [];
  let isFilled = false;
  for (const row of rows.toReversed()) {
    const { isHeading, qtd, ytd, itd, otherPeriods: extra = [] } = row;
    if (isHeading) {
      const next = visible.at(-1);
      if (isFilled || (next?.isHeading && isNextTo(rows, row, next))) visible.push(row);
      isFilled = false;
    } else if (always.has(row.row) || [qtd, ytd, itd, ...extra].some((figure) => figure !== '0.00')) {
      visible.push(row);
      // A sum also covers the rows above its heading.
      if (!row.isTotal) isFilled = true;
    }
  }
  return visible.reverse();
}

const isNextTo = <R>(rows: readonly R[], row: R, next: R): boolean => rows.indexOf(next) === rows.indexOf(row) + 1;
