import { type KindDefinition, kinds } from '@carrara/contract/core/kinds';
import { formatDecimal } from '../value/formatDecimal.ts';
import { formatDate } from '../value/formatDate.ts';
import type { ChartKind, ChartProps, ChartSeries, Picture } from './chartTypes.ts';

/** Cuts the categories to the first `top`, and adds that number to the title. */
export function cutToTop({
  title,
  categories,
  series,
  top,
}: Pick<ChartProps, 'title' | 'categories' | 'series' | 'top'>) {
  if (top === undefined || categories.length <= top) return { title, categories, series };
  return {
    title: `${title} (Top ${String(top)})`,
    categories: categories.slice(0, top),
    series: series.map((own) => ({ ...own, values: own.values.slice(0, top) })),
  };
}

const suffixes = ['', 'K', 'M', 'B', 'T', 'P', 'E'];
const unitNames = ['', 'thousands', 'millions', 'billions', 'trillions', 'quadrillions', 'quintillions'];

const wholeDigits = (text: string) => (text.replace('-', '').split('.')[0] ?? '').replace(/^0+(?=\d)/, '');
/** Returns the power of a thousand that a figure is best read in: 2 for 1,250,000. */
const stepOf = (text: string) => Math.min(suffixes.length - 1, Math.floor((wholeDigits(text).length - 1) / 3));

/** A figure in units of a power of a thousand, with at most two decimals. Digits are moved, not divided. */
function inUnits(text: string, step: number, prefix: string, suffix: string): string {
  const negative = text.startsWith('-');
  const digits = wholeDigits(text).padStart(step * 3 + 1, '0');
  const fraction = text.split('.')[1] ?? '';
  const head = digits.slice(0, digits.length - step * 3);
  const tail = digits.slice(digits.length - step * 3) + fraction;
  const displayed = formatDecimal(`${head}.${tail || '0'}`, 2).replace(/[.,]?0+$/, '');
  const figure = `${prefix}${displayed}${suffix}`;
  return negative && /[1-9]/.test(figure) ? `(${figure})` : figure;
}

/** A figure short enough for a label: 1,250,000 is 1.25M. */
export function shortFigure(text: string, prefix = ''): string {
  const step = stepOf(text);
  return inUnits(text, step, prefix, suffixes[step] ?? '');
}

/** A figure as a label next to its bar. Multiples and returns have the same decimals as in tables. */
export function labelFigure(kind: ChartKind, text: string, prefix = ''): string {
  if (kind === 'multiple' || kind === 'return') return fullFigure(kind, text, prefix);
  return kind === 'money' || kind === 'count' || kind === 'shares'
    ? shortFigure(text, prefix)
    : inUnits(text, 0, prefix, suffixOf(kind));
}

/**
 * Moves labels apart that are at almost the same height. Each is at least a gap below the one above it, and the
 * lowest not below the bottom. Takes and returns the heights from the top, in pixels, in the same order.
 */
export function spreadLabels(tops: readonly number[], gap: number, bottom: number): readonly number[] {
  const order = tops.map((top, at) => ({ top, at })).sort((a, b) => a.top - b.top);
  let lowest = -Infinity;
  for (const label of order) lowest = label.top = Math.max(label.top, lowest + gap);
  let highest = bottom + gap;
  for (const label of order.toReversed()) highest = label.top = Math.min(label.top, highest - gap);
  return order.sort((a, b) => a.at - b.at).map(({ top }) => top);
}

function suffixOf(kind: ChartKind): string {
  const { suffix }: KindDefinition = kinds[kind];
  return suffix ?? (kind === 'percent' ? '%' : '');
}

export interface AxisUnit {
  /** Named once next to the title, as in `in millions`; empty if the axis has plain figures. */
  readonly name: string;
  /** Formats a figure of the axis. */
  readonly format: (text: string) => string;
}

