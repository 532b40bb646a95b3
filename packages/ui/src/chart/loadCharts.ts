import { isOnItsSide } from './chartShapes.ts';
import type { ChartShape } from './chartTypes.ts';

/** Loads the library of charts, which is larger than a whole page, with the series of a shape. Returns the component that draws. */
export async function loadCharts(shape: ChartShape) {
  const [{ ChartCanvas }] = await Promise.all([
    import('./ChartCanvas.tsx'),
    ...(isOnItsSide(shape) ? [import('highcharts/esm/highcharts-more.js')] : []),
  ]);
  return ChartCanvas;
}
