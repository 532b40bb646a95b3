import type { ChartProps, ChartShape } from './chartTypes.ts';

/** The series of Highcharts for each shape. */
export const types = {
  bar: 'bar',
  column: 'column',
  pie: 'pie',
  line: 'line',
  area: 'area',
  stackedArea: 'area',
  stackedColumn: 'column',
  stackedBar: 'bar',
  waterfall: 'waterfall',
  quartiles: 'boxplot',
} as const satisfies Record<ChartShape, string>;

/** Drawn with the vertical series of Highcharts on its side, so that each name has a line of its own. */
export const isDrawnSideways = (shape: ChartShape): boolean => shape === 'waterfall' || shape === 'quartiles';

export const isHorizontal = (shape: ChartShape): boolean =>
  shape === 'bar' || shape === 'stackedBar' || isDrawnSideways(shape);

/** A figure at the end of each bar says more than an axis, so bars of one series and steps have none. */
export const hasValueAxis = ({ shape, series }: Pick<ChartProps, 'shape' | 'series'>): boolean =>
  shape !== 'pie' && shape !== 'waterfall' && !(shape === 'bar' && series.length <= 1);

/** The width of a chart on a phone. */
export const narrowWidth = 440;
