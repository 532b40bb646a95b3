import { isOnItsSide } from './chartShapes.ts';
import type { ChartShape } from './chartTypes.ts';

/** Loads the library of charts, which is larger than a whole page, with the series of a shape. */
export async function loadCharts(shape: ChartShape): Promise<typeof import('./ChartCanvas.tsx')> {
  const [canvas] = await Promise.all([
    import('./ChartCanvas.tsx'),
    ...(isOnItsSide(shape) ? [import('highcharts/esm/highcharts-more.js')] : []),
  ]);
  return canvas;
}
