import { notDetermined } from '@carrara/contract/core/kinds';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button, MultiSelect, Radio } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../api/calls.ts';
import type { Argument } from '../../../api/operations.ts';
import { nameOfSource } from '../../../record/profile/nameOfSource.ts';
import { useComputed } from '../../../record/run/useComputed.ts';
import styles from './applyVestingDialog.module.css';
import { type SourceDraft, toSourceInput, type VestingToApply, vestingToSend } from './runDraft.ts';
import {
  possibleRecipients,
  appliedKeys,
  vestingKey,
  leaverKeys,
  type SourceVesting,
  requestedVesting,
  type Method,
  chosenMethod,
} from './vestingChoice.ts';
import { VestingHolders } from './VestingHolders.tsx';

export interface ApplyVestingOptions {
  readonly drafts: readonly SourceDraft[];
  readonly distributionDate: string;
}
/** The chosen vestings, by source. */
export type AppliedBySource = ReadonlyMap<string, readonly VestingToApply[]>;

/** Opens a dialog to choose the participants whose vesting a run applies, with a preview of the effect. Resolves to undefined if canceled. */
export const openVestingDialog = (options: ApplyVestingOptions): Promise<AppliedBySource | undefined> =>
  openDialog<AppliedBySource | undefined>((close) => <ApplyVestingDialog {...options} onClose={close} />);

type Preview = readonly SourceVesting[];

export type ApplyVestingDialogProps = ApplyVestingOptions & {
  readonly onClose: (applied?: AppliedBySource) => void;
};

