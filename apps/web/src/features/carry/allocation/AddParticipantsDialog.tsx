import type { ParticipantRow } from '@carrara/contract/people/participant';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { formatDecimal } from '@carrara/ui/value/formatDecimal.ts';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { type Pick, PickDialog } from '../../../record/editor/PickDialog.tsx';

export interface AddParticipantsOptions {
  /** Participants who are already in the profile, and the entity itself. */
  readonly existing: ReadonlySet<string>;
  /** If the profile belongs to an entity, only its members can be chosen. */
  readonly among?: ReadonlySet<string> | undefined;
}

/** Opens a dialog to choose the participants to add: carry-eligible people who are not in the profile. */
export const openParticipantsDialog = (options: AddParticipantsOptions): Promise<readonly ParticipantRow[]> =>
  openDialog<readonly ParticipantRow[]>((close) => <AddParticipantsDialog {...options} onClose={close} />);

const mostRead = 500;
const leastLetters = 2;

export function AddParticipantsDialog({
  existing,
  among,
  onClose,
}: AddParticipantsOptions & { readonly onClose: (chosen: readonly ParticipantRow[]) => void }) {
  const [search, setSearch] = useState('');
  // Chosen people stay chosen when the next search displays others.
  const [chosen, setChosen] = useState<ReadonlyMap<string, ParticipantRow>>(new Map());
  const searchText = search.trim();
  const { data } = useRead('listParticipants', {
    query: { pageSize: mostRead, ...(searchText.length >= leastLetters ? { searchQuery: searchText } : {}) },
  });
  const visible = data?.pageData.filter(
    ({ participantId }) => !existing.has(participantId) && (among?.has(participantId) ?? true),
  );
  const choose = (ids: readonly string[]) => {
    const rowsById = new Map([...chosen, ...(visible ?? []).map((row) => [row.participantId, row] as const)]);
    const rows = ids.flatMap((id) => rowsById.get(id) ?? []);
    setChosen(new Map(rows.map((row) => [row.participantId, row])));
  };
  const more = data && data.totalItemCount > data.pageData.length ? data : undefined;
  return (
    <PickDialog
      title="Add participants"
      search={search}
      onSearch={setSearch}
      label={`Carry-eligible participants (${String(visible?.length ?? 0)})`}
      picks={visible?.map(pickOf)}
      chosen={[...chosen.keys()]}
      onChange={choose}
      offersAll
      emptyText="No participants to add. This list shows carry-eligible participants who aren’t in the profile yet."
      atLeastOne="Choose at least one participant."
      note={
        more
          ? `Showing the first ${String(more.pageData.length)} of ${formatDecimal(String(more.totalItemCount), 0)}. Search to find the others.`
          : undefined
      }
      onAdd={() => onClose([...chosen.values()])}
      onClose={() => onClose([])}
    />
  );
}

const pickOf = ({ participantId, name, type, businessTitle, participantClass }: ParticipantRow): Pick => ({
  id: participantId,
  label: (
    <>
      {name}
      {type === 'Employee' ? null : <Tag>{type}</Tag>}
    </>
  ),
  description: [businessTitle, participantClass?.description].filter(Boolean).join(' · ') || undefined,
});
