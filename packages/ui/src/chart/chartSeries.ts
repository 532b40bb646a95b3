import type { DataLabelsOptions, SeriesOptionsType } from 'highcharts';
import { axisStart, drawnSeries, labelFigure } from './chartFigures.ts';
import { hasValueAxis, types } from './chartShapes.ts';
import type { ChartSeries, DrawnChart } from './chartTypes.ts';
import { colorOf } from './meanings.ts';
import { paletteColor } from './palette.ts';

/** The texts of a point. */
export interface PointNotes {
  readonly category: string;
  readonly series: string;
  readonly figure: string | null;
  /** The position of its category. */
  readonly at: number;
}

export const notesOf = (point: object): PointNotes | undefined =>
  (point as { readonly options?: { readonly custom?: PointNotes } }).options?.custom;

/** More columns than this leave no room for a figure above each. */
const mostLabeledColumns = 12;

/** The series as Highcharts draws them. A length on the screen is floating point; nothing is computed from it. */
export const seriesOptions = (props: DrawnChart, hasEndLabels: boolean): SeriesOptionsType[] =>
  props.shape === 'quartiles'
    ? quartileSeries(props)
    : drawnSeries(props.series).map((own, position) => seriesOf(own, position, props, hasEndLabels));

function seriesOf(own: ChartSeries, at: number, props: DrawnChart, hasEndLabel: boolean): SeriesOptionsType {
  const { shape } = props;
  const color = shape === 'pie' ? undefined : own.meaning ? colorOf(own.meaning) : paletteColor(at);
  return {
    type: types[shape],
    name: escapeHtml(own.name),
    ...(color === undefined ? {} : { color }),
    dataLabels: labelsOf(own, props, hasEndLabel),
    data: pointsOf(own, props),
  } as SeriesOptionsType;
}

function pointsOf(own: ChartSeries, props: DrawnChart) {
  const { categories, dates, shape, steps } = props;
  const start = axisStart(props) ?? 0;
  return categories.map((category, at) => {
    const figure = own.values[at] ?? null;
    const custom: PointNotes = { category, series: own.name, figure, at };
    const step = shape === 'waterfall' ? steps?.[at] : undefined;
    const stepColor =
      shape === 'waterfall' ? colorOf(step?.meaning ?? (figure?.startsWith('-') ? 'loss' : 'gain')) : undefined;
    const isAlone = (own.values[at - 1] ?? null) === null && (own.values[at + 1] ?? null) === null;
    return {
      name: escapeHtml(category),
      ...(dates ? { x: Date.parse(dates[at] ?? '') } : {}),
      // The first amount of a waterfall shifts all later ones, so that the axis begins at zero.
      y: figure === null ? null : Number(figure) - (at === 0 ? start : 0),
      // The result of the steps is drawn from there as well.
      ...(step?.isTotal && at > 0 ? { isSum: true } : {}),
      ...(stepColor === undefined ? {} : { color: stepColor }),
      // A line has no length between two gaps.
      marker: { enabled: isAlone, radius: 3 },
      custom,
    };
  });
}

const labelStyle = {
  color: 'var(--text)',
  fontSize: '11px',
  fontWeight: '400',
  textOutline: 'none',
} as const;

/** The figures next to bars and at the end of lines, where there is room for them. */
function labelsOf(
  { values }: ChartSeries,
  { shape, kind, prefix, categories, series }: DrawnChart,
  hasEndLabel: boolean,
): DataLabelsOptions {
  const last = values.findLastIndex((value) => value !== null);
  const isBar = shape !== 'pie' && !hasValueAxis({ shape, series });
  const isColumn = shape === 'column' && drawnSeries(series).length === 1 && categories.length <= mostLabeledColumns;
  if (!isBar && !isColumn && !hasEndLabel) return { enabled: false };
  return {
    enabled: true,
    style: labelStyle,
    // The labels of lines that end at almost the same height are moved apart.
    allowOverlap: isBar || hasEndLabel,
    inside: false,
    crop: false,
    overflow: hasEndLabel || isBar ? 'allow' : 'justify',
    ...(hasEndLabel ? { align: 'left', verticalAlign: 'middle', x: 4, y: 0 } : {}),
    formatter() {
      const { figure = null, at } = notesOf(this) ?? {};
      return figure === null || (hasEndLabel && at !== last) ? '' : labelFigure(kind, figure, prefix);
    },
  };
}

/** The value of each category as a mark on the middle half of its benchmark. It is a box from the lower to the upper quartile, with the median. */
function quartileSeries({ categories, series }: DrawnChart): SeriesOptionsType[] {
  const numberAt = (position: number, at: number) => {
    const figure = series[position]?.values[at] ?? null;
    return figure === null ? null : Number(figure);
  };
  const notesAt = (position: number, at: number): PointNotes => ({
    category: categories[at] ?? '',
    series: series[position]?.name ?? '',
    figure: series[position]?.values[at] ?? null,
    at,
  });
  const positions = [...categories.keys()];
  const box = (at: number) => {
    const [low, median, high] = [numberAt(1, at), numberAt(2, at), numberAt(3, at)];
    return { x: at, low, q1: low, median, q3: high, high, custom: notesAt(2, at) };
  };
  const [own, lower, median, upper] = series.map(({ name }) => escapeHtml(name));
  return [
    {
      type: 'boxplot',
      name: `${lower ?? ''}, ${(median ?? '').toLowerCase()} and ${(upper ?? '').toLowerCase()}`,
      color: 'var(--control)',
      fillColor: 'var(--line)',
      medianColor: 'var(--text)',
      data: positions.map(box),
    },
    {
      type: 'scatter',
      name: own ?? '',
      color: colorOf(series[0]?.meaning ?? 'nav'),
      zIndex: 3,
      marker: { symbol: 'diamond', radius: 6, lineColor: 'var(--surface)', lineWidth: 1 },
      data: positions.map((at) => ({ x: at, y: numberAt(0, at), custom: notesAt(0, at) })),
    },
  ] as SeriesOptionsType[];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Highcharts treats names as markup. It turns these entities, and no others, back into characters. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
