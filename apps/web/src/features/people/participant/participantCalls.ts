import type { ChartChoice } from '../../../record/chart/Charts.tsx';
import { slicesToSeries, seriesOverTime, type Point, type Slice } from '../../../record/chart/pointsOverTime.ts';
import type { CurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import { type Reading, useRead } from '../../../api/calls.ts';

/** The kind as the operations spell it: `getTrustSummary`. */
export type ParticipantKind = 'Employee' | 'Trust' | 'Entity';

type Slices = Reading<readonly Slice[]>;
type Points = Reading<readonly Point[]>;

/** Limits from the specification: the number of entries in a chart, and the height of the chart by year. */
const mostGroups = 7;
const mostSources = 10;
const yearHeight = 255;

type Chosen = Omit<ChartChoice, 'isLoading'> & { readonly read: Slices | Points };

/** Returns the charts with their currency in the title. A chart is loading until its figures are read. */
const chartsOf = (charts: readonly Chosen[], money: CurrencyChoice): readonly ChartChoice[] =>
  charts.map(({ read, ...chart }) => ({
    ...chart,
    title: `${chart.title}${money.ending}?`,
    isLoading: read.data === undefined,
  }));

/** Reads a participant's distributions for charts. */
export function useDistributionReads(kind: ParticipantKind, id: string) {
  const argument = { params: { id } };
  const sectors: Slices = useRead(`chart${kind}DistributionsBySector`, argument);
  const funds: Slices = useRead(`chart${kind}DistributionsByFund`, argument);
  const years: Slices = useRead(`chart${kind}DistributionsByYear`, argument);
  const history: Points = useRead(`chart${kind}DistributionHistory`, argument);
  return { sectors, funds, years, history };
}

/** Reads a participant's expected amounts for charts. */
export function useForecastReads(kind: ParticipantKind, id: string) {
  const argument = { params: { id } };
  const sources: Slices = useRead(`chart${kind}ForecastsBySource`, argument);
  const history: Points = useRead(`chart${kind}ForecastHistory`, argument);
  return { sources, history };
}

/**
 * Charts of a participant's distributions by sector, fund and year, and over time. For a trust, the title of the first chart refers to its
 * investments.
 */
export function distributionCharts(
  kind: ParticipantKind,
  { sectors, funds, years, history }: ReturnType<typeof useDistributionReads>,
  money: CurrencyChoice,
): readonly ChartChoice[] {
  const slices = (read: Slices, shape: 'pie' | 'bar' | 'column') => ({
    ...slicesToSeries(money.inCurrency(read.data), 'Carry distributed', shape, 'carry'),
    read,
  });
  const sector = kind === 'Trust' ? 'Investment' : 'Sector';
  return chartsOf(
    [
      {
        id: 'sector',
        label: sector,
        title: `Which ${sector.toLowerCase()}s account for the carry distributed`,
        top: mostGroups,
        ...slices(sectors, 'pie'),
      },
      {
        id: 'fund',
        label: 'Fund',
        title: 'Which funds distributed the most carry',
        top: mostGroups,
        ...slices(funds, 'bar'),
      },
      {
        id: 'year',
        label: 'Year',
        title: 'How much carry was distributed each year',
        height: yearHeight,
        ...slices(years, 'column'),
      },
      {
        id: 'history',
        label: 'History',
        title: 'When was carry distributed',
        ...seriesOverTime(money.inCurrency(history.data), 'carry'),
        read: history,
      },
    ],
    money,
  );
}

/** Charts of a participant's expected amounts by source and over time. */
export function forecastCharts(
  { sources, history }: ReturnType<typeof useForecastReads>,
  money: CurrencyChoice,
): readonly ChartChoice[] {
  return chartsOf(
    [
      {
        id: 'source',
        label: 'Source',
        title: 'Which sources account for the forecast carry',
        top: mostSources,
        ...slicesToSeries(money.inCurrency(sources.data), 'Forecast carry', 'pie'),
        read: sources,
      },
      {
        id: 'history',
        label: 'Time',
        title: 'How has forecast carry developed',
        ...seriesOverTime(money.inCurrency(history.data), 'carry'),
        read: history,
      },
    ],
    money,
  );
}
