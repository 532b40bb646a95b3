import type { ContainerAllocationProfile } from '@carrara/contract/carry/allocation/allocationProfile';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { MoveButton } from '../../../record/profile/Moves.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { AsOfInput } from './AsOf.tsx';
import styles from './allocationProfile.module.css';
import { ContainerReports } from './ContainerReports.tsx';
import { type ContainerLocation, createPath, profilePath } from './addresses.ts';
import { useEditProfile, useProfileMoves } from './profileActions.ts';

const columns = [
  { field: 'name', kind: 'text', title: 'Allocation profile' },
  { field: 'version', kind: 'count', title: 'Version' },
  { field: 'effectiveDate', kind: 'date', title: 'Effective from' },
  { field: 'numberOfEntries', kind: 'count', title: 'Entries' },
  { field: 'unallocated', kind: 'percent', title: 'Unallocated %' },
  { field: 'updatedDate', kind: 'instant', title: 'Last change' },
] as const;

export interface ContainerProfilesProps {
  readonly location: ContainerLocation;
  readonly title?: string;
  /** True if the profiles have a page of their own. */
  readonly isPage?: boolean;
}

/** The allocation profiles of a container with all their versions, for a tab of the container's page. */
export function ContainerProfiles({ location, title = 'Allocation profiles', isPage = false }: ContainerProfilesProps) {
  const [asOf, setAsOf] = useState<string>();
  const query = asOf ? { query: { asOf } } : {};
  const { data, error, refetch } = useRead('listContainerAllocationProfiles', {
    params: { id: location.id },
    ...query,
  });
  const mayEdit = useAllowed('allocationProfile.edit');
  const add = mayEdit ? (
    <Button component="a" href={`#${createPath(location)}`}>
      Add allocation profile
    </Button>
  ) : null;
  if (!data) return <ReadState error={error} onRetry={refetch} />;
  return (
    <Panel
      isPage={isPage}
      title={title}
      flush
      actions={
        data.length > 0 || asOf ? (
          <div className={styles.actions}>
            <AsOfInput value={asOf} onChange={setAsOf} />
            <ContainerReports location={location} profiles={data} asOf={asOf} />
            {add}
          </div>
        ) : null
      }
    >
      {data.length === 0 ? (
        asOf ? (
          <EmptyState text={`No allocation profile is in force on ${formatDate(asOf)}.`} />
        ) : (
          <EmptyState action={add} />
        )
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          rowHref={({ id }) => `#${profilePath(id)}`}
          cells={{
            name: ({ name, isCurrent, isInForce, isValid, isShareBased }) => (
              <>
                {name}
                {isCurrent ? <Tag>Default</Tag> : null}
                {isInForce && (asOf || !isCurrent) ? (
                  <Tag>{asOf ? `In force on ${formatDate(asOf)}` : 'In force'}</Tag>
                ) : null}
                {isValid ? null : <Tag>Draft</Tag>}
                {isShareBased ? <Tag>Shares</Tag> : null}
              </>
            ),
          }}
          {...(mayEdit ? { rowActions: (row: ContainerAllocationProfile) => <RowActions profile={row} /> } : {})}
        />
      )}
    </Panel>
  );
}

function RowActions({ profile }: { readonly profile: ContainerAllocationProfile }) {
  const edit = useEditProfile();
  const moves = useProfileMoves(profile);
  return (
    <>
      {moves.includes('setDefaultAllocationProfile') ? (
        <MoveButton lifecycle="allocationProfile" event="setDefaultAllocationProfile" record={profile} isCompact />
      ) : null}
      <RowButton label="Edit" onClick={() => edit(profile)} />
    </>
  );
}
