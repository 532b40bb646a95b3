import type { DateFormat } from '@carrara/domain/kernel/displayFormat';
import type { Axis, XAxisOptions, YAxisOptions } from 'highcharts';
import { personalFormats } from '../value/personalFormats.ts';
import { axisStart, axisUnit, labelFigure } from './chartFigures.ts';
import { escapeHtml } from './chartSeries.ts';
import { hasValueAxis, isHorizontal } from './chartShapes.ts';
import type { DrawnChart } from './chartTypes.ts';

const labelStyle = { color: 'var(--muted)', fontSize: '12px' } as const;
const lines = { lineColor: 'var(--line)', tickColor: 'var(--line)', gridLineColor: 'var(--line)' } as const;

/** Highcharts' patterns of a day and of a month. */
const datePatterns: Readonly<Record<DateFormat, readonly [day: string, month: string]>> = {
  'MM/DD/YYYY': ['%m/%d/%Y', '%m/%Y'],
  'DD/MM/YYYY': ['%d/%m/%Y', '%m/%Y'],
  'DD.MM.YYYY': ['%d.%m.%Y', '%m.%Y'],
  'YYYY-MM-DD': ['%Y-%m-%d', '%Y-%m'],
  'D MMM YYYY': ['%e %b %Y', '%b %Y'],
};

function dateLabels() {
  const [day, month] = datePatterns[personalFormats().dateFormat];
  // A single date has no span, and would get its time.
  return { millisecond: day, second: day, minute: day, hour: day, day, week: day, month, year: '%Y' };
}

/** The axis of names or dates. No name is rotated, and none overlaps another. */
export function categoryAxis({ shape, categories, dates }: DrawnChart): XAxisOptions {
  if (dates) {
    return {
      type: 'datetime',
      ...lines,
      tickPixelInterval: 110,
      dateTimeLabelFormats: dateLabels(),
      labels: { style: { ...labelStyle, textOverflow: 'none' }, autoRotation: [] },
    };
  }
  const names = { type: 'category' as const, categories: categories.map(escapeHtml), ...lines };
  return isHorizontal(shape)
    ? // Each name is on one line, so that names of thin bars don't overlap.
      {
        ...names,
        reversed: true,
        labels: { style: { ...labelStyle, width: 240, whiteSpace: 'nowrap', textOverflow: 'ellipsis' }, step: 1 },
      }
    : { ...names, labels: { style: labelStyle, autoRotation: [] }, tickPositioner: spacedPositions(categories) };
}

/** The axis of figures, in a unit that is named next to the title. */
export function valueAxis(props: DrawnChart): YAxisOptions {
  const { format } = axisUnit(props);
  const onSide = isHorizontal(props.shape);
  const start = axisStart(props);
  return {
    title: {
      text:
        start === undefined ? '' : `The axis begins at ${labelFigure(props.kind, plainNumber(start), props.prefix)}.`,
      style: labelStyle,
    },
    ...lines,
    // Stacks start at the axis in the order of the legend. By default, Highcharts starts at the far end.
    reversedStacks: !onSide,
    // A horizontal axis has few figures, because its lines are for comparing bars, not for reading off values.
    tickPixelInterval: onSide ? 150 : 56,
    plotLines: [{ value: 0, color: 'var(--control)', width: 1, zIndex: 2 }],
    // Room for the figures at the ends of bars below zero.
    ...(hasValueAxis(props) ? {} : { endOnTick: false, startOnTick: false, maxPadding: 0.02, minPadding: 0.14 }),
    labels: {
      enabled: hasValueAxis(props),
      overflow: 'allow',
      style: { ...labelStyle, textOverflow: 'none' },
      formatter() {
        return format(plainNumber(this.value));
      },
    },
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

/** An axis position as text without exponent. */
const plainNumber = (value: number | string): string =>
  typeof value === 'number' ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 4 }) : value;
