interface AccountRow {
  readonly row: number;
  readonly isHeading: boolean;
  readonly isTotal: boolean;
  readonly qtd: string | null;
  readonly ytd: string | null;
  readonly itd: string | null;
  /** The figures of other accounts in this row, where they stand in the same table. */
  readonly beside?: readonly (string | null)[];
}

/** Told even where nothing happened: the openings, what was paid in and received, the closings. */
const always: ReadonlySet<number> = new Set([12, 13, 14, 18, 95, 104, 108, 109, 114]);

const LAST_TEMPLATE_ROW = 131;

/** Whether a row shows a part of another; it is not in ILPA's template. */
export const isPartRow = (row: number): boolean => row > LAST_TEMPLATE_ROW;

/** The rows of a capital account that say something: without those that are nothing in every span, and headings of none that is left. */
export function shownAccountRows<R extends AccountRow>(rows: readonly R[]): readonly R[] {
  const shown: R[] = [];
  let isFilled = false;
  for (const row of rows.toReversed()) {
    const { isHeading, qtd, ytd, itd, beside = [] } = row;
    if (isHeading) {
      const next = shown.at(-1);
      if (isFilled || (next?.isHeading && isNextTo(rows, row, next))) shown.push(row);
      isFilled = false;
    } else if (always.has(row.row) || [qtd, ytd, itd, ...beside].some((figure) => figure !== '0.00')) {
      shown.push(row);
      // A sum stands for what is above its heading as well.
      if (!row.isTotal) isFilled = true;
    }
  }
  return shown.reverse();
}

const isNextTo = <R>(rows: readonly R[], row: R, next: R): boolean => rows.indexOf(next) === rows.indexOf(row) + 1;
