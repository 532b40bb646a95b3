type Row = Readonly<Record<string, unknown>>;

/** The index whose levels begin first: it covers the most cash flows. An index without levels comes last. */
export const longestHistory = (indices: readonly Row[]): Row | undefined => {
  const from = ({ firstDate }: Row) => (typeof firstDate === 'string' ? firstDate : '9999');
  return indices.reduce<Row | undefined>((best, row) => (best && from(best) <= from(row) ? best : row), undefined);
};
