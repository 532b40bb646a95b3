import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useRead, useWrite } from '../../../api/calls.ts';
import { runConfirmed } from '../../../api/runWithToast.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { ApprovalTables } from './ApprovalTables.tsx';
import { ApproverChoice } from './ApproverChoice.tsx';
import { withoutRows } from './withoutRows.ts';

type Approval = Distribution['approvals'][number];

/** The approvers of a distribution and their answers. */
export function DistributionApprovals({ id }: ViewProps) {
  const { data } = useRead('getDistribution', withoutRows(id));
  const [remove] = useWrite('removeApprover');
  if (!data) return <LoadingState />;
  const mayAdd = data.actions.includes('addApprovers');
  const mayRemove = data.actions.includes('removeApprover');
  const confirmRemoval = async ({ id: approvalId, approver }: Approval) => {
    const text = `${approver.name ?? ''} will not be asked to approve ${data.name}. Are you sure you want to continue?`;
    await runConfirmed({ title: 'Remove approver', text, confirmLabel: 'Remove' }, async () => {
      await remove({ params: { id, approvalId } });
      return `${data.name} updated successfully`;
    });
  };
  return (
    <ApprovalTables
      approvals={data.approvals}
      earlier={data.earlierApprovals}
      rule={data.approvalRule}
      isSubmitted={data.status.code === 'SUB'}
      onAdd={mayAdd ? () => void openApproversDialog(data) : undefined}
      onRemove={mayRemove ? (approval) => void confirmRemoval(approval) : undefined}
    />
  );
}

const openApproversDialog = (distribution: Distribution): Promise<void> =>
  openDialog<void>((close) => <AddApproversDialog distribution={distribution} onClose={close} />);

interface AddApproversDialogProps {
  readonly distribution: Distribution;
  readonly onClose: () => void;
}

function AddApproversDialog({ distribution, onClose }: AddApproversDialogProps) {
  const { id, rowVersion, name } = distribution;
  const listed = distribution.approvals.map(({ approver }) => approver.id);
  const { data: candidates } = useRead('listApproverCandidates', { query: { distributionId: id } });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [add, isAdding] = useWrite('addApprovers');
  const submit = async () => {
    const added = chosen.map((approver) => ({ id: approver }));
    if (added.length === 0) return setProblem('Please specify Approvers');
    try {
      await add({ params: { id }, body: { rowVersion, approvers: added } });
      toastSuccess(`${name} updated successfully`);
      onClose();
    } catch (failure) {
      setProblem(failureText(failure));
    }
  };
  return (
    <DialogFrame title="Add approvers" onClose={onClose}>
      {problem ? <Banner tone="bad">{problem}</Banner> : null}
      {candidates ? (
        <ApproverChoice
          candidates={candidates.filter((candidate) => !listed.includes(candidate.id))}
          emptyText="Everyone who can approve is already listed."
          chosen={chosen}
          onChange={setChosen}
        />
      ) : (
        <LoadingState lines={3} />
      )}
      <DialogActions onCancel={onClose}>
        <Button loading={isAdding} onClick={() => void submit()}>
          Add
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
