import { notDetermined } from '@carrara/contract/core/kinds';
import {
  Banner,
  DialogActions,
  DialogFrame,
  EmptyState,
  ErrorState,
  LoadingState,
  openDialog,
} from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { Tag, valueText } from '@carrara/ui/value';
import { Button, Checkbox, MultiSelect, Radio } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../api/calls.ts';
import type { Answer, Argument } from '../../../api/operations.ts';
import { type Computation, useComputed } from '../../../record/run/useComputed.ts';
import styles from './applyVestingDialog.module.css';
import { type SourceDraft, sourceToSend, type VestingToApply, vestingToSend } from './runDraft.ts';

export interface ApplyVestingOptions {
  readonly draft: SourceDraft;
  readonly distributionDate: string;
}

/** Asks whose vesting is applied to a source of a run, and shows what that takes and gives before it is done; nothing when cancelled. */
export const askVesting = (options: ApplyVestingOptions): Promise<readonly VestingToApply[] | undefined> =>
  openDialog<readonly VestingToApply[] | undefined>((close) => <ApplyVestingDialog {...options} onClose={close} />);

type Preview = Answer<'previewVesting'>;
type Way = 'everybody' | 'chosen' | 'nobody';

export type ApplyVestingDialogProps = ApplyVestingOptions & {
  readonly onClose: (applied?: readonly VestingToApply[]) => void;
};

