import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import {
  Banner,
  confirm,
  DialogActions,
  DialogFrame,
  EmptyState,
  LoadingState,
  openDialog,
  toastError,
  toastSuccess,
} from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { Panel } from '@carrara/ui/profile';
import { StatusBadge } from '@carrara/ui/value';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useRead, useWrite } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { ApproverChoice } from './ApproverChoice.tsx';

type Approval = Distribution['approvals'][number];
type Answered = Distribution['earlierApprovals'][number];

const columns = [
  { field: 'approver', kind: 'reference', title: 'Approver' },
  { field: 'decision', kind: 'text', title: 'Answer' },
  { field: 'decidedDate', kind: 'instant', title: 'When' },
  { field: 'approvalComments', kind: 'longText', title: 'Comment' },
] as const;
const words = { APP: 'Approved', REJ: 'Rejected' } as const;

/** Who was asked and what they answered. */
export function DistributionApprovals({ id }: ViewProps) {
  const { data } = useRead('getDistribution', { params: { id } });
  const [remove] = useWrite('removeApprover');
  if (!data) return <LoadingState />;
  const mayAdd = data.actions.includes('addApprovers');
  const mayRemove = data.actions.includes('removeApprover');
  const askRemove = async ({ id: approvalId, approver }: Approval) => {
    const text = `${approver.name ?? ''} will not be asked to approve ${data.name}. Are you sure you want to continue?`;
    if (!(await confirm({ title: 'Take approver off', text, confirmLabel: 'Take off', danger: true }))) return;
    try {
      await remove({ params: { id, approvalId } });
      toastSuccess(`${data.name} updated successfully`);
    } catch (failure) {
      toastError(failureText(failure));
    }
  };
  const add = mayAdd ? <Button onClick={() => void askApprovers(data)}>Add approvers</Button> : null;
  return (
    <>
      <Panel title="Approvals" flush actions={data.approvals.length > 0 ? add : null}>
        {data.approvals.length === 0 ? (
          <EmptyState text="Nobody is asked to approve it yet." action={add} />
        ) : (
          <DataTable<Approval>
            label="Approvals"
            columns={columns}
            rows={data.approvals}
            rowKey={(approval) => approval.id}
            cells={{
              decision: ({ approvalDecision, refusal }) =>
                refusal ? (
                  <StatusBadge code="REJ" label={refusal} />
                ) : approvalDecision ? (
                  <StatusBadge code={approvalDecision} label={words[approvalDecision]} />
                ) : (
                  <StatusBadge code="OPEN" label={data.status.code === 'SUB' ? 'Waiting' : 'Not asked yet'} />
                ),
            }}
            {...(mayRemove
              ? {
                  rowActions: (approval: Approval) => (
                    <Button variant="subtle" size="compact-xs" onClick={() => void askRemove(approval)}>
                      Take off
                    </Button>
                  ),
                }
              : {})}
          />
        )}
      </Panel>
      {data.earlierApprovals.length > 0 ? (
        <Panel title="Earlier answers" flush>
          <DataTable<Answered>
            label="Earlier answers"
            columns={columns}
            rows={data.earlierApprovals}
            rowKey={(approval) => approval.id}
            cells={{
              decision: ({ approvalDecision }) =>
                approvalDecision ? <StatusBadge code={approvalDecision} label={words[approvalDecision]} /> : null,
            }}
          />
        </Panel>
      ) : null}
    </>
  );
}

const askApprovers = (distribution: Distribution): Promise<void> =>
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
          candidates={candidates.filter((one) => !listed.includes(one.id))}
          nobody="Everybody who can approve is asked already."
          chosen={chosen}
          onChange={setChosen}
        />
      ) : (
        <LoadingState lines={3} />
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isAdding} onClick={() => void submit()}>
          Add
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
