import { Chart } from '@carrara/ui/chart/Chart.tsx';
import type { ChartProps } from '@carrara/ui/chart/chartTypes.ts';
import record from '../record.module.css';

/** A chart in a frame. */
export const ChartCard = (props: ChartProps) => (
  <div className={record.chartCard}>
    <Chart {...props} />
  </div>
);
