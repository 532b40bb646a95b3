import type { InboxEntry } from '@carrara/contract/platform/note/inbox';
import { notificationTitles } from '@carrara/domain/platform/mail';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { FilterChip } from '@carrara/ui/list/FilterChip.tsx';
import { SelectionBar } from '@carrara/ui/list/SelectionBar.tsx';
import { SelectRow } from '@carrara/ui/list/SelectRow.tsx';
import { type RowSelection, useRowSelection } from '@carrara/ui/list/selection.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { RouteTabs } from '@carrara/ui/profile/RouteTabs.tsx';
import { formatInstant } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useRead, useWrite } from '../../../api/calls.ts';
import { runWithToast } from '../../../api/runWithToast.ts';
import { entriesOfTab, inboxTabs } from '../../../live/inboxTabs.ts';
import { bulkResultText } from '../../../record/list/bulkTexts.ts';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { type BulkAction, BulkButton } from '../../../record/list/SelectionActions.tsx';
import { useStoredSelection } from '../../../record/list/useSelection.tsx';
import { OwnTasks } from '../../../record/notes/OwnTasks.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { Stack } from '../../../record/Stack.tsx';
import styles from './inbox.module.css';
import { UpdateTable } from './NotificationPage.tsx';

const show = {
  id: 'show',
  title: 'Show',
  allLabel: 'All',
  options: [{ value: 'unread', label: 'Unread' }],
};

/**
 * The person's inbox in tabs: the latest updates, then their notifications, grouped by record. It opens with the first
 * tab that has unread ones, so that the number at the bell and the page agree.
 */
export function InboxPage() {
  const { view } = useParams();
  const { data, error, refetch } = useRead('listInbox', undefined);
  const [markAll, isMarking] = useWrite('markAllNotifications');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  if (!data) return <ReadState error={error} onRetry={refetch} lines={8} />;
  const unread = data.filter(({ readDate }) => readDate === null);
  const tab = inboxTabs.find((each) => (view === undefined ? entriesOfTab(each, unread).length > 0 : each.id === view));
  const tabs = inboxTabs.map((each) => {
    const count = entriesOfTab(each, unread).length;
    return { id: each.id, title: each.title, href: `#/inbox/${each.id}`, ...(count > 0 ? { count } : {}) };
  });
  return (
    <Stack>
      <RouteTabs
        label="Inbox"
        tabs={[{ id: 'updates', title: 'Updates', href: '#/inbox/updates' }, ...tabs]}
        current={tab?.id ?? 'updates'}
      />
      {tab?.id === 'tasks' ? <OwnTasks /> : null}
      <Panel
        isPage
        title={unread.length > 0 ? `Inbox (${String(unread.length)} unread)` : 'Inbox'}
        flush
        actions={
          <>
            {tab ? (
              <FilterChip filter={show} chosen={chosen} onChange={setChosen} />
            ) : (
              <a href="#/notification">All updates</a>
            )}
            {unread.length > 0 ? (
              <Button variant="default" loading={isMarking} onClick={() => void runWithToast(() => markAll())}>
                Mark all as read
              </Button>
            ) : null}
          </>
        }
      >
        {tab ? (
          <Groups
            key={tab.id}
            entries={entriesOfTab(tab, chosen.includes('unread') ? unread : data)}
            empty={tab.empty}
            filter={chosen.join()}
          />
        ) : (
          <UpdateTable />
        )}
      </Panel>
    </Stack>
  );
}

interface GroupsProps {
  readonly entries: readonly InboxEntry[];
  readonly empty: string;
  readonly filter: string;
}

const keyOf = ({ id }: InboxEntry) => id;
const nameOf = ({ subject }: InboxEntry) => subject;

/** Notifications by the record that they are about. The group with the newest one comes first. */
function Groups({ entries, empty, filter }: GroupsProps) {
  const { clear, ...stored } = useStoredSelection<InboxEntry>(filter);
  const selection = useRowSelection({ rows: entries, ...stored, keyOf, nameOf });
  const mark = useMarkSelected();
  if (entries.length === 0) return <EmptyState text={empty} />;
  const selected = entries.filter(({ id }) => stored.selected.has(id));
  const groups = new Map<string, InboxEntry[]>();
  for (const entry of entries) {
    const key = entry.record?.id ?? '';
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return (
    <>
      <SelectionBar
        {...stored}
        count={selected.length}
        matching={selected.length < entries.length ? entries.length : undefined}
        onSelectMatching={selection.onTogglePage}
        onClear={clear}
        actions={[true, false].map((isRead) => (
          <BulkButton
            key={String(isRead)}
            action={mark(isRead)}
            rows={selected.filter(({ readDate }) => (readDate !== null) !== isRead)}
            onDone={clear}
          />
        ))}
      />
      {[...groups].map(([key, own]) => (
        <section key={key} className={styles.group} aria-label={own[0]?.record?.name ?? 'Other'}>
          {groups.size > 1 || key !== '' ? <h2>{own[0]?.record?.name ?? 'Other'}</h2> : null}
          <ul>
            {own.map((entry) => (
              <Item key={entry.id} entry={entry} selection={selection} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Returns the action that marks the selected notifications as read or unread. */
function useMarkSelected(): (isRead: boolean) => BulkAction<InboxEntry> {
  const [mark] = useWrite('markNotifications');
  return (isRead) => ({
    label: isRead ? 'Mark as read' : 'Mark as unread',
    nameOf,
    whyNot: () => undefined,
    run: async (entries) => {
      const count = await mark({ body: { ids: entries.map(keyOf), isRead } });
      return bulkResultText(count, isRead ? 'marked as read' : 'marked as unread', 'notification');
    },
  });
}

interface ItemProps {
  readonly entry: InboxEntry;
  readonly selection: RowSelection<InboxEntry>;
}

/** A notification. Following its link marks it as read. */
function Item({ entry, selection }: ItemProps) {
  const { id, kind, subject, link, createdDate, readDate } = entry;
  const [mark] = useWrite('markNotification');
  const isRead = readDate !== null;
  const markAs = (read: boolean) => runWithToast(() => mark({ params: { id }, body: { isRead: read } }));
  return (
    <li data-unread={!isRead}>
      <SelectRow row={entry} selection={selection} />
      <div>
        {link === null ? (
          <span>{subject}</span>
        ) : (
          <a href={`#${link}`} onClick={() => (isRead ? undefined : void markAs(true))}>
            {subject}
          </a>
        )}
        <small>
          {isRead ? 'Read' : 'Unread'} · {notificationTitles[kind]} · {formatInstant(createdDate)}
        </small>
      </div>
      <RowButton label={isRead ? 'Mark as unread' : 'Mark as read'} subject={subject} onClick={() => markAs(!isRead)} />
    </li>
  );
}
