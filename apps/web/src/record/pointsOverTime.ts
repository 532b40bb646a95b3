import type { ChartProps } from '@carrara/ui/chart';
import { formatDate } from '@carrara/ui/value';

export interface Slice {
  readonly id: string | null;
  readonly name: string;
  readonly currency: string | null;
  /** Null leaves a gap: not determined. */
  readonly amount: string | null;
}
export interface Point {
  readonly date: string;
  readonly name: string;
  readonly currency: string | null;
  /** Null leaves a gap: not determined. */
  readonly amount: string | null;
}
type Drawn = Pick<ChartProps, 'shape' | 'categories' | 'series'>;

/** Slices as one series, in the order that they come in. */
export const ofSlices = (slices: readonly Slice[], name: string, shape: ChartProps['shape']): Drawn => ({
  shape,
  categories: slices.map((slice) => slice.name),
  series: [{ name, values: slices.map(({ amount }) => amount) }],
});

/** Above so many dates the amounts are a line, or areas where there are several sources; up to it they are bars. */
const mostBars = 3;

/** Amounts over time, one series for each name; a gap where there is none, or where it is not determined. */
export function overTime(points: readonly Point[]): Drawn {
  const dates = [...new Set(points.map(({ date }) => date))].sort();
  const names = [...new Set(points.map(({ name }) => name))];
  const amounts = new Map(points.map(({ date, name, amount }) => [`${date} ${name}`, amount]));
  const several = names.length > 1;
  const shape = dates.length > mostBars ? (several ? 'area' : 'line') : several ? 'stackedColumn' : 'column';
  return {
    shape,
    categories: dates.map(formatDate),
    series: names.map((name) => ({ name, values: dates.map((date) => amounts.get(`${date} ${name}`) ?? null) })),
  };
}
