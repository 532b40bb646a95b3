import { lifecycles, statusCodes } from '@carrara/contract/lifecycles';
import type { ListState } from '@carrara/ui/list/listState.ts';
import type { ListTab } from '@carrara/ui/list/defineList.ts';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { lists } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { periodLinkFilters, useLinkFilters } from '../../../record/list/useLinkFilters.ts';
import { SliceCharts } from '../../../record/run/SliceCharts.tsx';
import { sliceQuery, useSliceFilters } from '../../../record/run/sliceViews.ts';
import { useDistributionSlices } from './useDistributionSlices.ts';

const list = lists.listDistributions;
const counts = { DRAFT: 'draft', REJ: 'rejected', SUB: 'submitted', APP: 'approved', DISB: 'disbursed' } as const;
const states = [
  { id: 'all', title: 'All', count: 'all' },
  ...statusCodes('distribution').map((id) => ({ id, title: lifecycles.distribution.states[id], count: counts[id] })),
] as const;
const query = (state: ListState) => ({
  includeInactive: 'false',
  ...sliceQuery(state),
  ...(state.tab && state.tab !== 'all' ? { status: state.tab } : {}),
});

/** All distributions by status, with charts of the amounts paid. */
export function DistributionList() {
  const mayAdd = useAllowed('distribution.edit');
  const tabs = useStatusTabs();
  const views = useDistributionSlices();
  const slices = useSliceFilters(views);
  const period = useLinkFilters(periodLinkFilters);
  const filters = useMemo(() => [...slices, ...period], [slices, period]);
  const add = mayAdd ? (
    <Button component="a" href="#/carry/distribution/create">
      Create distribution
    </Button>
  ) : null;
  return (
    <RecordTable
      list={list}
      tabs={tabs}
      filters={filters}
      query={query}
      rowHref={(row) => `#/carry/distribution/${row.id}/overview`}
      actions={add}
      emptyAction={add}
    >
      <SliceCharts views={views} title="Carry distributed" timeQuestion="How much carry was distributed each year" />
    </RecordTable>
  );
}

/** Returns a tab per status, with the number of distributions in it. */
function useStatusTabs(): readonly ListTab[] {
  const { data } = useRead('countDistributions', undefined);
  return useMemo(
    () => states.map(({ id, title, count: key }) => ({ id, title, count: data ? data[key] : null })),
    [data],
  );
}
