import type { ChartSum, ReportChart, ReportDefinition } from '@carrara/contract/core/report';
import { Chart } from '@carrara/ui/chart/Chart.tsx';
import type { ChartProps, ChartSeries } from '@carrara/ui/chart/chartTypes.ts';
import { dash } from '@carrara/ui/value/formatDecimal.ts';
import { ofSlices, overTime } from '../record/chart/pointsOverTime.ts';
import { useCurrencyChoice } from '../record/chart/useCurrencyChoice.tsx';
import styles from './report.module.css';

/** The meanings of measures. */
const meanings: Readonly<Record<string, ChartSeries['meaning']>> = {
  nav: 'nav',
  fairValue: 'fairValue',
  netCarryDistributed: 'carry',
};

export interface ReportChartsProps {
  readonly report: Pick<ReportDefinition, 'charts' | 'columns'>;
  /** The data of each chart in the response. */
  readonly sums: readonly (readonly ChartSum[])[];
}

/** The charts of a report. Values that can't be combined (currencies, statuses) have separate charts to choose from. */
export function ReportCharts({ report: { charts = [], columns }, sums }: ReportChartsProps) {
  return charts.map((chart, at) => (
    <div key={chart.title} className={styles.chart}>
      <ChartPanel chart={chart} columns={columns} sums={sums[at] ?? []} />
    </div>
  ));
}

interface ChartPanelProps {
  readonly chart: ReportChart;
  readonly columns: ReportDefinition['columns'];
  readonly sums: readonly ChartSum[];
}

function ChartPanel({ chart: { title, measure, by, over, top }, columns, sums }: ChartPanelProps) {
  const parts = sums.map(({ name, date, splitKeys, amount }) => ({
    id: null,
    name: name ?? dash,
    date,
    currency: splitKeys.join(', '),
    amount,
  }));
  const choice = useCurrencyChoice(parts);
  const visible = choice.inCurrency(parts);
  const column = (field: string) => columns.find((candidate) => candidate.field === field);
  const figure = column(measure);
  const dated = visible.flatMap(({ date, ...part }) => (date === null ? [] : [{ ...part, date }]));
  const drawn = over
    ? overTime(dated, meanings[measure])
    : ofSlices(visible, figure?.title ?? title, column(by)?.kind === 'year' ? 'column' : 'bar', meanings[measure]);
  return (
    <Chart
      key={choice.titled('')}
      title={choice.titled(title)}
      tools={choice.chooser}
      kind={(figure?.kind ?? 'money') as ChartProps['kind']}
      top={over ? undefined : top}
      {...drawn}
    />
  );
}
