import type {
  Axis,
  Chart,
  LegendOptions,
  Options,
  PlotOptions,
  Point,
  SeriesOptionsType,
  TooltipOptions,
} from 'highcharts';
import { fullFigure, shortFigure } from './chartFigures.ts';
import type { ChartProps, ChartShape } from './chartTypes.ts';
import { palette } from './palette.ts';

const types: Record<ChartShape, 'bar' | 'column' | 'pie' | 'line' | 'area'> = {
  bar: 'bar',
  column: 'column',
  pie: 'pie',
  line: 'line',
  area: 'area',
  stackedColumn: 'column',
  stackedBar: 'bar',
};

/**
 * Options for Highcharts. Lengths and angles are floating point, as pixels are. Every displayed figure comes from the decimal string of its point.
 */
export function chartOptions(props: ChartProps & { readonly height: number }, scheme: 'light' | 'dark'): Options {
  const { title, shape, kind, prefix, height } = props;
  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const [text, muted, line, surface] = ['--text', '--muted', '--line', '--surface-raised'].map(token);
  const isHorizontal = shape === 'bar' || shape === 'stackedBar';
  const labels = { style: { color: muted ?? '', fontSize: '12px' } };
  return {
    chart: {
      type: types[shape],
      height,
      // The last figure of a horizontal axis extends half its width beyond the end.
      spacing: isHorizontal ? [8, 28, 8, 4] : [8, 10, 8, 4],
      backgroundColor: 'transparent',
      // A page can be printed at any moment. A bar that is still growing would be printed short.
      animation: false,
      style: { fontFamily: 'inherit' },
      className: scheme,
      events: {
        render() {
          openByLabel(this, props);
        },
      },
    },
    title: { text: '' },
    credits: { enabled: false },
    colors: [...palette],
    accessibility: {
      description: title,
      landmarkVerbosity: 'disabled',
      // As in the tooltip, the figure comes from its decimal string, not from the length of its bar.
      point: {
        descriptionFormatter: ({ options }) => {
          const { custom } = options as { readonly custom?: PointNotes };
          return custom ? `${custom.category}, ${custom.series}: ${spoken(kind, custom.figure, prefix)}` : '';
        },
      },
      screenReaderSection: { beforeChartFormat: '', afterChartFormat: '' },
    },
    legend: {
      enabled: props.series.length > 1,
      itemStyle: { color: text ?? '', fontWeight: '400', fontSize: '12px' },
      itemHoverStyle: { color: muted ?? '' },
      navigation: {
        animation: false,
        activeColor: text ?? '',
        inactiveColor: line ?? '',
        style: { color: muted ?? '', fontSize: '12px' },
      },
      ...(shape === 'pie' ? nextToPie(props) : props.series.length > mostBelow ? nextToPlot(height) : {}),
    },
    xAxis: {
      categories: props.categories.map(escapeHtml),
      lineColor: line ?? '',
      tickColor: line ?? '',
      labels: isHorizontal ? barLabels({ ...labels.style, width: '230px' }) : { ...labels, autoRotation: [] },
      ...(isHorizontal ? {} : { tickPositioner: spacedPositions(props.categories) }),
    },
    responsive: { rules: narrowRules(props, labels.style) },
    yAxis: {
      title: { text: '' },
      gridLineColor: line ?? '',
      // Stacks start at the axis in the order of the legend. By default, Highcharts starts at the far end.
      reversedStacks: !isHorizontal,
      // A horizontal axis has few figures, because its lines are for comparing bars, not for reading off values.
      ...(isHorizontal ? { tickPixelInterval: 150 } : {}),
      labels: {
        ...labels,
        overflow: 'allow',
        style: { ...labels.style, textOverflow: 'none' },
        formatter() {
          return shortFigure(plainNumber(this.value), prefix);
        },
      },
    },
    tooltip: tooltipOptions(props, { text, line, surface }),
    plotOptions: plotOptions(props, surface),
    series: props.series.map(({ name, values }) => seriesOf(name, values, props)),
  };
}

type Color = string | undefined;

function tooltipOptions(
  { kind, prefix }: ChartProps,
  { text, line, surface }: Readonly<Record<'text' | 'line' | 'surface', Color>>,
): TooltipOptions {
  return {
    backgroundColor: surface ?? '',
    borderColor: line ?? '',
    style: { color: text ?? '', fontSize: '12px' },
    animation: false,
    formatter() {
      const { custom } = this.options as { readonly custom?: PointNotes };
      return custom
        ? `<b>${escapeHtml(custom.category)}</b><br>${escapeHtml(custom.series)}: ${fullFigure(kind, custom.figure, prefix)}`
        : '';
    },
  };
}

function plotOptions(props: ChartProps, surface: Color): PlotOptions {
  const { shape } = props;
  return {
    series: {
      animation: false,
      ...(shape.startsWith('stacked') || shape === 'area' ? { stacking: 'normal' as const } : {}),
      ...(props.onSelect ? { cursor: 'pointer' } : {}),
      point: {
        events: {
          click() {
            const { custom } = this.options as { readonly custom?: PointNotes };
            if (custom) props.onSelect?.(custom.category, custom.series);
          },
        },
      },
    },
    pie: {
      innerSize: '58%',
      borderColor: surface ?? '',
      borderRadius: 2,
      // Labels beside thin slices would overlap, so the names are in the legend.
      dataLabels: { enabled: false },
      showInLegend: true,
    },
    column: { borderWidth: 0, borderRadius: 2, maxPointWidth: 46 },
    bar: { borderWidth: 0, borderRadius: 2, maxPointWidth: 22 },
  };
}

const labelCharacter = 7;
const labelGap = 12;

