import type { Reference } from '@carrara/contract/core/kinds';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { PickDialog } from '../../../record/editor/PickDialog.tsx';

interface SelectUsersProps {
  readonly existing: ReadonlySet<string>;
  readonly onClose: (users: readonly Reference[]) => void;
}

/** Opens a dialog to choose users who are not in the list yet. Resolves to an empty list if canceled. */
export const selectUsers = async (existing: ReadonlySet<string>): Promise<readonly Reference[]> =>
  (await openDialog<readonly Reference[]>((close) => <SelectUsersDialog existing={existing} onClose={close} />)) ?? [];

const maxDisplayed = 500;

export function SelectUsersDialog({ existing, onClose }: SelectUsersProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { data } = useRead('listUsers', { query: { pageSize: maxDisplayed } });
  const users = data?.pageData
    .filter(({ id, status }) => (status === 'Active' || status === 'Invited') && !existing.has(id))
    .map(({ id, firstName, lastName, email, status }) => ({
      id,
      name: `${firstName} ${lastName}`,
      email,
      isInvited: status === 'Invited',
    }));
  const searchText = search.trim().toLowerCase();
  const visible = users?.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(searchText));
  return (
    <PickDialog
      title="Select users"
      search={search}
      onSearch={setSearch}
      label="Users"
      picks={visible?.map(({ id, name, email, isInvited }) => ({
        id,
        label: name,
        description: isInvited ? 'Invited. Can be added after accepting.' : (email ?? undefined),
        disabled: isInvited,
      }))}
      chosen={chosen}
      onChange={setChosen}
      emptyText="Nobody to add."
      atLeastOne="Select at least one user."
      onAdd={() => onClose((users ?? []).filter(({ id }) => chosen.includes(id)).map(({ id, name }) => ({ id, name })))}
      onClose={() => onClose([])}
    />
  );
}
