import type { ParticipantRow } from '@carrara/contract/participant';
import { Banner, DialogActions, DialogFrame, EmptyState, LoadingState, openDialog } from '@carrara/ui/feedback';
import { formatDecimal, Tag } from '@carrara/ui/value';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/calls.ts';
import styles from './allocationProfile.module.css';

export interface AddParticipantsOptions {
  /** Participants who are in the profile already, and the entity itself. */
  readonly taken: ReadonlySet<string>;
  /** Only these, where the profile is of an entity. */
  readonly among?: ReadonlySet<string> | undefined;
}

/** Asks who comes into the profile: carry-eligible participants who are not in it. */
export const askParticipants = (options: AddParticipantsOptions): Promise<readonly ParticipantRow[]> =>
  openDialog<readonly ParticipantRow[]>((close) => <AddParticipantsDialog {...options} onClose={close} />);

const mostRead = 500;
const leastLetters = 2;

function AddParticipantsDialog({
  taken,
  among,
  onClose,
}: AddParticipantsOptions & { readonly onClose: (chosen: readonly ParticipantRow[]) => void }) {
  const [search, setSearch] = useState('');
  // Who was chosen stays so when the next search shows others.
  const [chosen, setChosen] = useState<ReadonlyMap<string, ParticipantRow>>(new Map());
  const [error, setError] = useState<string>();
  const wanted = search.trim();
  const { data } = useRead('listParticipants', {
    query: { pageSize: mostRead, ...(wanted.length >= leastLetters ? { searchQuery: wanted } : {}) },
  });
  const shown = data?.pageData.filter(
    ({ participantId }) => !taken.has(participantId) && (among?.has(participantId) ?? true),
  );
  const choose = (ids: readonly string[]) => {
    const known = new Map([...chosen, ...(shown ?? []).map((row) => [row.participantId, row] as const)]);
    setChosen(new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id)!] as const] : []))));
  };
  const submit = () => {
    if (chosen.size === 0) return setError('Choose at least one participant.');
    onClose([...chosen.values()]);
  };
  return (
    <DialogFrame title="Add participants" onClose={() => onClose([])} size="lg">
      {error ? <Banner tone="bad">{error}</Banner> : null}
      <TextInput
        label="Search"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        data-autofocus
      />
      <Choices shown={shown} chosen={[...chosen.keys()]} onChange={choose} />
      {data && data.totalItemCount > data.pageData.length ? (
        <p className={styles.lead}>
          The first {String(data.pageData.length)} of {formatDecimal(String(data.totalItemCount), 0)}; the search finds
          the others.
        </p>
      ) : null}
      <DialogActions>
        <Button variant="default" onClick={() => onClose([])}>
          Cancel
        </Button>
        <Button onClick={submit}>{chosen.size > 0 ? `Add ${String(chosen.size)}` : 'Add'}</Button>
      </DialogActions>
    </DialogFrame>
  );
}

interface ChoicesProps {
  readonly shown: readonly ParticipantRow[] | undefined;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Choices({ shown, chosen, onChange }: ChoicesProps) {
  if (!shown) return <LoadingState lines={5} />;
  if (shown.length === 0)
    return <EmptyState text="There is nobody to add: carry-eligible participants who are not in it." />;
  const ids = shown.map(({ participantId }) => participantId);
  const all = ids.every((id) => chosen.includes(id));
  const toggleAll = () => onChange(all ? chosen.filter((id) => !ids.includes(id)) : [...new Set([...chosen, ...ids])]);
  return (
    <Checkbox.Group
      value={[...chosen]}
      onChange={onChange}
      label={`Carry-eligible participants (${String(shown.length)})`}
      mt="md"
    >
      <div className={styles.choices}>
        <Checkbox
          label="All"
          checked={all}
          indeterminate={!all && ids.some((id) => chosen.includes(id))}
          onChange={toggleAll}
        />
        {shown.map(({ participantId, name, type, businessTitle, participantClass }) => (
          <Checkbox
            key={participantId}
            value={participantId}
            label={
              <>
                {name}
                {type === 'Employee' ? null : <Tag>{type}</Tag>}
              </>
            }
            description={[businessTitle, participantClass?.description].filter(Boolean).join(' · ') || undefined}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
