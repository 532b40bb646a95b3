import { defineFields } from '@carrara/contract/core/fields';
import type { Reference } from '@carrara/contract/core/kinds';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import { useRead, useWrite } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { runConfirmed } from '../../../api/runWithToast.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { useAllowed, useSession } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';

type Substitute = Answer<'listApprovalSubstitutes'>[number];

const fields = defineFields({
  substitute: {
    kind: 'reference',
    target: 'approver',
    title: 'Substitute',
    required: true,
    help: 'Decides in your place. People still can’t approve a distribution that they created, edited or submitted.',
  },
  fromDate: { kind: 'date', title: 'First day', required: true },
  toDate: { kind: 'date', title: 'Last day', required: true },
});
const columns = [
  { field: 'person', kind: 'reference', title: 'Approver' },
  { field: 'substitute', kind: 'reference', title: 'Substitute' },
  { field: 'fromDate', kind: 'date', title: 'First day' },
  { field: 'toDate', kind: 'date', title: 'Last day' },
] as const;

/** The substitutes of approvers, today and later. Everyone names their own. */
export function ApprovalSubstitutes() {
  const { data, error, refetch } = useRead('listApprovalSubstitutes', undefined);
  const mayName = useAllowed('distribution.approve');
  const { user } = useSession();
  const today = useToday();
  const [save] = useWrite('saveApprovalSubstitute');
  const [remove] = useWrite('deleteApprovalSubstitute');
  if (!data) return <ReadState error={error} onRetry={refetch} lines={4} />;
  const edit = (row?: Substitute) =>
    openFormDialog({
      title: row ? 'Change substitute' : 'Name a substitute',
      fields,
      initial: row ? { ...row } : { fromDate: today },
      save: async (_changed, all) => {
        const body = {
          substitute: { id: (all['substitute'] as Reference).id },
          fromDate: String(all['fromDate']),
          toDate: String(all['toDate']),
        };
        await save({ body: row ? { id: row.id, rowVersion: row.rowVersion, ...body } : body });
        toastSuccess('Substitute saved.');
      },
    });
  const confirmRemoval = ({ id, rowVersion, substitute }: Substitute) =>
    runConfirmed(
      {
        title: 'Remove substitute',
        text: `${substitute.name ?? ''} no longer decides in your place. Decisions already made stay. Are you sure you want to continue?`,
        confirmLabel: 'Remove',
      },
      async () => {
        await remove({ params: { id }, query: { rowVersion } });
        return 'Substitute removed.';
      },
    );
  const add = mayName ? <Button onClick={() => void edit()}>Name a substitute</Button> : null;
  return (
    <Panel title="Substitutes" flush={data.length > 0} actions={data.length > 0 ? add : null}>
      {data.length === 0 ? (
        <EmptyState text="Nobody has a substitute today or later." action={add} />
      ) : (
        <DataTable<Substitute>
          label="Substitutes"
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          rowActions={(row) =>
            mayName && row.person.id === user?.id ? (
              <>
                <RowButton label="Change" onClick={() => void edit(row)} />
                <RowButton label="Remove" onClick={() => void confirmRemoval(row)} />
              </>
            ) : null
          }
        />
      )}
    </Panel>
  );
}
