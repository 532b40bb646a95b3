import type { ChartProps, ChartSeries } from '@carrara/ui/chart/chartTypes.ts';
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
type Drawn = Pick<ChartProps, 'shape' | 'categories' | 'dates' | 'series'>;
type Meaning = ChartSeries['meaning'];

/** Converts slices to a single series in the given order. */
export const slicesToSeries = (
  slices: readonly Slice[],
  name: string,
  shape: ChartProps['shape'],
  meaning?: Meaning,
): Drawn => ({
  shape,
  categories: slices.map((slice) => slice.name),
  series: [{ name, meaning, values: slices.map(({ amount }) => amount) }],
});

/** Up to this many dates, amounts are drawn as bars. Above, they are a line, or areas for several sources. */
const mostBars = 3;

const nothing = '0.00';

/**
 * Converts amounts over time to a series per source. Several sources over many dates are stacked. A source without an amount on a date adds nothing,
 * and one that can't be computed leaves a gap. A single source has the color of its meaning.
 */
export function seriesOverTime(points: readonly Point[], meaning?: Meaning): Drawn {
  const { categories, dates, series } = seriesOf(points, undefined);
  const several = series.length > 1;
  if (several && categories.length > mostBars) return { shape: 'stackedArea', ...seriesOf(points, nothing) };
  if (several) return { shape: 'stackedColumn', categories, series };
  const only = series.map((own) => ({ ...own, meaning }));
  return categories.length <= mostBars
    ? { shape: 'column', categories, series: only }
    : { shape: 'line', categories, dates, series: only };
}

/** Converts values over time to an area, or to lines for several names, with a gap at dates without a value. `meanings` are by name. */
export function valuesOverTime(points: readonly Point[], meanings: Readonly<Record<string, Meaning>> = {}): Drawn {
  const { series, ...drawn } = seriesOf(points, undefined);
  return {
    shape: series.length === 1 ? 'area' : 'line',
    ...drawn,
    series: series.map((own) => ({ ...own, meaning: meanings[own.name] })),
  };
}

function seriesOf(points: readonly Point[], absent: string | undefined) {
  const dates = [...new Set(points.map(({ date }) => date))].sort();
  const names = [...new Set(points.map(({ name }) => name))];
  const amounts = new Map(points.map(({ date, name, amount }) => [`${date} ${name}`, amount]));
  const valueOn = (date: string, name: string) => {
    const amount = amounts.get(`${date} ${name}`);
    return (amount === undefined ? absent : amount) ?? null;
  };
  return {
    dates,
    categories: dates.map(formatDate),
    series: names.map((name) => ({ name, values: dates.map((date) => valueOn(date, name)) })),
  };
}
