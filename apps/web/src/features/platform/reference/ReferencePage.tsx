import type { ListedEntry } from '@carrara/contract/platform/reference/reference';
import {
  currencyPairView,
  editPermissionFor,
  type ReferenceType,
  referenceTypes,
} from '@carrara/contract/platform/reference/referenceTypes';
import { EmptyState, NoMatchState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { SelectionBar } from '@carrara/ui/list/SelectionBar.tsx';
import { useRowSelection } from '@carrara/ui/list/selection.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useRead } from '../../../api/calls.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { BulkButton } from '../../../record/list/SelectionActions.tsx';
import { useStoredSelection } from '../../../record/list/useSelection.tsx';
import { ChangedByAdministrators } from '../../../record/profile/ChangedByAdministrators.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { referenceColumns, matchesSearch, displayedType } from './referenceShape.ts';
import { CurrencyPairs } from './CurrencyPairs.tsx';
import { useArchive, useBulkArchive, useEditEntry } from './referenceActions.ts';
import styles from './reference.module.css';

/** The entries of one reference data type, including archived ones. */
export function ReferencePage() {
  const { subView } = useParams();
  if (subView === currencyPairView.name) return <CurrencyPairs />;
  const type = displayedType(subView);
  return <Entries key={type} type={type} />;
}

function Entries({ type }: { readonly type: ReferenceType }) {
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useRead('listReferenceEntries', {
    params: { type },
    query: { includeInactive: 'true', withUses: 'true' },
  });
  const mayEdit = useAllowed(editPermissionFor(type));
  const edit = useEditEntry(type);
  const archive = useBulkArchive(type);
  const stored = useStoredSelection<ListedEntry>(search);
  const visible = data?.filter((entry) => matchesSearch(entry, search)) ?? [];
  const selection = useRowSelection<ListedEntry>({
    rows: visible,
    ...stored,
    keyOf: ({ id }) => id,
    nameOf: ({ description }) => description,
  });
  if (!data) return <ReadState error={error} onRetry={refetch} lines={10} />;
  const title = referenceTypes[type];
  const selectedEntries = data.filter(({ id }) => stored.selected.has(id));
  return (
    <Panel
      isPage
      title={`${title} (${String(data.length)})`}
      flush
      actions={
        <div className={styles.actions}>
          <TextInput
            aria-label={`Search ${title}`}
            placeholder="Search"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          {mayEdit ? <Button onClick={() => void edit()}>Add</Button> : null}
        </div>
      }
    >
      <ChangedByAdministrators permission={editPermissionFor(type)} />
      {mayEdit ? (
        <SelectionBar
          {...stored}
          count={selectedEntries.length}
          onSelectMatching={() => undefined}
          onClear={stored.clear}
          actions={[true, false].map((isInactive) => (
            <BulkButton
              key={String(isInactive)}
              action={archive(isInactive)}
              rows={selectedEntries}
              onDone={stored.clear}
            />
          ))}
        />
      ) : null}
      {data.length === 0 ? (
        <EmptyState />
      ) : visible.length === 0 ? (
        <NoMatchState onClear={() => setSearch('')} />
      ) : (
        <DataTable
          label={title}
          columns={referenceColumns(type)}
          rows={visible}
          rowKey={({ id }: ListedEntry) => id}
          cells={{
            description: ({ description, isInactive, uses = [] }) => (
              <>
                {description} {isInactive ? <Tag>Archived</Tag> : null}
                {uses.length > 0 ? <Tag>In use</Tag> : null}
              </>
            ),
          }}
          {...(mayEdit
            ? { selection, rowActions: (entry: ListedEntry) => <EntryActions type={type} entry={entry} /> }
            : {})}
        />
      )}
    </Panel>
  );
}

function EntryActions({ type, entry }: { readonly type: ReferenceType; readonly entry: ListedEntry }) {
  const edit = useEditEntry(type);
  const archive = useArchive(type);
  const { description, isInactive, uses = [] } = entry;
  const act = isInactive ? 'Activate' : 'Archive';
  return (
    <>
      <RowButton label="Edit" subject={description} onClick={() => edit(entry)} />
      {uses.length === 0 ? <RowButton label={act} subject={description} onClick={() => archive(entry)} /> : null}
    </>
  );
}
