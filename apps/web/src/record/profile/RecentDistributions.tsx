import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import { failureText } from '../../api/failure.ts';
import { useListRead } from '../../api/calls.ts';
import { useAllowed } from '../../session/hooks.ts';
import type { RecordValue } from '../recordDefinition.ts';
import type { RecordTableProps } from '../list/RecordTable.tsx';
import { distributionAddress, sourceCell } from '../list/runLists.tsx';

const mostRows = 5;
const visible = ['distributionDate', 'distributionName', 'distributionStatus', 'sourceName', 'grossCarryDistributed'];

export interface RecentDistributionsProps {
  readonly id: string;
  readonly list: RecordTableProps['list'];
  /** The view with all of them. */
  readonly allHref: string;
}

/** The latest distributions that a record was part of. */
export function RecentDistributions({ id, list, allHref }: RecentDistributionsProps) {
  const mayView = useAllowed('distribution.view');
  const query = { startPage: 1, pageSize: mostRows };
  const { data, error, refetch } = useListRead(list.operation, { params: { id }, query });
  if (!mayView) return null;
  const title = 'Recent distributions';
  const all = (
    <Button component="a" variant="subtle" size="compact-sm" href={allHref}>
      Show all
    </Button>
  );
  return (
    <Panel title={title} flush actions={data && data.totalItemCount > mostRows ? all : null}>
      {data === undefined && error ? (
        <ErrorState message={failureText(error)} onRetry={refetch} />
      ) : data === undefined ? (
        <LoadingState lines={4} />
      ) : data.pageData.length === 0 ? (
        <EmptyState />
      ) : (
        <DataTable
          label={title}
          columns={list.columns.filter(({ field }) => visible.includes(field))}
          rows={data.pageData as readonly RecordValue[]}
          rowKey={(row) => row.id}
          cells={sourceCell}
          rowHref={(row: RecordValue) => distributionAddress(row)}
        />
      )}
    </Panel>
  );
}
