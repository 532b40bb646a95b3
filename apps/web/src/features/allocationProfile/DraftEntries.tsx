import { ask, Banner, EmptyState } from '@carrara/ui/feedback';
import { valueText } from '@carrara/ui/value';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { askParticipants } from './AddParticipantsDialog.tsx';
import { type DraftEntry, entryFor, withEdits } from './draft.ts';
import { EntryGrid } from './EntryGrid.tsx';
import type { ProfilePreview } from './preview.ts';
import { askReallocation } from './ReallocateDialog.tsx';
import styles from './allocationProfile.module.css';
import type { Container } from './useContainer.ts';
import type { DraftHistory } from '../../record/useDraftHistory.ts';
import { type EntryChoices, useFindEntityProfiles } from './useEntryChoices.ts';

export interface DraftEntriesProps {
  readonly container: Container;
  readonly history: DraftHistory<readonly DraftEntry[]>;
  readonly isShareBased: boolean;
  readonly choices: EntryChoices;
  readonly preview: ProfilePreview;
  readonly isNew: boolean;
  readonly onUnreadableChange: (count: number) => void;
}

/** The entries of a draft with what can be done to them: add, edit, remove, reallocate, take back. */
export function DraftEntries(props: DraftEntriesProps) {
  const { history, choices, preview, isShareBased } = props;
  const entries = history.now;
  const add = useAddParticipants(props);
  const remove = async (participantId: string) => {
    const removed = entries.find((entry) => entry.participantId === participantId);
    if (!removed) return;
    const rest = () => history.change((now) => now.filter((entry) => entry.participantId !== participantId));
    if (!/[1-9]/.test(preview.effectives.get(participantId) ?? '')) return rest();
    const answer = await ask({
      title: `Remove ${removed.name}`,
      text: "Do you want to reallocate? (Give this participant's rate to other participants)",
      alternativeLabel: 'Delete',
      confirmLabel: 'Reallocate',
    });
    if (answer === 'alternative') return rest();
    if (answer === 'cancelled') return;
    const after = await askReallocation({ entries, isShareBased, removed, effectives: preview.effectives });
    if (after) history.change(() => after);
  };
  return (
    <>
      <div className={styles.tools}>
        <Button variant="default" onClick={() => void add()}>
          Add participants
        </Button>
        <Button
          variant="default"
          disabled={!history.canUndo}
          onClick={history.undo}
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
        >
          Undo
        </Button>
        <Button
          variant="default"
          disabled={!history.canRedo}
          onClick={history.redo}
          leftSection={<IconArrowForwardUp size={15} aria-hidden />}
        >
          Redo
        </Button>
        <span role="status">
          Effective <b>{valueText('percent', preview.totals['effective'] ?? null)} %</b> · unallocated{' '}
          <b>{valueText('percent', preview.unallocated)} %</b>
        </span>
      </div>
      <MemberMismatches {...props} />
      {entries.length === 0 ? (
        <EmptyState
          text="Nobody is in the profile yet."
          action={<Button onClick={() => void add()}>Add participants</Button>}
        />
      ) : (
        <EntryGrid
          entries={entries}
          isShareBased={isShareBased}
          choices={choices}
          preview={preview}
          onEdit={(edits) => history.change((now) => withEdits(now, edits, choices.schedules))}
          onUnreadableChange={props.onUnreadableChange}
          onRemove={(participantId) => void remove(participantId)}
          onUndo={history.undo}
          onRedo={history.redo}
        />
      )}
    </>
  );
}

function useAddParticipants({ container, history, choices }: DraftEntriesProps) {
  const findProfiles = useFindEntityProfiles();
  return async () => {
    const members = container.members?.map(({ participantId }) => participantId);
    const added = await askParticipants({
      taken: new Set(history.now.map(({ participantId }) => participantId)),
      among: members && new Set(members),
    });
    if (added.length === 0) return;
    const entries = await Promise.all(
      added.map(async (participant) => {
        const [profile = null] = participant.type === 'Entity' ? await findProfiles(participant.id) : [];
        return entryFor(participant, choices.schedules, profile);
      }),
    );
    history.change((now) => [...now, ...entries]);
  };
}

/** Entities whose members have changed since: their entries take the entity's profile in force, once a person says so. */
function MemberMismatches({ history, choices }: DraftEntriesProps) {
  const mismatched = history.now.filter(({ memberMismatch }) => memberMismatch);
  const resolve = async (entry: DraftEntry) => {
    const [current] = choices.entityProfiles.get(entry.entityId ?? '') ?? [];
    const answer = await ask({
      title: `Members of ${entry.name}`,
      text: current
        ? `The members of ${entry.name} have changed since this profile was made. Pass its share on by '${current.name ?? ''}' from now on?`
        : `The members of ${entry.name} have changed since this profile was made, and it has no valid profile of its members. Make one first.`,
      confirmLabel: current ? 'Use its profile' : 'Close',
    });
    if (answer !== 'confirmed' || !current) return;
    const isSame = (other: DraftEntry) => other.participantId === entry.participantId;
    history.change((now) =>
      now.map((one) => (isSame(one) ? { ...one, profile: current, memberMismatch: false } : one)),
    );
  };
  return mismatched.map((entry) => (
    <Banner
      key={entry.participantId}
      tone="warn"
      action={
        <Button variant="default" onClick={() => void resolve(entry)}>
          Resolve
        </Button>
      }
    >
      The members of {entry.name} have changed since this profile was made.
    </Banner>
  ));
}
