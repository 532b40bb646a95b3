export { type ChartPoint, type ChartSlice, pointsOf, slicesOf, type SumBy } from './sumBy.ts';
