import type { Document } from './fonts.ts';
import { drawTextLine, textWidth } from './fonts.ts';
import { LEADING, setText, SMALLEST } from './textBlock.ts';

/** Values over time, as lines. */
export interface PrintedChart {
  readonly title: string;
  /** Unit behind the figures of the axis, such as `%`. */
  readonly unit?: string;
  readonly categories: readonly string[];
  readonly series: readonly {
    readonly name: string;
    /** Decimal texts. Null leaves a gap. */
    readonly values: readonly (string | null)[];
  }[];
}

interface Frame {
  readonly x: number;
  readonly bottom: number;
  readonly nextPage: () => number;
}

const IN_A_ROW = 2;
const GAP = 18;
const PLOT = 96;
/** Half the width of a date. */
const HALF_NAME = 22;
const colors = ['#178a82', '#b07a1e', '#3f6fb5'];
const quiet = '#5b6b7c';
const heading = { size: 10, weight: 'bold' } as const;
const label = { size: SMALLEST, color: quiet } as const;
const line = label.size * LEADING;
/** Height of a chart with a title of two lines. */
const HEIGHT = 2 * heading.size * LEADING + PLOT + 2 * line + 14;

const hasValues = ({ series }: PrintedChart): boolean =>
  series.some(({ values }) => values.some((value) => value !== null));

/** Draws the charts that have values, two in a row. Returns the y below. */
export function drawCharts(doc: Document, charts: readonly PrintedChart[], frame: Frame, top: number): number {
  const drawn = charts.filter(hasValues);
  const width = (doc.page.width - 2 * frame.x - GAP) / IN_A_ROW;
  let y = top;
  for (let from = 0; from < drawn.length; from += IN_A_ROW) {
    if (y + HEIGHT > frame.bottom) y = frame.nextPage();
    const ends = drawn
      .slice(from, from + IN_A_ROW)
      .map((chart, at) => drawLines(doc, chart, frame.x + at * (width + GAP), y, width));
    y = Math.max(...ends) + 14;
  }
  return y;
}

// Lengths on the page. No figure is computed from them.
const lengthOf = (value: string): number => Number(value);

/** Returns the figures of an axis over the values and zero: about four, at steps of 1, 2 or 5 times a power of ten. */
function ticksOf(values: readonly number[]): number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const rough = (high - low || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (rough / power > 5 ? 10 : rough / power > 2 ? 5 : rough / power > 1 ? 2 : 1);
  const first = Math.floor(low / step);
  const count = Math.max(1, Math.ceil(high / step) - first);
  return Array.from({ length: count + 1 }, (_, at) => (first + at) * step);
}

const tickText = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

function drawLines(
  doc: Document,
  { title, unit = '', categories, series }: PrintedChart,
  x: number,
  top: number,
  width: number,
) {
  let y = setText(doc, title, x, top, width, heading) + 2;
  let legend = x;
  for (const [at, { name }] of series.entries()) {
    const color = colors[at % colors.length] ?? quiet;
    doc
      .moveTo(legend, y + line / 2)
      .lineTo(legend + 12, y + line / 2)
      .lineWidth(1.5)
      .strokeColor(color)
      .stroke();
    drawTextLine(doc, name, legend + 15, y, width, label);
    legend += 15 + textWidth(doc, name, label) + 12;
  }
  y += line + 6;
  const lengths = series.flatMap(({ values }) => values.flatMap((value) => (value === null ? [] : [lengthOf(value)])));
  const ticks = ticksOf(lengths);
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const texts = ticks.map((tick) => `${tickText.format(tick)}${unit}`);
  const start = x + Math.max(HALF_NAME, ...texts.map((text) => textWidth(doc, text, label) + 6));
  // The names of the outer categories extend beyond the plot by half.
  const end = x + width - HALF_NAME;
  const yOf = (length: number) => y + PLOT - ((length - low) / (high - low)) * PLOT;
  const xOf = (at: number) =>
    categories.length < 2 ? (start + end) / 2 : start + (at / (categories.length - 1)) * (end - start);
  for (const [at, tick] of ticks.entries()) {
    drawTextLine(doc, texts[at] ?? '', x, yOf(tick) - label.size * 0.65, start - x - 6, { ...label, align: 'right' });
    doc
      .moveTo(start, yOf(tick))
      .lineTo(end, yOf(tick))
      .lineWidth(tick === 0 ? 0.8 : 0.4)
      .strokeColor(tick === 0 ? quiet : '#d5dce4')
      .stroke();
  }
  drawCategories(doc, categories, xOf, y + PLOT + 4);
  for (const [at, { values }] of series.entries()) drawLine(doc, values, xOf, yOf, colors[at % colors.length] ?? quiet);
  return y + PLOT + 4 + line;
}

/** Writes as many names below the plot as fit next to each other, at even steps. */
function drawCategories(doc: Document, categories: readonly string[], xOf: (at: number) => number, y: number): void {
  const last = categories.length - 1;
  const widest = Math.max(0, ...categories.map((name) => textWidth(doc, name, label)));
  const step = Math.max(1, Math.ceil(((widest + 8) * last) / Math.max(1, xOf(last) - xOf(0))));
  for (const [at, name] of categories.entries()) {
    if (at % step !== 0) continue;
    const width = textWidth(doc, name, label);
    drawTextLine(doc, name, xOf(at) - width / 2, y, width, label);
  }
}

/** Draws a line from value to value, with a gap where there is none, and a dot for a value alone. */
function drawLine(
  doc: Document,
  values: readonly (string | null)[],
  xOf: (at: number) => number,
  yOf: (length: number) => number,
  color: string,
): void {
  doc.lineWidth(1.2).strokeColor(color).fillColor(color);
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const previous = values[at - 1] ?? null;
    const point = [xOf(at), yOf(lengthOf(value))] as const;
    if (previous !== null)
      doc
        .moveTo(xOf(at - 1), yOf(lengthOf(previous)))
        .lineTo(...point)
        .stroke();
    else if ((values[at + 1] ?? null) === null) doc.circle(...point, 1.5).fill();
  }
}
