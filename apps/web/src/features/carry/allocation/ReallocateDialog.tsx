import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button, Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type DraftEntry, hasRate } from './draft.ts';
import { previewReallocation } from './preview.ts';
import { ReasonInput } from './ReasonInput.tsx';
import styles from './allocationProfile.module.css';

export interface ReallocateOptions {
  readonly entries: readonly DraftEntry[];
  readonly isShareBased: boolean;
  readonly removed: DraftEntry;
  readonly effectives: ReadonlyMap<string, string>;
  /** Present if the reallocation is stored at once. The notice explains the effect on versions, and a reason can be entered. */
  readonly stored?: { readonly notice?: string | undefined };
}

export interface ChosenReallocation {
  readonly entries: readonly DraftEntry[];
  readonly recipients: readonly string[];
  readonly reason: string | null;
}

/**
 * Opens a dialog to choose who receives the rate of a leaving participant. Resolves to the recipients and the resulting entries, or to undefined if
 * canceled.
 */
export const openReallocationDialog = (options: ReallocateOptions): Promise<ChosenReallocation | undefined> =>
  openDialog<ChosenReallocation | undefined>((close) => <ReallocateDialog {...options} onClose={close} />);

const columns = [
  { field: 'name', kind: 'text', title: 'Recipient' },
  { field: 'before', kind: 'percent', title: 'Effective %' },
  { field: 'adjustment', kind: 'percent', title: 'Adjustment' },
  { field: 'effective', kind: 'percent', title: 'New effective %' },
] as const;

export type ReallocateDialogProps = ReallocateOptions & {
  readonly onClose: (chosen?: ChosenReallocation) => void;
};

export function ReallocateDialog({
  entries,
  isShareBased,
  removed,
  effectives,
  stored,
  onClose,
}: ReallocateDialogProps) {
  const others = entries.filter(({ participantId }) => participantId !== removed.participantId);
  const able = others.filter(({ participantId }) => hasRate(effectives.get(participantId)));
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    able.filter(({ status }) => status !== 'Terminated').map(({ participantId }) => participantId),
  );
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<string>();
  const outcome = useMemo(
    () => previewReallocation(entries, isShareBased, removed.participantId, chosen),
    [entries, isShareBased, removed, chosen],
  );
  const changes = new Map(
    'changes' in outcome ? outcome.changes.map((change) => [change.participantId, change] as const) : [],
  );
  const rows = others.map(({ participantId, name, status }) => {
    const before = effectives.get(participantId) ?? null;
    const { adjustment = null, effective = before } = changes.get(participantId) ?? {};
    return { id: participantId, name, status, before, adjustment, effective, isAble: hasRate(before) };
  });
  const choose = (next: readonly string[]) => {
    setRefused(undefined);
    setChosen(next);
  };
  const submit = () => {
    if ('refused' in outcome) return setRefused(outcome.refused);
    onClose({ entries: outcome.entries, recipients: chosen, reason: reason.trim() || null });
  };
  return (
    <DialogFrame title="Reallocate" onClose={() => onClose()} size="xl">
      {refused ? <Banner tone="bad">{refused}</Banner> : null}
      <p className={styles.lead}>
        <b>{removed.name}</b> will be removed from the profile. The forfeited rate of{' '}
        <b>{valueText('percent', effectives.get(removed.participantId) ?? null)}%</b> goes to the chosen recipients, in
        proportion to their own rates. No other rates change.
      </p>
      {stored?.notice ? <Banner tone="info">{stored.notice}</Banner> : null}
      <Recipients rows={rows} chosen={chosen} onChoose={choose} />
      {stored ? <ReasonInput value={reason} onChange={setReason} /> : null}
      <DialogActions onCancel={onClose}>
        <Button onClick={submit}>Reallocate</Button>
      </DialogActions>
    </DialogFrame>
  );
}

interface RecipientsProps {
  readonly rows: readonly (Pick<DraftEntry, 'name' | 'status'> & {
    readonly id: string;
    readonly isAble: boolean;
    readonly before: string | null;
    readonly adjustment: string | null;
    readonly effective: string | null;
  })[];
  readonly chosen: readonly string[];
  readonly onChoose: (next: readonly string[]) => void;
}

/** The other participants with their rates before and after. Those who have a rate can be chosen. */
function Recipients({ rows, chosen, onChoose }: RecipientsProps) {
  const able = rows.flatMap(({ id, isAble }) => (isAble ? [id] : []));
  const everybody = able.length > 0 && able.every((id) => chosen.includes(id));
  const toggle = (id: string) =>
    onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <>
      <Checkbox
        label="All recipients"
        checked={everybody}
        indeterminate={!everybody && chosen.length > 0}
        onChange={() => onChoose(everybody ? [] : able)}
        mb={8}
      />
      <div className={styles.tall}>
        <DataTable
          label="Recipients"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          density="compact"
          cells={{
            name: ({ id, name, status, isAble }) => (
              <span className={styles.choice}>
                <Checkbox label={name} checked={chosen.includes(id)} disabled={!isAble} onChange={() => toggle(id)} />
                {status === 'Terminated' ? <Tag>Terminated</Tag> : null}
              </span>
            ),
          }}
        />
      </div>
    </>
  );
}
