import type { EligibleMember } from '@carrara/contract/entityMember';
import type { Entity } from '@carrara/contract/participant';
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

/** Asks for new members: carry-eligible participants only, without those who are members already and entities that stand above this one. */
export const addMembers = (options: AddMembersOptions): Promise<void> =>
  openDialog<void>((close) => <AddMembersDialog {...options} onClose={close} />);

const mostShown = 200;

function AddMembersDialog({ entity, save, onClose }: AddMembersOptions & { readonly onClose: () => void }) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { data } = useRead('listEligibleMembers', {
    params: { id: entity.id },
    query: { searchQuery: search.trim().length > 1 ? search.trim() : '', pageSize: mostShown },
  });
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
      <Choices offered={data?.pageData} total={data?.totalItemCount ?? 0} chosen={chosen} onChange={setChosen} />
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
  readonly offered: readonly EligibleMember[] | undefined;
  /** How many there are; with more than are offered the search finds the others. */
  readonly total: number;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Choices({ offered, total, chosen, onChange }: ChoicesProps) {
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
      {total > offered.length ? (
        <p
          className={styles.quiet}
        >{`The first ${String(offered.length)} of ${String(total)}; the search finds the others.`}</p>
      ) : null}
    </Checkbox.Group>
  );
}
