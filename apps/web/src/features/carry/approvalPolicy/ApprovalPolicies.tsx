import { approvalModes } from '@carrara/domain/platform/approval';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { useRead, useWrite } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { runConfirmed } from '../../../api/runWithToast.ts';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';
import { openPolicyDialog } from './policyDialog.tsx';

type Policy = Answer<'listApprovalPolicies'>[number];
type Band = Policy['bands'][number];

const columns = [
  { field: 'fromAmount', kind: 'money', title: 'From amount' },
  { field: 'mode', kind: 'text', title: 'Who has to approve' },
  { field: 'approvers', kind: 'text', title: 'Required approvers' },
] as const;
const cells = {
  mode: ({ mode, quorum }: Band) => (mode === 'QUORUM' ? `${String(quorum)} of the approvers` : approvalModes[mode]),
  approvers: ({ approvers }: Band) =>
    approvers.length > 0 ? approvers.map(({ name }) => name).join(', ') : 'Chosen by the submitter',
};

/** The approval policies by date, each with its amounts. Administrators of carry change them. */
export function ApprovalPolicies() {
  const { data, error, refetch } = useRead('listApprovalPolicies', undefined);
  const mayEdit = useAllowed('approvalPolicy.edit');
  const today = useToday();
  const [save] = useWrite('saveApprovalPolicy');
  const [remove] = useWrite('deleteApprovalPolicy');
  if (!data) return <ReadState error={error} onRetry={refetch} lines={6} />;
  const edit = (policy?: Policy) => openPolicyDialog((body) => save({ body }), today, policy);
  const confirmRemoval = ({ id, rowVersion, effectiveDate }: Policy) =>
    runConfirmed(
      {
        title: 'Delete policy',
        text: `Distributions submitted from now on no longer follow the policy of ${formatDate(effectiveDate)}. Are you sure you want to continue?`,
        confirmLabel: 'Delete',
      },
      async () => {
        await remove({ params: { id }, query: { rowVersion } });
        return 'Approval policy deleted.';
      },
    );
  const add = mayEdit ? <Button onClick={() => void edit()}>Add policy</Button> : null;
  if (data.length === 0)
    return (
      <Panel title="Approval policies">
        <EmptyState text="No policy yet. Every listed approver of a distribution has to approve it." action={add} />
      </Panel>
    );
  return (
    <>
      {data.map((policy, at) => (
        <Panel
          key={policy.id}
          title={`Approval policy from ${formatDate(policy.effectiveDate)}, in ${policy.currency.code ?? ''}${policy.isCurrent ? ' (current)' : ''}`}
          flush
          actions={
            mayEdit ? (
              <>
                <RowButton label="Delete" onClick={() => void confirmRemoval(policy)} />
                <RowButton label="Edit" onClick={() => void edit(policy)} />
                {at === 0 ? add : null}
              </>
            ) : null
          }
        >
          <DataTable<Band>
            label={`Policy of ${formatDate(policy.effectiveDate)}`}
            columns={columns}
            rows={policy.bands}
            rowKey={({ fromAmount }) => fromAmount}
            cells={cells}
          />
        </Panel>
      ))}
    </>
  );
}
