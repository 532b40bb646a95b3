import type { Entity, ParticipantRow } from '@carrara/contract/participant';
import { Banner, DialogActions, DialogFrame, EmptyState, LoadingState, openDialog } from '@carrara/ui/feedback';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../api/failure.ts';
import { useRead } from '../../api/calls.ts';
import styles from './participant.module.css';

export interface AddMembersOptions {
  readonly entity: Entity;
  readonly save: (participantIds: readonly string[]) => Promise<unknown>;
}

/** Asks for new members: carry-eligible participants only, without the entity itself and those who are members already. */
export const addMembers = (options: AddMembersOptions): Promise<void> =>
  openDialog<void>((close) => <AddMembersDialog {...options} onClose={close} />);

const mostShown = 200;

function AddMembersDialog({ entity, save, onClose }: AddMembersOptions & { readonly onClose: () => void }) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { data } = useRead('listParticipants', {
    query: { searchQuery: search.trim().length > 1 ? search.trim() : '', pageSize: mostShown },
  });
  const taken = new Set([entity.participantId, ...entity.members.map(({ participantId }) => participantId)]);
  const offered = data?.pageData.filter(({ participantId }) => !taken.has(participantId));
  const submit = async () => {
    if (chosen.length === 0) return setError('Choose at least one participant.');
    setBusy(true);
    try {
      await save(chosen);
      onClose();
    } catch (failure) {
      setError(failureText(failure));
      setBusy(false);
    }
  };
  return (
    <DialogFrame title={`Add members to ${entity.name}`} onClose={onClose} size="lg">
      {error ? <Banner tone="bad">{error}</Banner> : null}
      <TextInput
        label="Search"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        data-autofocus
      />
      <Choices offered={offered} chosen={chosen} onChange={setChosen} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={busy} onClick={() => void submit()}>
          {chosen.length > 0 ? `Add ${String(chosen.length)}` : 'Add'}
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

interface ChoicesProps {
  readonly offered: readonly ParticipantRow[] | undefined;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Choices({ offered, chosen, onChange }: ChoicesProps) {
  if (!offered) return <LoadingState lines={4} />;
  if (offered.length === 0)
    return <EmptyState text="There is nobody to add: carry-eligible participants who are not members yet." />;
  return (
    <Checkbox.Group value={[...chosen]} onChange={onChange} label="Carry-eligible participants" mt="md">
      <div className={styles.choices}>
        {offered.map(({ participantId, name, type, businessTitle }) => (
          <Checkbox
            key={participantId}
            value={participantId}
            label={name}
            description={[type, businessTitle].filter(Boolean).join(' · ')}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
