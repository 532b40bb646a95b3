import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { notDetermined } from '@carrara/contract/core/kinds';
import { Banner, DialogActions, DialogFrame, LoadingState, openDialog, toastSuccess } from '@carrara/ui/feedback';
import { KeptInputOffer, useKeptText } from '@carrara/ui/form';
import { Value } from '@carrara/ui/value';
import { Button, Checkbox, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '../../../api/calls.ts';
import { failureText, isFailure } from '../../../api/failure.ts';
import { ApproverChoice } from './ApproverChoice.tsx';
import styles from './reasons.module.css';

/** Sends a distribution to its approvers; those who are missing are chosen here. */
export const askSubmission = (distribution: Distribution): Promise<void> =>
  openDialog<void>((close) => <SubmitDialog distribution={distribution} onClose={close} />);

const noApprovers = 'Please specify Approvers';

export interface SubmitDialogProps {
  readonly distribution: Pick<Distribution, 'id' | 'name' | 'rowVersion' | 'reconciliation' | 'approvals' | 'warnings'>;
  readonly onClose: () => void;
}

export function SubmitDialog({ distribution, onClose }: SubmitDialogProps) {
  const { id, name, reconciliation } = distribution;
  const listed = distribution.approvals.map(({ approver }) => approver.id);
  const { data: candidates } = useRead('listApproverCandidates', { query: { distributionId: id, submits: 'true' } });
  const [chosen, setChosen] = useState<readonly string[]>(listed);
  const [comment, setComment] = useState('');
  const kept = useKeptText(`Submit ${name}`, comment, setComment);
  const [noted, setNoted] = useState<readonly string[]>([]);
  const asked = distribution.warnings.filter(({ acknowledgement }) => acknowledgement !== null);
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [add] = useWrite('addApprovers');
  const [takeOff] = useWrite('removeApprover');
  const [submitRun] = useWrite('submitDistribution');
  const submit = async () => {
    if (chosen.length === 0) return setReasons([noApprovers]);
    setBusy(true);
    try {
      const added = chosen.filter((one) => !listed.includes(one)).map((approver) => ({ id: approver }));
      let ready: Pick<Distribution, 'rowVersion' | 'approvals'> = distribution;
      if (added.length > 0) {
        ready = await add({ params: { id }, body: { rowVersion: ready.rowVersion, approvers: added } });
      }
      for (const { approver } of distribution.approvals.filter((one) => !chosen.includes(one.approver.id))) {
        const approvalId = ready.approvals.find((one) => one.approver.id === approver.id)?.id;
        if (approvalId) ready = await takeOff({ params: { id, approvalId } });
      }
      const body = { rowVersion: ready.rowVersion, comment: comment || null, acknowledged: [...noted] };
      await submitRun({ params: { id }, body });
      kept.drop();
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
            <ul className={styles.list}>
              {reasons.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
        </Banner>
      ) : null}
      <KeptInputOffer kept={kept} />
      Send gross <Value kind="money" value={reconciliation.grossCarryDistributed} nullIs={notDetermined} />, net{' '}
      <Value kind="money" value={reconciliation.netCarryDistributed} nullIs={notDetermined} /> for approval. Every
      approver has to approve; the figures are frozen until then.
      {candidates ? (
        <ApproverChoice candidates={candidates} chosen={chosen} onChange={setChosen} />
      ) : (
        <LoadingState lines={3} />
      )}
      {asked.length > 0 ? (
        <Checkbox.Group
          value={[...noted]}
          onChange={setNoted}
          label="I have taken note, which is kept under my name"
          withAsterisk
          mt="md"
        >
          {asked.map(({ acknowledgement, message }) => (
            <Checkbox key={acknowledgement} value={acknowledgement ?? ''} label={message} mt="xs" />
          ))}
        </Checkbox.Group>
      ) : null}
      <Textarea
        label="Comment"
        mt="md"
        autosize
        minRows={2}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <DialogActions>
        <Button
          variant="default"
          onClick={() => {
            kept.drop();
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button loading={busy} onClick={() => void submit()}>
          Submit
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
