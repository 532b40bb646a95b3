import type { Reference } from '@carrara/contract/kinds';
import { Banner, DialogActions, DialogFrame, EmptyState, LoadingState, openDialog } from '@carrara/ui/feedback';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/calls.ts';
import styles from './group.module.css';

interface SelectUsersProps {
  readonly taken: ReadonlySet<string>;
  readonly onClose: (users: readonly Reference[]) => void;
}

/** Asks for at least one user who is not there yet; none when cancelled. */
export const selectUsers = async (taken: ReadonlySet<string>): Promise<readonly Reference[]> =>
  (await openDialog<readonly Reference[]>((close) => <SelectUsersDialog taken={taken} onClose={close} />)) ?? [];

const mostShown = 500;

function SelectUsersDialog({ taken, onClose }: SelectUsersProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const { data } = useRead('listUsers', { query: { pageSize: mostShown } });
  const users = data?.pageData
    .filter(({ id }) => !taken.has(id))
    .map(({ id, firstName, lastName, email }) => ({ id, name: `${firstName} ${lastName}`, email }));
  const wanted = search.trim().toLowerCase();
  const shown = users?.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(wanted));
  const submit = () => {
    if (chosen.length === 0) return setError('Select at least one user.');
    onClose((users ?? []).filter(({ id }) => chosen.includes(id)).map(({ id, name }) => ({ id, name })));
  };
  return (
    <DialogFrame title="Select users" onClose={() => onClose([])} size="lg">
      {error ? <Banner tone="bad">{error}</Banner> : null}
      <TextInput
        label="Search"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        data-autofocus
      />
      {shown === undefined ? (
        <LoadingState lines={4} />
      ) : shown.length === 0 ? (
        <EmptyState text="There is nobody to add." />
      ) : (
        <Checkbox.Group value={[...chosen]} onChange={setChosen} label="Users" mt="md">
          <div className={styles.choices}>
            {shown.map(({ id, name, email }) => (
              <Checkbox key={id} value={id} label={name} description={email} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <DialogActions>
        <Button variant="default" onClick={() => onClose([])}>
          Cancel
        </Button>
        <Button onClick={submit}>{chosen.length > 0 ? `Add ${String(chosen.length)}` : 'Add'}</Button>
      </DialogActions>
    </DialogFrame>
  );
}
