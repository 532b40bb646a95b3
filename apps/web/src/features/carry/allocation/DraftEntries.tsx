import { prompt } from '@carrara/ui/feedback/questions.tsx';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { Button, Menu } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { openParticipantsDialog } from './AddParticipantsDialog.tsx';
import {
  type DraftEntry,
  type EntryOrder,
  entryFor,
  entryOrders,
  hasRate,
  sortEntries,
  applyGridEdits,
} from './draft.ts';
import { EntryGrid } from './EntryGrid.tsx';
import { previewReallocation, type ProfilePreview } from './preview.ts';
import { openReallocationDialog } from './ReallocateDialog.tsx';
import styles from './allocationProfile.module.css';
import type { Container } from './useContainer.ts';
import { UndoRedo } from '../../../record/editor/UndoRedo.tsx';
import type { DraftHistory } from '../../../record/editor/useDraftHistory.ts';
import { showMembers } from './EntityAllocationDialog.tsx';
import { type EntryChoices, useFindEntityProfiles } from './useEntryChoices.ts';

export interface DraftEntriesProps {
  readonly container: Container;
  readonly history: DraftHistory<readonly DraftEntry[]>;
  readonly isShareBased: boolean;
  readonly choices: EntryChoices;
  readonly preview: ProfilePreview;
  readonly isNew: boolean;
}

/** The entries of a draft and their actions: add, edit, remove, reallocate, undo. */
export function DraftEntries(props: DraftEntriesProps) {
  const { history, choices, preview, isShareBased } = props;
  const entries = history.now;
  const add = useAddParticipants(props);
  const remove = async (participantId: string) => {
    const removed = entries.find((entry) => entry.participantId === participantId);
    if (!removed) return;
    const rest = () => history.change((now) => now.filter((entry) => entry.participantId !== participantId));
    if (!hasRate(preview.effectives.get(participantId))) return rest();
    const answer = await prompt({
      title: `Remove ${removed.name}`,
      text: "Do you want to reallocate? (Give this participant's rate to other participants)",
      alternativeLabel: 'Delete',
      confirmLabel: 'Reallocate',
    });
    if (answer === 'alternative') return rest();
    if (answer === 'canceled') return;
    const chosen = await openReallocationDialog({ entries, isShareBased, removed, effectives: preview.effectives });
    if (!chosen) return;
    // An earlier addition may arrive while the dialog is open, so the reallocation applies to the current entries.
    history.change((now) => {
      const outcome = previewReallocation(now, isShareBased, participantId, chosen.recipients);
      return 'refused' in outcome ? now : outcome.entries;
    });
  };
  return (
    <>
      <div className={styles.tools}>
        <Button variant="default" onClick={() => void add()}>
          Add participants
        </Button>
        <UndoRedo history={history} />
        {entries.length > 1 ? (
          <SortEntries onSort={(order) => history.change((now) => sortEntries(now, order, preview.effectives))} />
        ) : null}
        <span role="status">
          Effective <b>{valueText('percent', preview.totals['effective'] ?? null)}%</b> · unallocated{' '}
          <b>{valueText('percent', preview.unallocated)}%</b>
        </span>
      </div>
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
          onEdit={(edits) => history.change((now) => applyGridEdits(now, edits, choices.schedules))}
          onRemove={(participantId) => void remove(participantId)}
          actions={history.actions}
          onUndo={history.undo}
          onRedo={history.redo}
        />
      )}
      {/* Messages come below the grid, so that the row that somebody is about to click does not move. */}
      <MemberMismatches {...props} />
    </>
  );
}

function useAddParticipants({ container, history, choices }: DraftEntriesProps) {
  const findProfiles = useFindEntityProfiles();
  return async () => {
    const members = container.members?.map(({ participantId }) => participantId);
    const added = await openParticipantsDialog({
      existing: new Set(history.now.map(({ participantId }) => participantId)),
      among: members && new Set(members),
    });
    if (added.length === 0) return;
    const entries = await Promise.all(
      added.map(async (participant) => {
        const [profile = null] = participant.type === 'Entity' ? await findProfiles(participant.id) : [];
        return entryFor(participant, choices.schedules, profile);
      }),
    );
    // The profiles of an entity load after the dialog has closed, and the dialog may have been opened and confirmed again meanwhile.
    history.change((now) => {
      const present = new Set(now.map(({ participantId }) => participantId));
      return [...now, ...entries.filter(({ participantId }) => !present.has(participantId))];
    });
  };
}

function SortEntries({ onSort }: { readonly onSort: (order: EntryOrder) => void }) {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconArrowsSort size={15} aria-hidden />}>
          Sort
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(entryOrders) as EntryOrder[]).map((order) => (
          <Menu.Item key={order} onClick={() => onSort(order)}>
            {entryOrders[order]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Lists entities whose members have changed. A person decides how each share is passed on. */
function MemberMismatches({ container, history, preview }: DraftEntriesProps) {
  const mismatched = history.now.filter(({ memberMismatch }) => memberMismatch);
  const resolve = async (entry: DraftEntry) => {
    const effective = preview.effectives.get(entry.participantId) ?? null;
    const decided = await showMembers({
      entry: { ...entry, effective },
      parentName: container.name,
      mayResolve: true,
    });
    if (!decided) return;
    const settled = { memberMismatch: false, isSettled: true, profile: decided.profile ?? entry.profile };
    const isSame = (other: DraftEntry) => other.participantId === entry.participantId;
    history.change((now) => now.map((draftEntry) => (isSame(draftEntry) ? { ...draftEntry, ...settled } : draftEntry)));
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
      The members of {entry.name} have changed since this profile was created.
    </Banner>
  ));
}
