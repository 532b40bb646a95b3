import type { ShellInbox, ShellNotification } from '@carrara/ui/layout/shellTypes.ts';
import { useState } from 'react';
import { skipToken, useRead, useWrite } from '../api/calls.ts';
import { runWithToast } from '../api/runWithToast.ts';
import { entriesOfTab, inboxTabs } from './inboxTabs.ts';

/** Returns the inbox behind the bell: the latest updates, then the person's unread notifications. They are read once it is opened. */
export function useInbox(updates: readonly ShellNotification[]): ShellInbox {
  const [isOpened, setOpened] = useState(false);
  const { data: count } = useRead('getUnreadCount', undefined);
  const { data = [] } = useRead('listInbox', isOpened ? undefined : skipToken);
  const [mark] = useWrite('markNotification');
  const [markAll] = useWrite('markAllNotifications');
  const unread = data.filter(({ readDate }) => readDate === null);
  const readAll = () => void runWithToast(() => markAll());
  return {
    unread: count?.unread ?? 0,
    tabs: [
      {
        id: 'updates',
        title: 'Updates',
        items: updates,
        empty: 'No notifications yet.',
        href: '#/notification',
        linkTitle: 'All updates',
      },
      ...inboxTabs.map((tab) => ({
        id: tab.id,
        title: tab.title,
        items: entriesOfTab(tab, unread).map(({ id, subject, link, createdDate }) => ({
          id,
          text: subject,
          at: createdDate,
          unread: true,
          ...(link === null ? {} : { href: `#${link}` }),
        })),
        empty: 'Nothing is unread.',
        href: `#/inbox/${tab.id}`,
        linkTitle: 'Open inbox',
      })),
    ],
    onOpen: () => setOpened(true),
    onFollow: (id) => {
      if (unread.some((entry) => entry.id === id))
        void runWithToast(() => mark({ params: { id }, body: { isRead: true } }));
    },
    onMarkAll: unread.length > 0 ? readAll : undefined,
  };
}
