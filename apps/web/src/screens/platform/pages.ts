import type { Screen } from '../../frame/screenTypes.ts';

/** Pages outside of the modules. */
export const platformPages: readonly Screen[] = [
  {
    path: '/notification',
    title: 'Notifications',
    kind: 'list',
    section: 'notification',
    permission: 'member',
    load: async () => (await import('../../features/platform/notification/NotificationPage.tsx')).NotificationPage,
  },
  {
    path: '/inbox',
    title: 'Inbox',
    kind: 'list',
    section: 'notification',
    permission: 'member',
    load: async () => (await import('../../features/platform/inbox/InboxPage.tsx')).InboxPage,
  },
  {
    path: '/task',
    title: 'Background jobs',
    kind: 'list',
    section: 'notification',
    permission: 'member',
    load: async () => (await import('../../features/platform/task/TaskPage.tsx')).TaskPage,
  },
  {
    path: '/account',
    title: 'Your account',
    kind: 'list',
    section: 'notification',
    permission: 'member',
    load: async () => (await import('../../features/platform/account/AccountPage.tsx')).AccountPage,
  },
  {
    path: '/appsettings',
    title: 'Firm settings',
    kind: 'list',
    section: 'settings',
    permission: 'member',
    load: async () => (await import('../../features/platform/settings/FirmSettings.tsx')).FirmSettings,
  },
  {
    path: '/help',
    title: 'Help',
    kind: 'list',
    section: 'help',
    permission: 'member',
    load: async () => (await import('../../features/platform/help/HelpPage.tsx')).HelpPage,
  },
  {
    path: '/note/:objectId',
    title: 'Notes',
    kind: 'list',
    section: 'notification',
    permission: 'note.view',
    load: async () => (await import('../../features/platform/note/NotesPage.tsx')).NotesPage,
  },
  {
    path: '/navigation/:objectId',
    title: 'Open a record',
    kind: 'list',
    section: 'notification',
    permission: 'activity.view',
    load: async () => (await import('../../features/platform/note/NavigationPage.tsx')).NavigationPage,
  },
];
