import type { Screen } from '../app/screenTypes.ts';

/** Pages that belong to no module. */
export const platformScreens: readonly Screen[] = [
  {
    path: '/notification',
    title: 'Notifications',
    kind: 'list',
    section: 'notification',
    permission: 'member',
    load: async () => (await import('../features/notification/NotificationPage.tsx')).NotificationPage,
  },
  {
    path: '/appsettings',
    title: 'Firm settings',
    kind: 'list',
    section: 'settings',
    permission: 'member',
    load: async () => (await import('../features/settings/FirmSettings.tsx')).FirmSettings,
  },
  {
    path: '/help',
    title: 'Help',
    kind: 'list',
    section: 'help',
    permission: 'member',
    load: async () => (await import('../features/help/HelpPage.tsx')).HelpPage,
  },
  {
    path: '/note/:objectId',
    title: 'Notes',
    kind: 'list',
    section: 'notification',
    permission: 'note.view',
    load: async () => (await import('../features/note/NotesPage.tsx')).NotesPage,
  },
  {
    path: '/navigation/:objectId',
    title: 'Open a record',
    kind: 'list',
    section: 'notification',
    permission: 'activity.view',
    load: async () => (await import('../features/note/NavigationPage.tsx')).NavigationPage,
  },
];
