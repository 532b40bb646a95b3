import type { Chart, Options, PlotOptions, SVGElement as DrawnElement, TooltipOptions } from 'highcharts';
import { valueAxis, categoryAxis } from './chartAxes.ts';
import { fullFigure, labelFigure, pictureSubtitle, seriesFigure, spreadLabels } from './chartFigures.ts';
import { heightOnPhone, isWrappedOnPhone } from './chartHeight.ts';
import { legendOf } from './chartLegend.ts';
import { escapeHtml, notesOf, seriesOptions } from './chartSeries.ts';
import { hasValueAxis, isHorizontal, isDrawnSideways, narrowWidth, types } from './chartShapes.ts';
import type { DrawnChart } from './chartTypes.ts';
import { palette, lightDarkColor } from './palette.ts';

/** Widths of a figure at the end of a line or a bar: its minimum, one character, and the distance from the end. */
const [labelWidth, characterWidth, labelDistance] = [58, 6.8, 8];
/** The height of a figure at the end of a line. */
const labelHeight = 13;

/** Returns the width of the longest figure at the end of a line. */
function endLabelWidth({ series, kind, prefix }: DrawnChart): number {
  const lengths = series.map(({ values }) => {
    const last = values.findLast((value) => value !== null);
    return last == null ? 0 : labelFigure(kind, last, prefix).length;
  });
  return Math.max(labelWidth, Math.max(...lengths) * characterWidth + labelDistance);
}

function spaceAtRight(props: DrawnChart): number {
  if (hasEndLabels(props)) return endLabelWidth(props);
  if (props.shape !== 'pie' && !hasValueAxis(props)) return labelWidth;
  // The last figure of a horizontal axis extends half its width beyond the end.
  return isHorizontal(props.shape) ? 28 : 10;
}

/**
 * Options for Highcharts. Lengths and angles are floating point, as pixels are. Every displayed figure comes from the decimal string of its point. Colors
 * are variables of the page, so that they follow its theme without being drawn again.
 */
export function chartOptions(props: DrawnChart): Options {
  const { title, shape, kind, prefix, height, picture } = props;
  return {
    chart: {
      type: types[shape],
      inverted: isDrawnSideways(shape),
      height,
      spacing: [8, spaceAtRight(props), 8, 4],
      backgroundColor: 'transparent',
      // A page can be printed at any moment. A bar that is still growing would be printed short.
      animation: false,
      style: { fontFamily: 'inherit' },
      events: {
        render() {
          openByLabel(this, props);
          if (hasEndLabels(props)) spreadEndLabels(this);
        },
      },
    },
    title: picture
      ? { text: escapeHtml(title), align: 'left', style: { color: 'var(--text)', fontSize: '15px' } }
      : { text: '' },
    subtitle: picture
      ? {
          text: escapeHtml(pictureSubtitle(picture)),
          align: 'left',
          style: { color: 'var(--muted)', fontSize: '12px' },
        }
      : { text: '' },
    credits: { enabled: false },
    // The colors are those of the page, in its scheme.
    palette: { injectCSS: false },
    colors: palette.map(lightDarkColor),
    accessibility: picture
      ? { enabled: false }
      : {
          description: title,
          landmarkVerbosity: 'disabled',
          // As in the tooltip, the figure comes from its decimal string, not from the length of its bar.
          point: {
            descriptionFormatter: (point) => {
              const notes = notesOf(point);
              if (!notes) return '';
              const figure = notes.figure === null ? 'no value' : fullFigure(kind, notes.figure, prefix);
              return `${notes.category}, ${notes.series}: ${figure}`;
            },
          },
          screenReaderSection: { beforeChartFormat: '', afterChartFormat: '' },
        },
    legend: legendOf(props),
    xAxis: categoryAxis(props),
    yAxis: valueAxis(props),
    responsive: { rules: [{ condition: { maxWidth: narrowWidth }, chartOptions: narrowOptions(props) }] },
    tooltip: tooltipOptions(props),
    plotOptions: plotOptions(props),
    series: seriesOptions(props, hasEndLabels(props)),
  };
}

