import type { ChartSum, ReportChart, ReportDefinition } from '@carrara/contract/core/report';
import { Chart } from '@carrara/ui/chart/Chart.tsx';
import type { ChartProps, ChartSeries } from '@carrara/ui/chart/chartTypes.ts';
import { addressIn } from '@carrara/ui/report/addressIn.ts';
import { dash } from '@carrara/ui/value/formatDecimal.ts';
import { slicesToSeries, seriesOverTime } from '../record/chart/pointsOverTime.ts';
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
  /** The parameters of the report, for links. */
  readonly values: Readonly<Record<string, string>>;
}

/** The charts of a report. Values that can't be combined (currencies, statuses) have separate charts to choose from. */
export function ReportCharts({ report: { charts = [], columns }, sums, values }: ReportChartsProps) {
  return charts.map((chart, at) => (
    <div key={chart.title} className={styles.chart}>
      <ChartPanel chart={chart} columns={columns} sums={sums[at] ?? []} values={values} />
    </div>
  ));
}

interface ChartPanelProps {
  readonly chart: ReportChart;
  readonly columns: ReportDefinition['columns'];
  readonly sums: readonly ChartSum[];
  readonly values: ReportChartsProps['values'];
}

/** Returns the address of the records that a part adds up. If names are hidden, there is none, because it would identify people. */
function partHref(href: string | undefined, link: ChartSum['link'], values: ReportChartsProps['values']) {
  if (href === undefined || values['redactName'] === 'true') return undefined;
  return addressIn(href, Object.fromEntries(link.map(({ field, key }) => [field, key])), values);
}

function ChartPanel({ chart: { title, measure, by, over, top, href }, columns, sums, values }: ChartPanelProps) {
  const parts = sums.map(({ name, date, splitKeys, amount, link }) => ({
    id: null,
    href: partHref(href, link, values),
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
    ? seriesOverTime(dated, meanings[measure])
    : slicesToSeries(
        visible,
        figure?.title ?? title,
        column(by)?.kind === 'year' ? 'column' : 'bar',
        meanings[measure],
      );
  const open = (name: string) => {
    const address = visible.find((part) => part.name === name)?.href;
    if (address !== undefined) window.location.assign(address);
  };
  return (
    <Chart
      key={choice.titled('')}
      title={choice.titled(title)}
      tools={choice.chooser}
      onSelect={
        visible.some((part) => part.href !== undefined) ? (name, series) => open(over ? series : name) : undefined
      }
      kind={(figure?.kind ?? 'money') as ChartProps['kind']}
      top={over ? undefined : top}
      {...drawn}
    />
  );
}
