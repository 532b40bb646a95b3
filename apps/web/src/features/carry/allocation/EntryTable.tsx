import type { AllocationProfile, ProfileEntry } from '@carrara/contract/carry/allocation/allocationProfile';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Why } from '@carrara/ui/profile/Why.tsx';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { hasRate } from './draft.ts';
import { entriesNamed, sortedEntries } from './sortedEntries.ts';
import { useEntityMembers, useReallocateEntry } from './useEntryActions.ts';
import { useExplainEntry } from './useExplainEntry.ts';
import styles from './allocationProfile.module.css';
import { recordHref } from '../../../record/recordHref.ts';

type Member = ProfileEntry['members'][number];
type Row = ProfileEntry | (Member & { readonly entity: string });

const isEntry = (row: Row): row is ProfileEntry => 'members' in row;
const nameColumn = [{ field: 'name', kind: 'text', title: 'Participant' }] as const;
const percentages = [
  { field: 'predilute', kind: 'percent', title: 'Predilute %' },
  { field: 'fixed', kind: 'percent', title: 'Fixed %' },
  { field: 'discretionary', kind: 'percent', title: 'Discretionary %' },
] as const;
const shares = [{ field: 'shares', kind: 'shares', title: 'Shares' }] as const;
const rest = [
  { field: 'effective', kind: 'percent', title: 'Effective %' },
  { field: 'participantClass', kind: 'reference', title: 'Class' },
  { field: 'vestingSchedule', kind: 'reference', title: 'Vesting schedule' },
] as const;

export interface EntryTableProps {
  readonly profile: AllocationProfile;
  readonly mayEdit: boolean;
  /** Only entries whose name, or a member's name, contains this text. */
  readonly search?: string;
}

/** Every entry of a profile with its effective percentage, the members of entities, and the actions of each. */
export function EntryTable({ profile, mayEdit, search = '' }: EntryTableProps) {
  const explain = useExplainEntry(profile.id);
  const [sort, setSort] = useState<{ readonly field: string; readonly ascending: boolean }>();
  const onSort = (field: string, ascending: boolean) => setSort({ field, ascending });
  const found = entriesNamed(profile.entries, search);
  const hasEntities = profile.entries.some(({ type }) => type === 'Entity');
  return (
    <DataTable<Row>
      label="Entries"
      columns={[...nameColumn, ...(profile.isShareBased ? shares : percentages), ...rest]}
      rows={sort ? sortedEntries(found, sort.field, sort.ascending) : found}
      sort={{ field: sort?.field ?? '', ascending: sort?.ascending ?? true, onSort }}
      rowKey={({ participantId }) => participantId}
      childrenOf={hasEntities ? membersOf : undefined}
      rowHref={hrefOf}
      cells={{
        name: (row) => <Name row={row} />,
        effective: (row) =>
          isEntry(row) ? (
            <>
              <Value kind="percent" value={row.effective} />
              <Why figure={valueText('percent', row.effective)} load={() => explain(row.participantId)} />
            </>
          ) : (
            <span className={styles.part}>{valueText('percent', row.effective)}% of it</span>
          ),
      }}
      totals={search === '' ? totalsOf(profile) : undefined}
      totalsLabel={`Total, ${String(profile.entries.length)}`}
      rowActions={(row) => (isEntry(row) ? <EntryActions profile={profile} entry={row} mayEdit={mayEdit} /> : null)}
    />
  );
}

function Name({ row }: { readonly row: Row }) {
  return (
    <>
      {row.name}
      {isEntry(row) && row.businessTitle ? <Tag>{row.businessTitle}</Tag> : null}
      {row.type === 'Employee' ? null : <Tag>{row.type}</Tag>}
      {isEntry(row) && row.status === 'Terminated' ? <Tag>Terminated</Tag> : null}
      {isEntry(row) && row.memberMismatch ? <Tag>Members changed</Tag> : null}
    </>
  );
}

function EntryActions({
  profile,
  entry,
  mayEdit,
}: EntryTableProps & {
  readonly entry: ProfileEntry;
}) {
  const reallocate = useReallocateEntry();
  const members = useEntityMembers(mayEdit);
  const hasMembers = entry.type === 'Entity';
  const canSetDefault = mayEdit && hasRate(entry.effective) && profile.entries.length > 1;
  if (!hasMembers && !canSetDefault) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={22} aria-label={`Actions for ${entry.name}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {hasMembers ? <Menu.Item onClick={() => void members(profile, entry)}>Members</Menu.Item> : null}
        {canSetDefault ? <Menu.Item onClick={() => void reallocate(profile, entry)}>Reallocate</Menu.Item> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

const membersOf = (row: Row): readonly Row[] =>
  isEntry(row) ? row.members.map((member) => ({ ...member, entity: row.name })) : [];

function hrefOf(row: Row): string | undefined {
  const own = isEntry(row) ? (row.employeeId ?? row.trustId ?? row.entityId) : row.participantId;
  return own ? recordHref(row.type, own) : undefined;
}

function totalsOf({ totals, isShareBased }: AllocationProfile) {
  const effective = { field: 'effective', total: totals.totalEffective };
  if (isShareBased) return [{ field: 'shares', total: totals.totalShares }, effective];
  return [
    { field: 'predilute', total: totals.totalPredilute },
    { field: 'fixed', total: totals.totalFixed },
    { field: 'discretionary', total: totals.totalDiscretionary },
    effective,
  ];
}
