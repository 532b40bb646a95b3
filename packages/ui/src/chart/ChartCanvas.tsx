import 'highcharts/esm/modules/accessibility.js';
// It adds waterfalls and boxes. A chart that was drawn before it loads can't be drawn again afterward, because its axes have no panes.
import 'highcharts/esm/highcharts-more.js';
import Highcharts from 'highcharts/esm/highcharts.js';
import { HighchartsReact } from 'highcharts-react-official';
import { useMemo } from 'react';
import { chartOptions } from './chartOptions.ts';
import type { DrawnChart } from './chartTypes.ts';

export function ChartCanvas(props: DrawnChart) {
  const options = useMemo(() => chartOptions(props), [props]);
  return <HighchartsReact highcharts={Highcharts} options={options} />;
}
