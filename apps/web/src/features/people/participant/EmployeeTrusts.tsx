import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { recordHref } from '../../../record/recordHref.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Trust' },
  { field: 'code', kind: 'code', title: 'Code' },
  { field: 'type', kind: 'reference', title: 'Type' },
  { field: 'formationDate', kind: 'date', title: 'Formation date' },
  { field: 'isCarryEligible', kind: 'boolean', title: 'Carry eligible' },
  { field: 'status', kind: 'status', title: 'Status' },
  { field: 'carryByCurrency', kind: 'text', title: 'Carry distributed' },
] as const;

export function EmployeeTrusts({ id }: ViewProps) {
  const { data, error, refetch } = useRead('listEmployeeTrusts', { params: { id } });
  const mayAdd = useAllowed('trust.edit');
  if (!data) return <ReadState error={error} onRetry={refetch} />;
  const add = mayAdd ? (
    <Button component="a" href={`#/carry/employee/${id}/trust/add`}>
      Add trust
    </Button>
  ) : null;
  return (
    <Panel title="Trusts" flush actions={data.length > 0 ? add : null}>
      {data.length === 0 ? (
        <EmptyState action={add} />
      ) : (
        <DataTable
          label="Trusts"
          columns={columns}
          rows={data}
          rowKey={(row) => row.id}
          rowHref={(row) => recordHref('trust', row.id)}
        />
      )}
    </Panel>
  );
}
