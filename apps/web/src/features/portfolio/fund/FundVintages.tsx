import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import { lists } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { useVintageDialog } from '../../../record/editor/useVintageDialog.ts';
import { recordHref } from '../../../record/recordHref.ts';

const columns = lists.listVintages.columns.filter(({ field }) => field !== 'fund');

export function FundVintages({ id }: ViewProps) {
  const { data, error, refetch } = useRead('listFundVintages', { params: { id } });
  const mayEdit = useAllowed('vintage.edit');
  const edit = useVintageDialog(id);
  if (!data) return <ReadState error={error} onRetry={refetch} />;
  const add = mayEdit ? <Button onClick={() => void edit()}>Add vintage</Button> : null;
  const editButton = (row: (typeof data)[number]) => (
    <RowButton label="Edit" subject={row.vintageName} onClick={() => edit(row)} />
  );
  return (
    <Panel title="Vintages" flush actions={data.length > 0 ? add : null}>
      {data.length === 0 ? (
        <EmptyState action={add} />
      ) : (
        <DataTable
          label="Vintages"
          columns={columns}
          rows={data}
          rowKey={(row) => row.id}
          rowHref={(row) => recordHref('vintage', row.id)}
          {...(mayEdit ? { rowActions: editButton } : {})}
        />
      )}
    </Panel>
  );
}
