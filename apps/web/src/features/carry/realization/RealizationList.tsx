import { lifecycles, statusCodes } from '@carrara/contract/lifecycles';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { Button } from '@mantine/core';
import { useRead } from '../../../api/calls.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { SliceCharts } from '../../../record/run/SliceCharts.tsx';
import { sliceQuery, type SliceView, useSliceFilters } from '../../../record/run/sliceViews.ts';
import { useAllowed } from '../../../session/hooks.ts';
import { realizationPath } from './addresses.ts';
import { realizationRecord } from './realizationRecord.ts';

const tabs = [
  { id: 'all', title: 'All' },
  ...statusCodes('realization').map((id) => ({ id, title: lifecycles.realization.states[id] })),
];
const query = (state: ListState) => ({
  ...sliceQuery(state),
  ...(state.tab && state.tab !== 'all' ? { status: state.tab } : {}),
});

/** All realizations by status, with charts of the accrued amounts. */
export function RealizationList() {
  const mayAdd = useAllowed('realization.edit');
  const { data: charts } = useRead('chartRealizations', undefined);
  const views: readonly SliceView[] = [
    { id: 'sectorId', title: 'Sector', slices: charts?.sector, top: 7 },
    { id: 'fundId', title: 'Fund', slices: charts?.fund, top: 7 },
    { id: 'sourceId', title: 'Source', slices: charts?.source, top: 10 },
    { id: 'year', title: 'Time', slices: charts?.time },
  ];
  const filters = useSliceFilters(views);
  const add = mayAdd ? (
    <Button component="a" href="#/carry/realization/create">
      Create realization
    </Button>
  ) : null;
  return (
    <RecordTable
      list={realizationRecord.list}
      tabs={tabs}
      filters={filters}
      query={query}
      rowHref={(row) => `#${realizationPath(row.id)}`}
      actions={add}
      emptyAction={add}
    >
      <SliceCharts views={views} title="Carry realized" timeQuestion="How much carry was realized each year" />
    </RecordTable>
  );
}