/** The positions of the names below a plot: as many as fit side by side, evenly spaced, so that none is rotated or cut. */
const spacedPositions = (categories: readonly string[]) =>
  function positions(this: Pick<Axis, 'len'>): number[] {
    const longest = Math.max(1, ...categories.map((name) => Math.max(...name.split(' ').map((word) => word.length))));
    const fitting = Math.max(1, Math.floor(this.len / (longest * labelCharacter + labelGap)));
    const step = Math.ceil(categories.length / fitting);
    return categories.map((_, position) => position).filter((position) => position % step === 0);
  };

/** A click on the name of a bar opens what the bar opens. */
function openByLabel(chart: Chart, { onSelect, categories, series }: ChartProps): void {
  const [only] = series;
  if (!onSelect || !only || series.length > 1) return;
  for (const [position, tick] of Object.entries(chart.xAxis[0]?.ticks ?? {})) {
    const category = categories[Number(position)];
    const element = tick.label?.element;
    if (category === undefined || !(element instanceof SVGElement)) continue;
    element.style.cursor = 'pointer';
    element.onclick = () => onSelect(category, only.name);
  }
}

/** More names than this below the plot take too much of its height. */
const mostBelow = 5;
const lowestPlot = 210;

/** Many names are listed beside the plot, in pages. */
const nextToPlot = (height: number): LegendOptions => ({
  layout: 'vertical',
  align: 'right',
  verticalAlign: 'top',
  width: '32%',
  itemMarginBottom: 2,
  maxHeight: height - 30,
});

/** Puts the name of each horizontal bar on one line, so that names of thin bars don't overlap. */
const barLabels = (style: object) => ({
  style: { ...style, whiteSpace: 'nowrap' as const, textOverflow: 'ellipsis' as const },
});

/** Next to a narrow pie, longer names leave it too little room. */
const longName = 18;

/** The height of a line of the legend at its text size. A larger value would show a sliver of the next line. */
const legendLine = 19;
const mostLines = 4;
/** The height of the arrows to further names, and of the space around the legend. */
const arrowsHeight = 28;
const narrowWidth = 300;
const symbolWidth = 40;

/** The estimated number of lines of a legend in a narrow chart. A long name fills a line. */
function legendLines(names: readonly string[]): number {
  let [lines, used] = [1, 0];
  for (const name of names) {
    const width = Math.min(narrowWidth, name.length * labelCharacter + symbolWidth);
    if (used > 0 && used + width > narrowWidth) [lines, used] = [lines + 1, 0];
    used += width;
  }
  return lines;
}

/**
 * In a narrow chart, the names of bars get less width, and long names of slices are below the pie. A chart with many names below it grows, so that nothing
 * is cut off.
 */
function narrowRules({ shape, categories, series, height }: ChartProps & { readonly height: number }, style: object) {
  const isPie = shape === 'pie';
  const isPressed = isPie && categories.some((name) => name.length > longName);
  const below = { layout: 'horizontal', align: 'center', verticalAlign: 'bottom', alignColumns: false } as const;
  const lines = isPie ? 1 : legendLines(series.map(({ name }) => name));
  const legendHeight = Math.min(lines, mostLines) * legendLine + arrowsHeight;
  const chartOptions: Options = {
    ...(lines > 1
      ? {
          chart: { height: Math.max(height, lowestPlot + legendHeight) },
          legend: { ...below, width: '100%', maxHeight: legendHeight },
        }
      : isPressed
        ? { legend: { ...below, maxHeight: 110 } }
        : {}),
    ...(shape === 'bar' || shape === 'stackedBar'
      ? { xAxis: { labels: barLabels({ ...style, fontSize: '11px', width: '186px' }) } }
      : {}),
  };
  return [{ condition: { maxWidth: 440 }, chartOptions }];
}

/** Lists the slices by name and figure next to the pie. A click on a name does the same as a click on its slice. */
function nextToPie({ kind, prefix, onSelect }: ChartProps): LegendOptions {
  return {
    enabled: true,
    layout: 'vertical',
    align: 'right',
    verticalAlign: 'middle',
    itemMarginTop: 3,
    itemMarginBottom: 3,
    symbolRadius: 2,
    maxHeight: 240,
    labelFormatter() {
      const { custom } = (this as Point).options as { readonly custom?: PointNotes };
      if (!custom) return '';
      const figure =
        kind === 'money' ? shortFigure(custom.figure ?? '0', prefix) : fullFigure(kind, custom.figure, prefix);
      return `${escapeHtml(custom.category)} <b>${figure}</b>`;
    },
    events: {
      itemClick({ legendItem }) {
        const { custom } = (legendItem as Point).options as { readonly custom?: PointNotes };
        if (custom) onSelect?.(custom.category, custom.series);
        // Hiding a slice would make the others look larger.
        return false;
      },
    },
  };
}

const spoken = (kind: ChartProps['kind'], figure: string | null, prefix: string | undefined) =>
  figure === null ? 'no value' : fullFigure(kind, figure, prefix);

interface PointNotes {
  readonly category: string;
  readonly series: string;
  readonly figure: string | null;
}

function seriesOf(
  name: string,
  values: readonly (string | null)[],
  { categories, shape }: ChartProps,
): SeriesOptionsType {
  const data = categories.map((category, position) => {
    const figure = values[position] ?? null;
    const custom: PointNotes = { category, series: name, figure };
    // A length on the screen; nothing is computed from it.
    return { name: escapeHtml(category), y: figure === null ? null : Number(figure), custom };
  });
  return { type: types[shape], name: escapeHtml(name), data } as SeriesOptionsType;
}

/** An axis position as text without exponent. */
function plainNumber(value: number | string): string {
  return typeof value === 'number'
    ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 4 })
    : value;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Highcharts treats names as markup. It turns these entities, and no others, back into characters. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