/** Returns the unit of an axis, which is that of the largest figure. */
export function axisUnit({ kind, series }: Pick<ChartProps, 'kind' | 'series'>): AxisUnit {
  const format = (step: number, suffix: string) => (text: string) => inUnits(text, step, '', suffix);
  if (kind === 'percent' || kind === 'return') return { name: 'in percent', format: format(0, '') };
  if (kind === 'multiple' || kind === 'rate') return { name: '', format: format(0, kind === 'multiple' ? 'x' : '') };
  const steps = drawnSeries(series).flatMap(({ values }) =>
    values.map((value) => (value === null ? 0 : stepOf(value))),
  );
  const step = Math.max(0, ...steps);
  return { name: step === 0 ? '' : `in ${unitNames[step] ?? ''}`, format: format(step, '') };
}

export const drawnSeries = (series: readonly ChartSeries[]): readonly ChartSeries[] =>
  series.filter(({ otherKind }) => otherKind === undefined);

/** A figure of a series in full, as in the table of the chart. */
export const seriesFigure = (
  { kind, prefix }: Pick<ChartProps, 'kind' | 'prefix'>,
  { otherKind }: ChartSeries,
  text: string | null,
) => (otherKind === undefined ? fullFigure(kind, text, prefix) : fullFigure(otherKind, text));

/** A figure in full. */
export function fullFigure(kind: ChartKind, text: string | null, prefix = ''): string {
  const shape: KindDefinition = kinds[kind];
  const displayed = formatDecimal(text, shape.decimals ?? 0, shape.suffix);
  return displayed.startsWith('(') ? `(${prefix}${displayed.slice(1)}` : prefix + displayed;
}

/** True if there is anything to draw. Steps lead to an amount only if all of them are determined. */
export function isDrawable({
  shape,
  categories,
  series,
}: Pick<ChartProps, 'shape' | 'categories' | 'series'>): boolean {
  const values = drawnSeries(series).flatMap((own) => own.values.slice(0, categories.length));
  const isDetermined = (value: string | null) => value !== null;
  return values.length > 0 && (shape === 'waterfall' ? values.every(isDetermined) : values.some(isDetermined));
}

export type PictureFormat = 'svg' | 'png';

/** Returns the name of a chart's file: its subject, its title and the date, without characters that file systems refuse and question marks. */
export function pictureName(title: string, { name, reportingDate, today }: Picture, format: PictureFormat): string {
  const parts = [name, title, reportingDate ?? today].filter((part) => part !== undefined);
  return `${parts
    .join(' ')
    .replaceAll('?', '')
    .replace(/[\\/:*"<>|]/g, '-')}.${format}`;
}

/** Returns the line below the title of a picture: `Fund I · 06/30/2026 · All partners`. Empty if nothing is known. */
export const pictureSubtitle = ({ name, reportingDate, today, scope }: Picture): string =>
  [name, reportingDate ? formatDate(reportingDate) : today && `Exported ${formatDate(today)}`, scope]
    .filter(Boolean)
    .join(' \u00b7 ');

/** From this share of the lowest level on, steps are long enough on an axis that begins at zero. */
const readableSpan = 0.5;

/**
 * Returns the start of a waterfall's axis. It is undefined for zero, unless all levels are so high that steps from zero would be too short. A
 * position on an axis is floating point.
 */
export function axisStart({
  shape,
  series,
  steps,
  categories,
}: Pick<ChartProps, 'shape' | 'series' | 'steps' | 'categories'>) {
  if (shape !== 'waterfall' || !steps?.[0]?.isTotal) return undefined;
  let level = 0;
  const levels = (series[0]?.values ?? []).slice(0, categories.length).map((value, at) => {
    level = steps[at]?.isTotal ? Number(value) : level + Number(value);
    return level;
  });
  const [least, most] = [Math.min(...levels), Math.max(...levels)];
  const span = most - least;
  if (span === 0 || least <= 0 || span > least * readableSpan) return undefined;
  const unit = 10 ** Math.floor(Math.log10(span));
  return Math.floor((least - span / 4) / unit) * unit;
}