export function ApplyVestingDialog({ draft, distributionDate, onClose }: ApplyVestingDialogProps) {
  const before = draft.vestingApplied;
  const [holders, setHolders] = useState<readonly string[]>(() => before.map(({ participantId }) => participantId));
  const [way, setWay] = useState<Way>(() => wayOf(before));
  const [chosen, setChosen] = useState<readonly string[]>(() => before[0]?.recipients ?? []);
  const [refused, setRefused] = useState<string>();
  const [everybody, setEverybody] = useState<readonly string[]>([]);
  const recipients = way === 'nobody' ? [] : way === 'chosen' ? chosen : everybody;
  const applied = holders.map((participantId) => ({
    participantId,
    recipients: recipients.filter((id) => !holders.includes(id)),
  }));
  const preview = usePreview(draft, distributionDate, applied);
  const { run } = preview;
  const able = run ? ableToReceive(run, draft) : [];
  // Who shares in the source is known from the first answer on.
  if (run && everybody.length === 0 && able.length > 0) {
    const ids = able.map(({ participantId }) => participantId);
    setEverybody(ids);
    if (before.length > 0 && ids.every((id) => holders.includes(id) || chosen.includes(id))) setWay('everybody');
  }
  const toggle = (id: string) => {
    setRefused(undefined);
    setHolders((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
  };
  const submit = () => {
    if (holders.length === 0 && before.length === 0) return setRefused('Choose whose vesting is applied.');
    if (way === 'chosen' && chosen.length === 0 && holders.length > 0)
      return setRefused('Choose who receives what is forfeited.');
    if (preview.isComputing || preview.refusals.length > 0 || !run) return setRefused('It is not computed yet.');
    if (run.problems.length > 0) return setRefused(run.problems.join(' '));
    onClose(applied);
  };
  return (
    <DialogFrame title={`Apply vesting to ${draft.source.name}`} onClose={() => onClose()} size="xl">
      {refused ? <Banner tone="bad">{refused}</Banner> : null}
      <p className={styles.lead}>
        Whoever is chosen is paid by the vested part of the share alone, in this run only: the allocation profile stays
        as it is.
      </p>
      <Holders preview={preview} holders={holders} onToggle={toggle} />
      {holders.length > 0 ? (
        <>
          <Radio.Group label="What is forfeited goes to" value={way} onChange={(next) => setWay(next as Way)} mt={14}>
            <div className={styles.ways}>
              <Radio value="everybody" label="Everybody else, in proportion to their shares" />
              <Radio value="chosen" label="Chosen participants, in proportion to their shares" />
              <Radio value="nobody" label="Nobody: it stays unallocated, which is acknowledged with the run" />
            </div>
          </Radio.Group>
          {way === 'chosen' ? (
            <MultiSelect
              label="Recipients"
              searchable
              mt={10}
              data={able
                .filter(({ participantId }) => !holders.includes(participantId))
                .map(({ participantId, name }) => ({ value: participantId, label: name }))}
              value={chosen.filter((id) => !holders.includes(id))}
              onChange={setChosen}
              comboboxProps={{ shadow: 'md' }}
            />
          ) : null}
          {run ? <Moves run={run} isOld={preview.isComputing} /> : null}
        </>
      ) : null}
      <DialogActions>
        <Button variant="default" onClick={() => onClose()}>
          Cancel
        </Button>
        <Button onClick={submit}>{holders.length === 0 && before.length > 0 ? 'Take back' : 'Apply vesting'}</Button>
      </DialogActions>
    </DialogFrame>
  );
}

function usePreview(draft: SourceDraft, distributionDate: string, applied: readonly VestingToApply[]) {
  const [ask] = useWrite('previewVesting');
  // Escrow changes no share.
  const body: Argument<'previewVesting'>['body'] = {
    distributionDate,
    defaultEscrow: '0',
    defaultTerminatedEscrow: '0',
    distributionSources: [{ ...sourceToSend(draft), defaultEscrow: null, vestingApplied: vestingToSend(applied) }],
  };
  return useComputed(body, (asked: Argument<'previewVesting'>['body']) => ask({ body: asked }));
}

/** Those who share in the source by the profile; who was given another percentage for this run is left out. */
const ableToReceive = ({ shares }: Preview, { given }: SourceDraft) =>
  shares.filter(
    ({ participantId, effectiveAllocation }) =>
      /[1-9]/.test(effectiveAllocation) && given.get(participantId)?.effectiveAllocation === undefined,
  );

function wayOf(before: readonly VestingToApply[]): Way {
  const [first] = before;
  if (!first) return 'everybody';
  return first.recipients.length === 0 ? 'nobody' : 'chosen';
}

const holderColumns = [
  { field: 'name', kind: 'text', title: 'Not fully vested' },
  { field: 'effectiveAllocation', kind: 'percent', title: 'Effective %' },
  { field: 'vestedPercentage', kind: 'percent', title: 'Vested %', nullIs: notDetermined },
  { field: 'vestedOn', kind: 'date', title: 'As of' },
  { field: 'forfeitedAllocation', kind: 'percent', title: 'Would forfeit %', nullIs: notDetermined },
] as const;

interface HoldersProps {
  readonly preview: Computation<Preview>;
  readonly holders: readonly string[];
  readonly onToggle: (id: string) => void;
}

function Holders({ preview: { run, refusals, away, recompute }, holders, onToggle }: HoldersProps) {
  const failure = away ? `It cannot be computed: ${away}.` : refusals.map(({ message }) => message).join(' ');
  if (failure) return <ErrorState message={failure} onRetry={recompute} />;
  if (!run) return <LoadingState lines={4} label="Reading what is vested" />;
  if (run.holders.length === 0)
    return <EmptyState text="Everybody who shares in this source is fully vested on the day." />;
  return (
    <div className={styles.tall}>
      <DataTable
        label="Not fully vested"
        columns={holderColumns}
        rows={run.holders}
        rowKey={({ participantId }) => participantId}
        density="compact"
        cells={{
          name: ({ participantId, name, isTerminated, refusal }) => (
            <span className={styles.choice}>
              <Checkbox
                label={name}
                description={refusal ?? undefined}
                checked={holders.includes(participantId)}
                disabled={refusal !== null && !holders.includes(participantId)}
                onChange={() => onToggle(participantId)}
              />
              {isTerminated ? <Tag>Terminated</Tag> : null}
            </span>
          ),
        }}
      />
    </div>
  );
}

const moveColumns = [
  { field: 'name', kind: 'text', title: 'What changes' },
  { field: 'effectiveBefore', kind: 'percent', title: 'Effective % before' },
  { field: 'effectiveAfter', kind: 'percent', title: 'After' },
  { field: 'effectiveChange', kind: 'percent', title: 'Change' },
  { field: 'grossBefore', kind: 'money', title: 'Gross before', nullIs: notDetermined },
  { field: 'grossAfter', kind: 'money', title: 'After', nullIs: notDetermined },
  { field: 'grossChange', kind: 'money', title: 'Change', nullIs: notDetermined },
] as const;

/** What is taken and given, as it was computed. */
function Moves({ run, isOld }: { readonly run: Preview; readonly isOld: boolean }) {
  return (
    <>
      {run.problems.length > 0 ? <Banner tone="bad">{run.problems.join(' ')}</Banner> : null}
      <div className={styles.moves} aria-busy={isOld}>
        <DataTable
          label="What changes"
          columns={moveColumns}
          rows={run.moves}
          rowKey={({ participantId }) => participantId}
          density="compact"
          cells={{}}
        />
      </div>
      <p className={styles.lead} role="status">
        Forfeited <b>{valueText('percent', run.forfeitedAllocation)} %</b>. Unallocated{' '}
        <b>{run.unallocatedBefore === null ? notDetermined : valueText('money', run.unallocatedBefore)}</b> before,{' '}
        <b>{run.unallocatedAfter === null ? notDetermined : valueText('money', run.unallocatedAfter)}</b> after.
      </p>
    </>
  );
}
