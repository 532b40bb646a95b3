import type { EligibleMember } from '@carrara/contract/carry/participant/entityMember';
import type { Entity } from '@carrara/contract/people/participant';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { formatDecimal } from '@carrara/ui/value/formatDecimal.ts';
import { useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import { type Pick, PickDialog } from '../../../record/editor/PickDialog.tsx';

export interface AddMembersOptions {
  readonly entity: Entity;
  readonly save: (participantIds: readonly string[]) => Promise<unknown>;
}

/** Opens a dialog to add members: carry-eligible participants who are not members yet, and no entities that contain this one. */
export const addMembers = (options: AddMembersOptions): Promise<void> =>
  openDialog<void>((close) => <AddMembersDialog {...options} onClose={close} />);

const maxDisplayed = 200;

export function AddMembersDialog({ entity, save, onClose }: AddMembersOptions & { readonly onClose: () => void }) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { data } = useRead('listEligibleMembers', {
    params: { id: entity.id },
    query: { searchQuery: search.trim().length > 1 ? search.trim() : '', pageSize: maxDisplayed },
  });
  const submit = async () => {
    setBusy(true);
    try {
      await save(chosen);
      onClose();
    } catch (failure) {
      setError(failureText(failure));
      setBusy(false);
    }
  };
  const offered = data?.pageData;
  const more = data && data.totalItemCount > data.pageData.length ? data : undefined;
  return (
    <PickDialog
      title={`Add members to ${entity.name}`}
      search={search}
      onSearch={setSearch}
      label="Carry-eligible participants"
      picks={offered?.map(pickOf)}
      chosen={chosen}
      onChange={setChosen}
      emptyText="No participants to add. This list shows carry-eligible participants who aren’t members yet."
      atLeastOne="Choose at least one participant."
      note={
        more
          ? `Showing the first ${String(more.pageData.length)} of ${formatDecimal(String(more.totalItemCount), 0)}. Search to find the others.`
          : undefined
      }
      problem={error}
      isBusy={busy}
      onAdd={() => void submit()}
      onClose={onClose}
    />
  );
}

const pickOf = ({ participantId, name, type, businessTitle }: EligibleMember): Pick => ({
  id: participantId,
  label: name,
  description: [type, businessTitle].filter(Boolean).join(' · '),
});
