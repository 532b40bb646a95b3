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

/** From the specification: a short table has at least this many rows. */
const leastRows = 7;

/** Returns the format of a metric. MULT is a multiple (1.85x), and every other figure is an amount without decimals. */
export const formatMetric = ({ transactionTypeCode }: Pick<Metric, 'transactionTypeCode'>): 'multiple' | 'count' =>
  transactionTypeCode === 'MULT' ? 'multiple' : 'count';

/** Returns the metrics of a date, filled up with blank rows. They have names if they belong to more than one record. */
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
