import { EmptyState, LoadingState } from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { Panel } from '@carrara/ui/profile';
import { formatDate, formatInstant, Tag } from '@carrara/ui/value';
import { useRead } from '../../api/calls.ts';
import type { ViewProps } from '../../app/screenTypes.ts';
import { profilePath } from './places.ts';
import styles from './allocationProfile.module.css';

const columns = [
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'change', kind: 'text', title: 'Change' },
  { field: 'before', kind: 'percent', title: 'Before %' },
  { field: 'after', kind: 'percent', title: 'After %' },
] as const;

/** Every version and revision, newest first, with what it changed for whom. */
export function ProfileHistory({ id }: ViewProps) {
  const { data } = useRead('getAllocationProfileHistory', { params: { id } });
  if (!data) return <LoadingState />;
  if (data.length === 0) return <EmptyState />;
  return (
    <div className={styles.revisions}>
      {data.map((revision) => (
        <Panel
          key={`${revision.profileId} ${String(revision.revision)}`}
          title={`Version ${String(revision.version)}, revision ${String(revision.revision)}`}
          flush
          actions={
            <span>
              {revision.profileId === id ? (
                <Tag>This version</Tag>
              ) : (
                <a href={`#${profilePath(revision.profileId)}`}>Open</a>
              )}{' '}
              {formatInstant(revision.changedDate)} · {revision.changedBy} · effective from{' '}
              {formatDate(revision.effectiveDate)}
            </span>
          }
        >
          {revision.reason ? <p className={styles.reason}>{revision.reason}</p> : null}
          {revision.changes.length === 0 ? (
            <p className={styles.reason}>No participant's share changed.</p>
          ) : (
            <DataTable
              label={`Changes of version ${String(revision.version)}, revision ${String(revision.revision)}`}
              columns={columns}
              rows={revision.changes}
              rowKey={({ participantId }) => participantId}
            />
          )}
        </Panel>
      ))}
    </div>
  );
}
