import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { useRemember } from '../../../api/useRemember.ts';
import { Acknowledgments, useAcknowledgments } from './Acknowledgments.tsx';
import { CommentInput } from './CommentInput.tsx';
import { useSession } from '../../../session/hooks.ts';
import { disbursedTotal } from './disbursalQuestion.ts';
import { substituteText } from './substituteText.ts';

/** Approves a run with warnings. The approver has to acknowledge them as its author did. */
export const openApprovalDialog = (distribution: Distribution): Promise<void> =>
  openDialog<void>((close) => <ApproveDialog distribution={distribution} onClose={close} />);

export interface ApproveDialogProps {
  readonly distribution: Pick<
    Distribution,
    | 'id'
    | 'name'
    | 'rowVersion'
    | 'warnings'
    | 'distributionDate'
    | 'currency'
    | 'reconciliation'
    | 'numberOfParticipants'
    | 'reversalOf'
    | 'approvals'
  >;
  readonly onClose: () => void;
}

export function ApproveDialog({ distribution, onClose }: ApproveDialogProps) {
  const { id, name, rowVersion, warnings } = distribution;
  const { acknowledged, isComplete, acknowledgments } = useAcknowledgments(warnings, 'approve');
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string>();
  const remember = useRemember();
  const { user } = useSession();
  const [approve, isApproving] = useWrite('saveApproval');
  const submit = async () => {
    setProblem(undefined);
    if (!isComplete()) return;
    try {
      const answer = await approve({
        body: {
          distributionId: id,
          rowVersion,
          approvalDecision: 'APP',
          approvalComments: comment || null,
          acknowledged: [...acknowledged],
        },
      });
      remember('getDistribution', answer);
      toastSuccess(`${name} approved successfully`);
      onClose();
    } catch (failure) {
      setProblem(failureText(failure));
    }
  };
  return (
    <DialogFrame title={`Approve ${name}`} onClose={onClose} size="lg">
      {problem ? <Banner tone="bad">{problem}</Banner> : null}
      Approve {disbursedTotal(distribution)}?{substituteText(distribution.approvals, user?.id)}
      <Acknowledgments {...acknowledgments} />
      <CommentInput value={comment} onChange={setComment} />
      <DialogActions onCancel={onClose}>
        <Button loading={isApproving} onClick={() => void submit()}>
          Approve
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
