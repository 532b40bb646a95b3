export { Chart } from './Chart.tsx';
export type { ChartProps } from './chartTypes.ts';
