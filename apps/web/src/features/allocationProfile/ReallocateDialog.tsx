import { Banner, DialogActions, DialogFrame, openDialog } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { valueText } from '@carrara/ui/value';
import { Button, Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { DraftEntry } from './draft.ts';
import { previewReallocation } from './preview.ts';
import styles from './allocationProfile.module.css';

export interface ReallocateOptions {
  readonly entries: readonly DraftEntry[];
  readonly isShareBased: boolean;
  readonly removed: DraftEntry;
  readonly effectives: ReadonlyMap<string, string>;
}

/** Asks who gets the rate of a participant who leaves; answers the entries after it, or nothing when cancelled. */
export const askReallocation = (options: ReallocateOptions): Promise<readonly DraftEntry[] | undefined> =>
  openDialog<readonly DraftEntry[] | undefined>((close) => <ReallocateDialog {...options} onClose={close} />);

const columns = [
  { field: 'name', kind: 'text', title: 'Recipient' },
  { field: 'before', kind: 'percent', title: 'Effective %' },
  { field: 'adjustment', kind: 'percent', title: 'Adjustment' },
  { field: 'effective', kind: 'percent', title: 'New effective %' },
] as const;

type ReallocateDialogProps = ReallocateOptions & {
  readonly onClose: (entries?: readonly DraftEntry[]) => void;
};

function ReallocateDialog({ entries, isShareBased, removed, effectives, onClose }: ReallocateDialogProps) {
  const others = entries.filter(({ participantId }) => participantId !== removed.participantId);
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    others.map(({ participantId }) => participantId).filter((id) => /[1-9]/.test(effectives.get(id) ?? '')),
  );
  const [refused, setRefused] = useState<string>();
  const outcome = useMemo(
    () => previewReallocation(entries, isShareBased, removed.participantId, chosen),
    [entries, isShareBased, removed, chosen],
  );
  const changes = 'changes' in outcome ? outcome.changes : [];
  const rows = others.map(({ participantId, name }) => {
    const change = changes.find((one) => one.participantId === participantId);
    return {
      id: participantId,
      name,
      before: effectives.get(participantId) ?? null,
      adjustment: change?.adjustment ?? null,
      effective: change?.effective ?? effectives.get(participantId) ?? null,
    };
  });
  const toggle = (id: string) => {
    setRefused(undefined);
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  };
  const submit = () => ('refused' in outcome ? setRefused(outcome.refused) : onClose(outcome.entries));
  return (
    <DialogFrame title={`Reallocate the rate of ${removed.name}`} onClose={() => onClose()} size="xl">
      {refused ? <Banner tone="bad">{refused}</Banner> : null}
      <p className={styles.lead}>
        Forfeited rate <b>{valueText('percent', effectives.get(removed.participantId) ?? null)} %</b>, given to the
        chosen recipients in proportion to their own. Everybody else keeps theirs.
      </p>
      <div className={styles.tall}>
        <DataTable
          label="Recipients"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          cells={{
            name: ({ id, name }) => <Checkbox label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />,
          }}
        />
      </div>
      <DialogActions>
        <Button variant="default" onClick={() => onClose()}>
          Cancel
        </Button>
        <Button onClick={submit}>Reallocate</Button>
      </DialogActions>
    </DialogFrame>
  );
}
