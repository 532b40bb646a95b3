import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { skipToken, useRead } from '../../api/calls.ts';
import { useAllowed } from '../../session/hooks.ts';
import styles from '../record.module.css';
import { recordHref } from '../recordHref.ts';

const mostRows = 8;
const columns = [
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'participantClass', kind: 'reference', title: 'Class' },
  { field: 'effective', kind: 'percent', title: 'Effective %' },
] as const;

/** The current allocation of a container, largest share first. */
export function AllocationInForce({ id }: { readonly id: string }) {
  const mayView = useAllowed('allocationProfile.view');
  const { data: profiles } = useRead('listContainerAllocationProfiles', mayView ? { params: { id } } : skipToken);
  const profile = profiles?.find(({ isInForce }) => isInForce);
  const query = { startPage: 1, pageSize: mostRows };
  const { data: entries } = useRead(
    'listAllocationProfileEntries',
    profile ? { params: { id: profile.id }, query } : skipToken,
  );
  if (!mayView || !profiles) return null;
  const title = 'Allocation in force';
  if (!profile)
    return (
      <Panel title={title}>
        <EmptyState />
      </Panel>
    );
  const href = recordHref('allocationProfile', profile.id);
  const rest = profile.numberOfEntries - mostRows;
  return (
    <Panel
      title={title}
      flush
      actions={
        <Button component="a" variant="subtle" size="compact-sm" href={href}>
          {rest > 0 ? `All ${String(profile.numberOfEntries)}` : 'Open'}
        </Button>
      }
    >
      <p className={styles.caption}>
        <a href={href}>{profile.name}</a>
        <span className={styles.quiet}>
          version {profile.version}, effective {formatDate(profile.effectiveDate)}
        </span>
      </p>
      <DataTable
        label={title}
        columns={columns}
        rows={entries?.pageData ?? []}
        rowKey={(row) => row.id}
        rowHref={({ type, participantId }) => recordHref(type, participantId)}
        totals={entries?.totals?.filter(({ field }) => field === 'effective')}
        totalsLabel={`Total, ${String(profile.numberOfEntries)}`}
        {...(entries ? {} : { loadingRows: Math.min(mostRows, profile.numberOfEntries) })}
      />
    </Panel>
  );
}
