import type { ChartChoice, ChartSwitchProps } from '../../../record/chart/Charts.tsx';
import { ofSlices, overTime, type Point, type Slice } from '../../../record/chart/pointsOverTime.ts';
import { useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import { type Reading, useRead } from '../../../api/calls.ts';

/** The kind as the operations spell it: `getTrustSummary`. */
export type ParticipantKind = 'Employee' | 'Trust' | 'Entity';

type ChartViews = Pick<ChartSwitchProps, 'charts' | 'currencies'>;
type Slices = Reading<readonly Slice[]>;
type Points = Reading<readonly Point[]>;

/** Limits from the specification: the number of entries in a chart, and the height of the chart by year. */
const mostGroups = 7;
const mostSources = 10;
const yearHeight = 255;

/**
 * Charts of a participant's distributions by sector, fund and year, and over time. For a trust, the title of the first chart refers to its
 * investments.
 */
export function useDistributionCharts(kind: ParticipantKind, id: string): ChartViews {
  const argument = { params: { id } };
  const sectors: Slices = useRead(`chart${kind}DistributionsBySector`, argument);
  const funds: Slices = useRead(`chart${kind}DistributionsByFund`, argument);
  const years: Slices = useRead(`chart${kind}DistributionsByYear`, argument);
  const history: Points = useRead(`chart${kind}DistributionHistory`, argument);
  const series = 'Carry distributed';
  const money = useCurrencyChoice(sectors.data, funds.data, years.data, history.data);
  const charts: readonly ChartChoice[] = [
    {
      id: 'sector',
      label: kind === 'Trust' ? 'Investment' : 'Sector',
      title: 'Carry by investment sector',
      top: mostGroups,
      ...ofSlices(money.of(sectors.data), series, 'pie'),
      isLoading: sectors.data === undefined,
    },
    {
      id: 'fund',
      label: 'Fund',
      title: 'Carry by fund',
      top: mostGroups,
      ...ofSlices(money.of(funds.data), series, 'bar'),
      isLoading: funds.data === undefined,
    },
    {
      id: 'year',
      label: 'Year',
      title: 'Carry by year',
      height: yearHeight,
      ...ofSlices(money.of(years.data), series, 'column'),
      isLoading: years.data === undefined,
    },
    {
      id: 'history',
      label: 'History',
      title: 'Carry over time',
      ...overTime(money.of(history.data)),
      isLoading: history.data === undefined,
    },
  ];
  return { charts: charts.map((chart) => ({ ...chart, title: money.titled(chart.title) })), currencies: money.chooser };
}

/** Charts of a participant's expected amounts by source and over time. */
export function useForecastCharts(kind: ParticipantKind, id: string): ChartViews {
  const argument = { params: { id } };
  const sources: Slices = useRead(`chart${kind}ForecastsBySource`, argument);
  const history: Points = useRead(`chart${kind}ForecastHistory`, argument);
  const money = useCurrencyChoice(sources.data, history.data);
  const charts: readonly ChartChoice[] = [
    {
      id: 'source',
      label: 'Source',
      title: 'Forecast carry by source',
      top: mostSources,
      ...ofSlices(money.of(sources.data), 'Forecast carry', 'pie'),
      isLoading: sources.data === undefined,
    },
    {
      id: 'history',
      label: 'Time',
      title: 'Forecast carry over time',
      ...overTime(money.of(history.data)),
      isLoading: history.data === undefined,
    },
  ];
  return { charts: charts.map((chart) => ({ ...chart, title: money.titled(chart.title) })), currencies: money.chooser };
}
