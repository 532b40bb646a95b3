import { EmptyState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { SearchBox } from '@carrara/ui/list/SearchBox.tsx';
import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { fields } from 'virtual:contract/tables';
import { skipToken, useRead } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { useAllowed } from '../../../session/hooks.ts';
import { AsOfInput } from './AsOf.tsx';
import { EntryTable } from './EntryTable.tsx';
import { profilePath } from './addresses.ts';
import styles from './allocationProfile.module.css';

/** Every entry of the profile with its effective percentage. With another date, the entries of the profile that was in force on that date. */
export function ProfileEntries({ id }: ViewProps) {
  const [search, setSearch] = useSearchParams();
  const asOf = search.get('asOf') ?? undefined;
  const { data: profile } = useRead('getAllocationProfile', { params: { id } });
  const { currentData: then, error } = useRead(
    'getCurrentAllocationProfile',
    profile && asOf ? { params: { id: profile.containerId }, query: { asOf } } : skipToken,
  );
  const [find, setFind] = useState('');
  const download = useDownload();
  const mayEdit = useAllowed('allocationProfile.edit');
  if (!profile) return <LoadingState />;
  const displayed = asOf ? then : profile;
  const isOther = displayed !== undefined && displayed.id !== profile.id;
  const read = (day: string | undefined) => setSearch(day ? { asOf: day } : {}, { replace: true });
  const excel = (profileId: string) =>
    void download('listAllocationProfileEntries', { params: { id: profileId }, query: { format: 'excel' } });
  return (
    <>
      <Panel
        title="Entries"
        flush
        actions={
          <div className={styles.actions}>
            <SearchBox value={find} label="Search entries" onSearch={setFind} />
            <AsOfInput key={asOf ?? ''} value={asOf} onChange={read} />
            <Button variant="default" disabled={!displayed} onClick={() => displayed && excel(displayed.id)}>
              Excel
            </Button>
          </div>
        }
      >
        {asOf && displayed ? (
          <p className={styles.reason} role="status">
            In force on {formatDate(asOf)}: <a href={`#${profilePath(displayed.id)}`}>{displayed.name}</a>, version{' '}
            {displayed.version}, effective from {formatDate(displayed.effectiveDate)}, last changed by{' '}
            {displayed.updatedBy || 'the import'}.
          </p>
        ) : null}
        {displayed ? (
          <EntryTable profile={displayed} mayEdit={mayEdit && !isOther} search={find} />
        ) : error ? (
          <EmptyState text={`No allocation profile was in force on ${formatDate(asOf ?? '')}.`} />
        ) : (
          <LoadingState />
        )}
      </Panel>
      <FieldGroups fields={fields.allocationProfileFields} record={profile} />
    </>
  );
}
