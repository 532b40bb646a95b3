import type { ChartProps } from '@carrara/ui/chart/chartTypes.ts';
import { formatDate } from '@carrara/ui/value/formatDate.ts';

export interface Slice {
  readonly id: string | null;
  readonly name: string;
  readonly currency: string | null;
  /** Null leaves a gap, because the amount can't be computed. */
  readonly amount: string | null;
}
export interface Point {
  readonly date: string;
  readonly name: string;
  readonly currency: string | null;
  /** Null leaves a gap, because the amount can't be computed. */
  readonly amount: string | null;
}
type Drawn = Pick<ChartProps, 'shape' | 'categories' | 'series'>;

/** Converts slices to a single series in the given order. */
export const ofSlices = (slices: readonly Slice[], name: string, shape: ChartProps['shape']): Drawn => ({
  shape,
  categories: slices.map((slice) => slice.name),
  series: [{ name, values: slices.map(({ amount }) => amount) }],
});

/** Up to this many dates, amounts are drawn as bars. Above, they are a line, or areas for several sources. */
const mostBars = 3;

const nothing = '0.00';

/**
 * Converts amounts over time to a series per source. Several sources over many dates are stacked: a source without an amount on a date adds nothing,
 * and one that can't be computed leaves a gap.
 */
export function overTime(points: readonly Point[]): Drawn {
  const { categories, series } = seriesOf(points, undefined);
  const several = series.length > 1;
  if (categories.length <= mostBars) return { shape: several ? 'stackedColumn' : 'column', categories, series };
  return several ? { shape: 'area', ...seriesOf(points, nothing) } : { shape: 'line', categories, series };
}

/** Converts values over time to lines, with a gap at dates without a value. */
export const valuesOverTime = (points: readonly Point[]): Drawn => ({ shape: 'line', ...seriesOf(points, undefined) });

function seriesOf(points: readonly Point[], absent: string | undefined): Omit<Drawn, 'shape'> {
  const dates = [...new Set(points.map(({ date }) => date))].sort();
  const names = [...new Set(points.map(({ name }) => name))];
  const amounts = new Map(points.map(({ date, name, amount }) => [`${date} ${name}`, amount]));
  const valueOn = (date: string, name: string) => {
    const amount = amounts.get(`${date} ${name}`);
    return (amount === undefined ? absent : amount) ?? null;
  };
  return {
    categories: dates.map(formatDate),
    series: names.map((name) => ({ name, values: dates.map((date) => valueOn(date, name)) })),
  };
}
