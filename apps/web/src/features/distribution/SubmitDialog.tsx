import type { Distribution } from '@carrara/contract/distributionRecord';
import { Banner, DialogActions, DialogFrame, LoadingState, openDialog, toastSuccess } from '@carrara/ui/feedback';
import { valueText } from '@carrara/ui/value';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/calls.ts';
import { failureText, isFailure } from '../../api/failure.ts';
import { ApproverChoice } from './ApproverChoice.tsx';
import styles from './distribution.module.css';

/** Sends a distribution to its approvers; those who are missing are chosen here. */
export const askSubmission = (distribution: Distribution): Promise<void> =>
  openDialog<void>((close) => <SubmitDialog distribution={distribution} onClose={close} />);

const noApprovers = 'Please specify Approvers';

interface SubmitDialogProps {
  readonly distribution: Distribution;
  readonly onClose: () => void;
}

function SubmitDialog({ distribution, onClose }: SubmitDialogProps) {
  const { id, name, reconciliation } = distribution;
  const listed = distribution.approvals.map(({ approver }) => approver.id);
  const { data: candidates } = useRead('listApproverCandidates', undefined);
  const [chosen, setChosen] = useState<readonly string[]>(listed);
  const [comment, setComment] = useState('');
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [add] = useWrite('addApprovers');
  const [submitRun] = useWrite('submitDistribution');
  const submit = async () => {
    if (chosen.length === 0) return setReasons([noApprovers]);
    setBusy(true);
    try {
      const added = chosen.filter((one) => !listed.includes(one)).map((approver) => ({ id: approver }));
      const ready =
        added.length > 0
          ? await add({ params: { id }, body: { rowVersion: distribution.rowVersion, approvers: added } })
          : distribution;
      await submitRun({ params: { id }, body: { rowVersion: ready.rowVersion, comment: comment || null } });
      toastSuccess(`${name} submitted for approval successfully`);
      onClose();
    } catch (failure) {
      const all = isFailure(failure) ? failure.errors.map(({ message }) => message) : [];
      setReasons(all.length > 0 ? [...new Set(all)] : [failureText(failure)]);
      setBusy(false);
    }
  };
  return (
    <DialogFrame title={`Submit ${name}`} onClose={onClose} size="lg">
      {reasons.length > 0 ? (
        <Banner tone="bad">
          {reasons.length === 1 ? (
            reasons[0]
          ) : (
            <ul className={styles.reasons}>
              {reasons.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
        </Banner>
      ) : null}
      Send gross {valueText('money', reconciliation.grossCarryDistributed)}, net{' '}
      {valueText('money', reconciliation.netCarryDistributed)} for approval. Every approver has to approve; the figures
      are frozen until then.
      {candidates ? (
        <ApproverChoice candidates={candidates} chosen={chosen} fixed={listed} onChange={setChosen} />
      ) : (
        <LoadingState lines={3} />
      )}
      <Textarea
        label="Comment"
        autosize
        minRows={2}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={busy} onClick={() => void submit()}>
          Submit
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
