import 'highcharts/esm/modules/accessibility.js';
import { useComputedColorScheme } from '@mantine/core';
import Highcharts from 'highcharts/esm/highcharts.js';
import { HighchartsReact } from 'highcharts-react-official';
import { useMemo } from 'react';
import { chartOptions } from './chartOptions.ts';
import type { ChartProps } from './chartTypes.ts';

export function ChartCanvas(props: ChartProps & { readonly height: number }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  // Reads the tokens again when the theme changes.
  const options = useMemo(() => chartOptions(props, scheme), [props, scheme]);
  return <HighchartsReact highcharts={Highcharts} options={options} />;
}
