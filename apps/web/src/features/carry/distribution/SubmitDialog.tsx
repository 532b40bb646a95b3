import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { StoredInputOffer } from '@carrara/ui/form/StoredInputOffer.tsx';
import { useStoredText } from '@carrara/ui/form/useStoredText.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '../../../api/calls.ts';
import { failureText, isFailure } from '../../../api/failure.ts';
import { useRemember } from '../../../api/useRemember.ts';
import { Acknowledgments, useAcknowledgments } from './Acknowledgments.tsx';
import { ApproverChoice } from './ApproverChoice.tsx';
import { CommentInput } from './CommentInput.tsx';
import { type Totals, disbursedTotal } from './disbursalQuestion.ts';
import { distinctRemarks, toFixTitle } from './RunReasons.tsx';
import styles from '../../../record/run/reasons.module.css';

/** Submits a distribution to its approvers. Missing approvers are chosen in the dialog. */
export const openSubmissionDialog = (distribution: Distribution): Promise<void> =>
  openDialog<void>((close) => <SubmitDialog distribution={distribution} onClose={close} />);

const noApprovers = 'Please specify Approvers';

export interface SubmitDialogProps {
  readonly distribution: Pick<Distribution, 'id' | 'name' | 'rowVersion' | 'approvals' | 'problems' | 'warnings'> &
    Totals;
  readonly onClose: () => void;
}

/** Lists the items to fix, if there are any. Otherwise it asks for approvers and acknowledgments. */
export function SubmitDialog({ distribution, onClose }: SubmitDialogProps) {
  const items = distinctRemarks(distribution.problems).map(({ message }) => message);
  if (items.length === 0) return <Submission distribution={distribution} onClose={onClose} />;
  return (
    <DialogFrame title={`Submit ${distribution.name}`} onClose={onClose} size="lg">
      <Banner tone="warn">
        {toFixTitle(items.length)}
        <ReasonList texts={items} />
      </Banner>
      <DialogActions onCancel={onClose} cancelLabel="Close" />
    </DialogFrame>
  );
}

function Submission({ distribution, onClose }: SubmitDialogProps) {
  const { id, name, rowVersion } = distribution;
  const listed = distribution.approvals.map(({ approver }) => approver.id);
  const { data: candidates } = useRead('listApproverCandidates', { query: { distributionId: id, submits: 'true' } });
  const { data: rule } = useRead('getApprovalRule', { params: { id } });
  const named = (rule?.approvers ?? []).map((approver) => approver.id);
  const required = rule?.requiresApprovers ? named : [];
  // Until somebody changes the choice, it has the approvers of the policy and those listed before.
  const [changed, setChosen] = useState<readonly string[]>();
  const chosen = [...new Set([...required, ...(changed ?? [...named, ...listed])])];
  const [comment, setComment] = useState('');
  const storedInput = useStoredText(`Submit ${name}`, comment, setComment);
  const { acknowledged, isComplete, acknowledgments } = useAcknowledgments(distribution.warnings, 'submit');
  const [attempt, setAttempt] = useState(0);
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const remember = useRemember();
  const [submitRun] = useWrite('submitDistribution');
  const submit = async () => {
    setAttempt(attempt + 1);
    setReasons(chosen.length === 0 ? [noApprovers] : []);
    if (chosen.length === 0 || !isComplete()) return;
    setBusy(true);
    try {
      const approvers = chosen.map((approver) => ({ id: approver }));
      const body = { rowVersion, approvers, comment: comment || null, acknowledged: [...acknowledged] };
      remember('getDistribution', await submitRun({ params: { id }, body }));
      storedInput.drop();
      toastSuccess(`${name} submitted for approval successfully`);
      onClose();
    } catch (failure) {
      const all = isFailure(failure) ? failure.errors.map(({ message }) => message) : [];
      setReasons(all.length > 0 ? [...new Set(all)] : [failureText(failure)]);
      setBusy(false);
    }
  };
  return (
    <DialogFrame title={`Submit ${name}`} onClose={onClose} size="lg" preservesInput>
      {reasons.length > 0 ? (
        <Banner key={attempt} tone="bad">
          {reasons.length === 1 ? reasons[0] : <ReasonList texts={reasons} />}
        </Banner>
      ) : null}
      <StoredInputOffer stored={storedInput} />
      Send {disbursedTotal(distribution)} for approval? {rule?.text} {rule?.source} The figures are frozen until the
      approvers decide.
      {candidates && rule ? (
        <ApproverChoice candidates={candidates} chosen={chosen} required={required} onChange={setChosen} />
      ) : (
        <LoadingState lines={3} />
      )}
      <Acknowledgments {...acknowledgments} />
      <CommentInput value={comment} onChange={setComment} />
      <DialogActions
        onCancel={() => {
          storedInput.drop();
          onClose();
        }}
      >
        <Button loading={busy} onClick={() => void submit()}>
          Submit
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

const ReasonList = ({ texts }: { readonly texts: readonly string[] }) => (
  <ul className={styles.list}>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);
