export interface Metric {
  readonly id: string;
  readonly containerId: string | null;
  readonly name: string | null;
  readonly date: string;
  readonly transactionTypeCode: string | null;
  readonly transactionTypeDescription: string | null;
  readonly totalAmount: string | null;
  readonly gpAmount: string | null;
  readonly jvAmount: string | null;
}

/** From the specification: a short table is filled up to so many rows. */
const leastRows = 7;

/** MULT is a multiple (1.85x); every other figure is an amount, shown without decimals. */
export const formatMetric = ({ transactionTypeCode }: Pick<Metric, 'transactionTypeCode'>): 'multiple' | 'count' =>
  transactionTypeCode === 'MULT' ? 'multiple' : 'count';

/** The figures of one date, filled up with blank rows; they are named when they are of more than one record. */
export function metricRows(metrics: readonly Metric[], date: string): { rows: readonly Metric[]; isNamed: boolean } {
  const own = metrics.filter((metric) => metric.date === date);
  const missing = Math.max(0, leastRows - own.length);
  const blanks = Array.from({ length: missing }, (_, at): Metric => ({ ...blank, id: `blank ${String(at)}`, date }));
  return { rows: [...own, ...blanks], isNamed: new Set(own.map(({ containerId }) => containerId)).size > 1 };
}

const blank = {
  containerId: null,
  name: null,
  transactionTypeCode: null,
  transactionTypeDescription: null,
  totalAmount: null,
  gpAmount: null,
  jvAmount: null,
};
