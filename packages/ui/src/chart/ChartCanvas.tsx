import 'highcharts/esm/modules/accessibility.js';
import Highcharts from 'highcharts/esm/highcharts.js';
import { HighchartsReact } from 'highcharts-react-official';
import { useMemo, useSyncExternalStore } from 'react';
import { chartOptions } from './chartOptions.ts';
import type { ChartProps } from './chartTypes.ts';

const schemeAttribute = 'data-mantine-color-scheme';
const currentScheme = () =>
  document.documentElement.getAttribute(schemeAttribute) === 'dark' ? ('dark' as const) : ('light' as const);
function onScheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: [schemeAttribute] });
  return () => observer.disconnect();
}

export function ChartCanvas(props: ChartProps & { readonly height: number }) {
  // Reads the tokens again when the page has the other theme. Mantine's hook changes before the page does if the system's theme changes.
  const scheme = useSyncExternalStore(onScheme, currentScheme);
  const options = useMemo(() => chartOptions(props, scheme), [props, scheme]);
  return <HighchartsReact highcharts={Highcharts} options={options} />;
}
