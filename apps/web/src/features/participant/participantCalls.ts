import type { ChartChoice } from '../../record/Charts.tsx';
import { ofSlices, overTime, type Point, type Slice } from '../../record/pointsOverTime.ts';
import { type Reading, useRead } from '../../api/calls.ts';

/** As the operations spell it: `getTrustSummary`. */
export type ParticipantKind = 'Employee' | 'Trust' | 'Entity';

type Slices = Reading<readonly Slice[]>;
type Points = Reading<readonly Point[]>;

/** From the specification: how many entries a chart shows at most, and how high the one by year is. */
const mostGroups = 7;
const mostSources = 10;
const yearHeight = 255;

/** What a participant got, by sector, fund and year, and over time. The first chart of a trust is called after its investments. */
export function useDistributionCharts(kind: ParticipantKind, id: string): readonly ChartChoice[] {
  const argument = { params: { id } };
  const sectors: Slices = useRead(`chart${kind}DistributionsBySector`, argument);
  const funds: Slices = useRead(`chart${kind}DistributionsByFund`, argument);
  const years: Slices = useRead(`chart${kind}DistributionsByYear`, argument);
  const history: Points = useRead(`chart${kind}DistributionHistory`, argument);
  const series = 'Carry distributed';
  return [
    {
      id: 'sector',
      label: kind === 'Trust' ? 'Investment' : 'Sector',
      title: 'Carry by investment sector',
      top: mostGroups,
      ...ofSlices(sectors.data ?? [], series, 'pie'),
      isLoading: sectors.data === undefined,
    },
    {
      id: 'fund',
      label: 'Fund',
      title: 'Carry by fund',
      top: mostGroups,
      ...ofSlices(funds.data ?? [], series, 'bar'),
      isLoading: funds.data === undefined,
    },
    {
      id: 'year',
      label: 'Year',
      title: 'Carry by year',
      height: yearHeight,
      ...ofSlices(years.data ?? [], series, 'column'),
      isLoading: years.data === undefined,
    },
    {
      id: 'history',
      label: 'History',
      title: 'Carry over time',
      ...overTime(history.data ?? []),
      isLoading: history.data === undefined,
    },
  ];
}

/** What a participant may expect, by source and over time. */
export function useForecastCharts(kind: ParticipantKind, id: string): readonly ChartChoice[] {
  const argument = { params: { id } };
  const sources: Slices = useRead(`chart${kind}ForecastsBySource`, argument);
  const history: Points = useRead(`chart${kind}ForecastHistory`, argument);
  return [
    {
      id: 'source',
      label: 'Source',
      title: 'Forecast carry by source',
      top: mostSources,
      ...ofSlices(sources.data ?? [], 'Forecast carry', 'pie'),
      isLoading: sources.data === undefined,
    },
    {
      id: 'history',
      label: 'Time',
      title: 'Forecast carry over time',
      ...overTime(history.data ?? []),
      isLoading: history.data === undefined,
    },
  ];
}
