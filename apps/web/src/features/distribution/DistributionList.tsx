import type { ListState, ListTab } from '@carrara/ui/list';
import { Button } from '@mantine/core';
import { lists } from 'virtual:contract/tables';
import { RecordTable } from '../../record/RecordTable.tsx';
import { useAllowed } from '../../session/hooks.ts';

const list = { ...lists.listDistributions, operation: 'listDistributions' } as const;
const tabs: readonly ListTab[] = [
  { id: 'all', title: 'All' },
  { id: 'DRAFT', title: 'Draft' },
  { id: 'REJ', title: 'Rejected' },
  { id: 'SUB', title: 'Submitted' },
  { id: 'APP', title: 'Approved' },
  { id: 'DISB', title: 'Disbursed' },
];
const byStatus = ({ tab }: ListState) => ({
  includeInactive: 'false',
  ...(tab && tab !== 'all' ? { status: tab } : {}),
});

/** Every distribution, by status. */
export function DistributionList() {
  const mayAdd = useAllowed('distribution.edit');
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
    />
  );
}