/** Few lines end with their last figure. */
const mostEndLabels = 4;
const hasEndLabels = ({ shape, series }: DrawnChart) =>
  (shape === 'line' || shape === 'area') && series.length <= mostEndLabels;

function narrowOptions(props: DrawnChart): Options {
  const { shape } = props;
  return {
    legend: legendOf(props, 'narrow'),
    chart: { height: heightOnPhone(props) },
    ...(isHorizontal(shape)
      ? {
          // Funds of a firm begin alike, so their names can't be told apart if they are cut.
          xAxis: {
            labels: {
              style: { fontSize: '11px', width: 132, ...(isWrappedOnPhone(props) ? { whiteSpace: 'normal' } : {}) },
            },
          },
        }
      : { xAxis: { labels: { style: { fontSize: '11px' } } } }),
  };
}

/** Up to this many figures of the same category are in one tooltip. */
const mostShared = 8;

function tooltipOptions({ shape, series, kind, prefix }: DrawnChart): TooltipOptions {
  const listsAll = shape !== 'pie' && series.length > 1 && series.length <= mostShared;
  const line = (name: string, figure: string) => `${escapeHtml(name)}: <b>${figure}</b>`;
  return {
    backgroundColor: 'var(--surface-raised)',
    borderColor: 'var(--line)',
    style: { color: 'var(--text)', fontSize: '12px' },
    animation: false,
    shared: listsAll && shape !== 'quartiles',
    formatter() {
      const notes = notesOf(this.points?.[0] ?? this);
      if (!notes) return '';
      const figures = listsAll
        ? series.map((own) => line(own.name, seriesFigure({ kind, prefix }, own, own.values[notes.at] ?? null)))
        : [line(notes.series, fullFigure(kind, notes.figure, prefix))];
      return [`<b>${escapeHtml(notes.category)}</b>`, ...figures].join('<br>');
    },
  };
}

function plotOptions({ shape, onSelect }: DrawnChart): PlotOptions {
  return {
    series: {
      animation: false,
      ...(shape.startsWith('stacked') ? { stacking: 'normal' as const } : {}),
      ...(onSelect ? { cursor: 'pointer' } : {}),
      states: { inactive: { enabled: false } },
      point: {
        events: {
          click() {
            const notes = notesOf(this);
            if (notes) onSelect?.(notes.category, notes.series);
          },
        },
      },
    },
    pie: {
      innerSize: '58%',
      borderColor: 'var(--surface)',
      borderRadius: 2,
      // Labels next to thin slices would overlap, so the names are in the legend.
      dataLabels: { enabled: false },
      showInLegend: true,
    },
    column: { borderWidth: 0, borderRadius: 2, maxPointWidth: 46 },
    bar: { borderWidth: 0, borderRadius: 2, maxPointWidth: 22 },
    line: { lineWidth: 2, connectNulls: false },
    area: { lineWidth: 2, connectNulls: false, fillOpacity: shape === 'area' ? 0.18 : 0.75 },
    waterfall: { borderWidth: 0, borderRadius: 2, maxPointWidth: 22, lineColor: 'var(--control)', dashStyle: 'Dot' },
    boxplot: { maxPointWidth: 18, whiskerLength: 0, stemWidth: 0, lineWidth: 1, medianWidth: 2 },
  };
}

/** Moves the figures at the ends of lines apart, so that each is readable. */
function spreadEndLabels({ series, plotHeight }: Chart): void {
  const labels = series
    .filter(({ visible }) => visible)
    .flatMap(({ points }) => points.flatMap((point) => (point as PointWithLabel).dataLabel ?? []));
  const tops = labels.map((label) => Number(label.attr('y')));
  for (const [at, top] of spreadLabels(tops, labelHeight, plotHeight).entries())
    if (top !== tops[at]) labels[at]?.attr({ y: top });
}

/** The label that Highcharts has drawn for a point. */
interface PointWithLabel {
  readonly dataLabel?: DrawnElement;
}

/** A click on the name of a bar opens what the bar opens. */
function openByLabel(chart: Chart, { onSelect, categories, series }: DrawnChart): void {
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
