import { Chart } from '@carrara/ui/chart/Chart.tsx';
import type { ChartProps } from '@carrara/ui/chart/chartTypes.ts';
import type { ReactNode } from 'react';
import record from '../record.module.css';

/** A chart in a frame, with a text below it. */
export const ChartCard = ({ below, ...chart }: ChartProps & { readonly below?: ReactNode }) => (
  <div className={record.chartCard}>
    <Chart {...chart} />
    {below}
  </div>
);
