import { axisStart, drawnSeries } from './chartFigures.ts';
import { hasValueAxis, isHorizontal } from './chartShapes.ts';
import type { ChartProps, DrawnChart } from './chartTypes.ts';

const usualHeight = 280;
/** The height of a horizontal bar with its name, and of what is around the bars. */
const [rowHeight, frameHeight, legendHeight, axisHeight] = [24, 20, 34, 28];

/** Returns the number of rows. Loading bars have as many as they can have, so that the page doesn't move when they arrive. */
const rowCount = ({ categories, top, isLoading }: ChartProps): number =>
  isLoading ? (top ?? categories.length) : categories.length;

/** Returns the height of a chart, which is enough for all of its bars. The chart is already cut to its first categories. */
export function chartHeight(props: ChartProps): number {
  const around =
    frameHeight +
    (props.series.length > 1 ? legendHeight : 0) +
    (hasValueAxis(props) || axisStart(props) !== undefined ? axisHeight : 0);
  const rows = isHorizontal(props.shape) ? rowCount(props) * rowHeight + around : 0;
  return Math.max(props.height ?? (rows || usualHeight), rows);
}

/** The height of a line of the legend at its text size. A larger value would show a sliver of the next line. */
export const legendLine = 19;

/** The width of a phone's legend, and of the symbol of a name with its distances. */
export const [phoneWidth, aroundName] = [330, 42];
const characterWidth = 6.4;

/** Returns the lines that a phone's legend needs beyond two: one line for each name, unless two lines have room for all. */
export function linesOnPhone({ series }: DrawnChart): number {
  const names = drawnSeries(series);
  let [lines, room] = [1, phoneWidth];
  for (const { name } of names) {
    const width = name.length * characterWidth + aroundName;
    if (width > room) [lines, room] = [lines + 1, phoneWidth];
    room -= width;
  }
  return lines > 2 ? names.length - 2 : 0;
}

/** The height that a phone's chart has for the names of slices, and the minimum height to add. */
const [roomBelowPie, leastBelowPie] = [35, 60];

/** The height by which a phone's chart is higher, so that its legend has room. A pie lists all of its slices below it. */
export const legendHeightOnPhone = (props: DrawnChart): number =>
  props.shape === 'pie'
    ? Math.max(leastBelowPie, props.categories.length * legendLine - roomBelowPie)
    : linesOnPhone(props) * legendLine;

/** On a phone, a name with more characters than this takes a second line, which makes its row higher. */
const [mostNarrowCharacters, secondLineHeight] = [20, 10];

/** True if names of bars take two lines on a phone. Names that still load usually do. */
export const isWrappedOnPhone = ({ shape, categories, isLoading }: ChartProps): boolean =>
  isHorizontal(shape) && (isLoading === true || categories.some((name) => name.length > mostNarrowCharacters));

/** Returns the height of a chart on a phone. */
export const heightOnPhone = (props: DrawnChart): number =>
  props.height + legendHeightOnPhone(props) + (isWrappedOnPhone(props) ? rowCount(props) * secondLineHeight : 0);
