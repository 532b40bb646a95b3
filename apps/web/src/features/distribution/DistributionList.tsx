import type { ListState, ListTab } from '@carrara/ui/list';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { lists } from 'virtual:contract/tables';
import { useRead } from '../../api/calls.ts';
import { RecordTable } from '../../record/RecordTable.tsx';
import { useAllowed } from '../../session/hooks.ts';
import { DistributionCharts } from './DistributionCharts.tsx';

const list = { ...lists.listDistributions, operation: 'listDistributions' } as const;
const states = [
  { id: 'DRAFT', title: 'Draft' },
  { id: 'REJ', title: 'Rejected' },
  { id: 'SUB', title: 'Submitted' },
  { id: 'APP', title: 'Approved' },
  { id: 'DISB', title: 'Disbursed' },
] as const;
const byStatus = ({ tab }: ListState) => ({
  includeInactive: 'false',
  ...(tab && tab !== 'all' ? { status: tab } : {}),
});

/** Every distribution, by status, and what they paid as charts. */
export function DistributionList() {
  const mayAdd = useAllowed('distribution.edit');
  const tabs = useStatusTabs();
  const add = mayAdd ? (
    <Button component="a" href="#/carry/distribution/create">
      Create distribution
    </Button>
  ) : null;
  return (
    <RecordTable
      list={list}
      tabs={tabs}
      query={byStatus}
      rowHref={(row) => `#/carry/distribution/${row.id}/overview`}
      actions={add}
      emptyAction={add}
    >
      <DistributionCharts />
    </RecordTable>
  );
}

/** The states with how many there are of each. */
function useStatusTabs(): readonly ListTab[] {
  const all = useCount();
  const counts = [useCount('DRAFT'), useCount('REJ'), useCount('SUB'), useCount('APP'), useCount('DISB')];
  const known = counts.join(' ');
  return useMemo(() => {
    const numbers = known.split(' ').map((text) => (text === '' ? undefined : Number(text)));
    return [
      { id: 'all', title: 'All', ...(all === undefined ? {} : { count: all }) },
      ...states.map(({ id, title }, at) => {
        const count = numbers[at];
        return { id, title, ...(count === undefined ? {} : { count }) };
      }),
    ];
  }, [all, known]);
}

function useCount(status?: (typeof states)[number]['id']): number | undefined {
  const query = { pageSize: 1, ...(status ? { status } : {}) };
  return useRead('listDistributions', { query }).data?.totalItemCount;
}
