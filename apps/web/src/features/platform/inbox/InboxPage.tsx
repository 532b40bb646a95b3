import type { InboxEntry } from '@carrara/contract/platform/inbox';
import { notificationTitles } from '@carrara/domain/platform/mail';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { FilterChip } from '@carrara/ui/list/FilterChip.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '../../../api/calls.ts';
import { runWithToast } from '../../../api/runWithToast.ts';
import { ReadState } from '../../../record/ReadState.tsx';

const columns = [
  { field: 'subject', kind: 'longText', title: 'Message' },
  { field: 'about', kind: 'text', title: 'About' },
  { field: 'createdDate', kind: 'instant', title: 'When' },
  { field: 'state', kind: 'text', title: 'State' },
] as const;

const show = {
  id: 'show',
  title: 'Show',
  allLabel: 'All',
  options: [{ value: 'unread', label: 'Unread' }],
};

/** The person's notifications, newest first. Opening a row's record also marks it as read. */
export function InboxPage() {
  const { data, error, refetch } = useRead('listInbox', undefined);
  const [mark] = useWrite('markNotification');
  const [markAll, isMarking] = useWrite('markAllNotifications');
  const [kinds, setDisplayed] = useState<readonly string[]>([]);
  if (!data) return <ReadState error={error} onRetry={refetch} lines={8} />;
  const markAs = ({ id }: InboxEntry, isRead: boolean) =>
    runWithToast(() => mark({ params: { id }, body: { isRead } }));
  const unread = data.filter(({ readDate }) => readDate === null);
  const rows = (kinds.includes('unread') ? unread : data).map((entry) => ({
    ...entry,
    about: notificationTitles[entry.kind],
    state: entry.readDate === null ? 'Unread' : 'Read',
  }));
  return (
    <Panel
      isPage
      title={unread.length > 0 ? `Inbox (${String(unread.length)} unread)` : 'Inbox'}
      flush
      actions={
        <>
          <FilterChip filter={show} chosen={kinds} onChange={setDisplayed} />
          {unread.length > 0 ? (
            <Button variant="default" loading={isMarking} onClick={() => void runWithToast(() => markAll())}>
              Mark all as read
            </Button>
          ) : null}
        </>
      }
    >
      {rows.length === 0 ? (
        <EmptyState text={data.length === 0 ? 'You have no notifications yet.' : 'You have read everything.'} />
      ) : (
        <DataTable
          label="Inbox"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowHref={({ link }) => (link === null ? undefined : `#${link}`)}
          onFollow={(row: InboxEntry) => row.readDate === null && void markAs(row, true)}
          rowActions={(row: InboxEntry) => {
            const isRead = row.readDate !== null;
            return (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Mark as ${isRead ? 'unread' : 'read'}: ${row.subject}`}
                onClick={() => void markAs(row, !isRead)}
              >
                {isRead ? 'Mark as unread' : 'Mark as read'}
              </Button>
            );
          }}
        />
      )}
    </Panel>
  );
}