export function ApplyVestingDialog({ drafts, distributionDate, onClose }: ApplyVestingDialogProps) {
  const before = appliedKeys(drafts);
  const [holders, setHolders] = useState<readonly string[]>(before);
  const [method, setMethod] = useState<Method>(() => chosenMethod(drafts));
  const [chosen, setChosen] = useState<readonly string[]>(() => [
    ...new Set(drafts.flatMap(({ vestingApplied }) => vestingApplied.flatMap(({ recipients }) => recipients))),
  ]);
  const [refused, setRefused] = useState<string>();
  const [latestPreview, setExisting] = useState<Preview>();
  const requestedOf = (draft: SourceDraft) => {
    const found = latestPreview?.find(({ sourceId }) => sourceId === draft.source.id);
    return found ? requestedVesting(draft, found, { holders, method, chosen }) : draft.vestingApplied;
  };
  const preview = usePreview(drafts, distributionDate, requestedOf);
  const { run } = preview;
  // The first response names everyone who shares in the sources.
  if (run && latestPreview === undefined) {
    setExisting(run);
    if (before.length === 0) setHolders(leaverKeys(run));
    else if (method === 'chosen' && receivesEverybody(run, drafts, holders, chosen)) setMethod('everybody');
  }
  const choose = (keys: readonly string[], isChosen: boolean) => {
    setRefused(undefined);
    setHolders((now) => [...now.filter((key) => !keys.includes(key)), ...(isChosen ? keys : [])]);
  };
  const submit = () => {
    const requests = drafts.map((draft) => [draft, requestedOf(draft)] as const);
    const withoutRecipient = requests.find(
      ([, list]) =>
        method !== 'nobody' && list.some(({ via, recipients }) => via.length === 0 && recipients.length === 0),
    );
    if (holders.length === 0 && before.length === 0) return setRefused('Choose at least one participant.');
    if (withoutRecipient)
      return setRefused(`Choose recipients for the carry forfeited at ${nameOfSource(withoutRecipient[0].source)}.`);
    if (preview.isComputing || preview.refusals.length > 0 || !run)
      return setRefused('The figures are still being computed. Try again in a moment.');
    const problems = run.flatMap((source) => source.problems);
    if (problems.length > 0) return setRefused('Vesting can’t be applied this way. See the problems below.');
    onClose(new Map(requests.map(([{ source }, list]) => [source.id, list])));
  };
  const [only] = drafts;
  const title = drafts.length === 1 && only ? `Apply vesting to ${nameOfSource(only.source)}` : 'Apply vesting';
  return (
    <DialogFrame title={title} onClose={() => onClose()} size="wide">
      {refused ? <Banner tone="bad">{refused}</Banner> : null}
      <p className={styles.lead}>
        Selected participants are paid only their vested share. This applies to this distribution; the allocation
        profile does not change.
      </p>
      <VestingHolders
        preview={preview}
        chosen={holders}
        sourceName={(id) => sourceName(drafts, id)}
        onChoose={choose}
      />
      {holders.length > 0 ? (
        <>
          <ForfeitedTo
            method={method}
            onMethod={setMethod}
            chosen={chosen}
            onChoose={setChosen}
            choices={recipientChoices(latestPreview ?? [], drafts, holders)}
          />
          {run ? <Moves run={run} drafts={drafts} isOld={preview.isComputing} /> : null}
        </>
      ) : null}
      <DialogActions onCancel={onClose}>
        <Button onClick={submit}>
          {holders.length === 0 && before.length > 0 ? 'Stop applying vesting' : 'Apply vesting'}
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

interface ForfeitedToProps {
  readonly method: Method;
  readonly onMethod: (method: Method) => void;
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
  readonly choices: ReturnType<typeof recipientChoices>;
}

/** The choice of the recipients of forfeited carry. */
const ForfeitedTo = ({ method, onMethod, chosen, onChoose, choices }: ForfeitedToProps) => (
  <>
    <Radio.Group
      label="Forfeited carry goes to"
      description="Amounts forfeited by a member of an entity go to its other members. If no other member can receive it, it stays unallocated."
      value={method}
      onChange={(next) => onMethod(next as Method)}
      mt={14}
    >
      <div className={styles.choices}>
        <Radio value="everybody" label="Everyone else, in proportion to their shares" />
        <Radio value="chosen" label="Selected participants, in proportion to their shares" />
        <Radio value="nobody" label="Nobody: it stays unallocated and must be acknowledged" />
      </div>
    </Radio.Group>
    {method === 'chosen' ? (
      <MultiSelect
        label="Recipients"
        searchable
        mt={10}
        data={choices}
        value={[...chosen]}
        onChange={onChoose}
        comboboxProps={{ shadow: 'md' }}
      />
    ) : null}
  </>
);

function usePreview(
  drafts: readonly SourceDraft[],
  distributionDate: string,
  requestedOf: (draft: SourceDraft) => readonly VestingToApply[],
) {
  const [compute] = useWrite('previewVesting');
  // Escrow does not change shares, so zero will do.
  const body: Argument<'previewVesting'>['body'] = {
    distributionDate,
    defaultEscrow: '0',
    defaultTerminatedEscrow: '0',
    distributionSources: drafts.map((draft) => ({
      ...toSourceInput(draft),
      defaultEscrow: null,
      vestingApplied: vestingToSend(requestedOf(draft)),
    })),
  };
  return useComputed(body, (request: Argument<'previewVesting'>['body']) => compute({ body: request }));
}

const draftOf = (drafts: readonly SourceDraft[], id: string) => drafts.find(({ source }) => source.id === id);

/** True if all possible recipients are selected, which is the usual choice. */
const receivesEverybody = (
  run: Preview,
  drafts: readonly SourceDraft[],
  holders: readonly string[],
  chosen: readonly string[],
) =>
  run.every((source) => {
    const draft = draftOf(drafts, source.sourceId);
    return (draft ? possibleRecipients(source, draft) : []).every(
      (share) =>
        share.via.length > 0 ||
        holders.includes(vestingKey(source.sourceId, share)) ||
        chosen.includes(share.participantId),
    );
  });

/** Lists everybody who can receive at one of the sources, without duplicates. */
function recipientChoices(preview: Preview, drafts: readonly SourceDraft[], holders: readonly string[]) {
  const found = new Map<string, string>();
  for (const source of preview) {
    const draft = draftOf(drafts, source.sourceId);
    for (const share of draft ? possibleRecipients(source, draft) : [])
      if (!holders.includes(vestingKey(source.sourceId, share))) found.set(share.participantId, share.name);
  }
  return [...found].map(([value, label]) => ({ value, label }));
}

const sourceName = (drafts: readonly SourceDraft[], id: string) => {
  const draft = draftOf(drafts, id);
  return draft ? nameOfSource(draft.source) : '';
};
const moveColumns = [
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'source', kind: 'text', title: 'Source' },
  { field: 'effectiveBefore', kind: 'percent', title: 'Effective % of source before' },
  { field: 'effectiveAfter', kind: 'percent', title: 'After' },
  { field: 'effectiveChange', kind: 'percent', title: 'Change' },
  { field: 'grossBefore', kind: 'money', title: 'Gross before', nullIs: notDetermined },
  { field: 'grossAfter', kind: 'money', title: 'After', nullIs: notDetermined },
  { field: 'grossChange', kind: 'money', title: 'Change', nullIs: notDetermined },
] as const;

interface MovesProps {
  readonly run: Preview;
  readonly drafts: readonly SourceDraft[];
  readonly isOld: boolean;
}

/** The computed reductions and increases. */
function Moves({ run, drafts, isOld }: MovesProps) {
  const problems = run.flatMap((source) => source.problems);
  const moves = run.flatMap(({ sourceId, moves: all }) =>
    all.map((move) => ({ ...move, key: vestingKey(sourceId, move), source: sourceName(drafts, sourceId) })),
  );
  const nameOf = (id: string) => moves.find(({ participantId }) => participantId === id)?.name ?? [];
  const rest = run.filter(({ unallocatedBefore, unallocatedAfter }) => unallocatedBefore !== unallocatedAfter);
  const money = (amount: string | null) => (amount === null ? notDetermined : valueText('money', amount));
  return (
    <>
      {problems.length > 0 ? (
        <Banner tone="bad">
          <ul className={styles.problems}>
            {[...new Set(problems)].map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      <div className={styles.moves} aria-busy={isOld}>
        <DataTable
          label="Changes"
          // The title names a single source.
          columns={drafts.length > 1 ? moveColumns : moveColumns.filter(({ field }) => field !== 'source')}
          rows={moves}
          rowKey={({ key }) => key}
          density="compact"
          cells={{
            // The change of an entity is the sum of its members, who are listed themselves.
            name: ({ name, via }) =>
              [
                name,
                ...via
                  .flatMap(nameOf)
                  .toReversed()
                  .map((entity) => `through ${entity}`),
              ].join(', '),
          }}
        />
      </div>
      {rest.map(({ sourceId, unallocatedBefore, unallocatedAfter }) => (
        <p key={sourceId} className={styles.lead} role="status">
          Unallocated at {sourceName(drafts, sourceId)}: <b>{money(unallocatedBefore)}</b> before,{' '}
          <b>{money(unallocatedAfter)}</b> after.
        </p>
      ))}
    </>
  );
}
