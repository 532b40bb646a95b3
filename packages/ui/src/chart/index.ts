export { Chart } from './Chart.tsx';
export { cutToTop, fullFigure, shortFigure } from './chartFigures.ts';
export type { ChartProps, ChartSeries, ChartShape } from './chartTypes.ts';
export { palette } from './palette.ts';
