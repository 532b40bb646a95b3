type Row = Readonly<Record<string, unknown>>;

/** Returns the index with the earliest levels, which covers the most cash flows. Indexes without levels come last. */
export const longestHistory = (indices: readonly Row[]): Row | undefined => {
  const from = ({ firstDate }: Row) => (typeof firstDate === 'string' ? firstDate : '9999');
  return indices.reduce<Row | undefined>((best, row) => (best && from(best) <= from(row) ? best : row), undefined);
};
