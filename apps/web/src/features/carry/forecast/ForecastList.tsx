import type { ListState } from '@carrara/ui/list/listState.ts';
import { Button } from '@mantine/core';
import { useRead } from '../../../api/calls.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { SliceCharts } from '../../../record/run/SliceCharts.tsx';
import { sliceQuery, yearSlices, type SliceView, useSliceFilters } from '../../../record/run/sliceViews.ts';
import { useAllowed } from '../../../session/hooks.ts';
import { forecastRecord } from './forecastRecord.ts';
import { forecastPath } from './addresses.ts';

const query = (state: ListState) => sliceQuery(state);

/** All forecasts, with charts of the current ones. Displays tips until the first forecast exists. */
export function ForecastList() {
  const mayAdd = useAllowed('forecast.edit');
  const { data: funds } = useRead('chartForecastsByFund', undefined);
  const { data: coinvestments } = useRead('chartForecastsByCoinvestment', undefined);
  const { data: sources } = useRead('chartForecastsBySource', undefined);
  const { data: points } = useRead('chartForecastsByYear', undefined);
  const views: readonly SliceView[] = [
    { id: 'fundId', title: 'Fund', slices: funds, top: 7 },
    { id: 'coinvestmentId', title: 'Coinvestment', slices: coinvestments, top: 7 },
    { id: 'sourceId', title: 'Source', slices: sources, top: 10 },
    { id: 'year', title: 'Time', slices: points && yearSlices(points), points },
  ];
  const filters = useSliceFilters(views);
  const add = mayAdd ? (
    <Button component="a" href="#/carry/forecast/create">
      Create forecast
    </Button>
  ) : null;
  return (
    <RecordTable
      list={forecastRecord.list}
      filters={filters}
      query={query}
      rowHref={(row) => `#${forecastPath(row.id)}`}
      actions={add}
      emptyAction={add}
    >
      <SliceCharts views={views} title="Forecast carry" timeQuestion="How has forecast carry developed" />
    </RecordTable>
  );
}
