import type { Application } from '@carrara/contract/core/permissions';
import { activityView, documentView } from '../../record/screens/annotations.ts';
import type { Redirect, Screen, View } from '../../frame/screenTypes.ts';
import { inSettings } from '../../features/platform/settings/inSettings.tsx';
import { listOf, profileOf } from '../../record/screens/screensOf.tsx';

const vesting = async () => (await import('../../features/carry/vestingSchedule/vestingRecord.ts')).vestingRecord;
const vestingEditor = async () =>
  (await import('../../features/carry/vestingSchedule/VestingEditor.tsx')).VestingEditor;
const taxEditor = async () => (await import('../../features/carry/taxProfile/TaxEditor.tsx')).TaxEditor;
const userEditor = async () => (await import('../../features/platform/user/UserEditor.tsx')).UserEditor;
const groupEditor = async () => (await import('../../features/platform/group/GroupEditor.tsx')).GroupEditor;

type Annotated = Parameters<typeof documentView>[0];

const view = (title: string, load: View['load'], annotated?: Annotated): readonly View[] => [
  { id: 'overview', title, load },
  ...(annotated ? [documentView(annotated)] : []),
  activityView(),
];
const section = 'settings';

const vestingScreens: readonly Screen[] = [
  {
    path: '/carry/settings/vesting',
    aliases: ['/carry/vesting'],
    title: 'Vesting schedules',
    kind: 'list',
    section: 'vesting',
    permission: 'vesting.view',
    load: inSettings('vesting', listOf(vesting)),
  },
  {
    path: '/carry/vesting/add',
    aliases: ['/carry/settings/vestingEditor'],
    title: 'Add vesting schedule',
    kind: 'add',
    section: 'vesting',
    permission: 'vesting.edit',
    load: vestingEditor,
  },
  {
    path: '/carry/settings/vestingEditor/:id',
    aliases: ['/carry/vesting/:id/edit'],
    title: 'Edit vesting schedule',
    kind: 'edit',
    section: 'vesting',
    permission: 'vesting.edit',
    load: vestingEditor,
  },
  {
    path: '/carry/settings/vestingDetail/:id',
    aliases: ['/carry/vesting/:id/schedule'],
    title: 'Vesting schedule',
    kind: 'profile',
    section: 'vesting',
    permission: 'vesting.view',
    load: profileOf(vesting),
    views: view(
      'Overview',
      async () => (await import('../../features/carry/vestingSchedule/VestingOverview.tsx')).VestingOverview,
      'vestingSchedule',
    ),
  },
];

const taxScreens: readonly Screen[] = [
  {
    path: '/carry/settings/taxes',
    title: 'Tax profiles',
    kind: 'list',
    section: 'taxes',
    permission: 'taxProfile.view',
    load: inSettings('taxes', async () => (await import('../../features/carry/taxProfile/TaxList.tsx')).TaxList),
  },
  {
    path: '/carry/settings/taxEditor',
    title: 'Add tax profile',
    kind: 'add',
    section: 'taxes',
    permission: 'taxProfile.edit',
    load: taxEditor,
  },
  {
    path: '/carry/settings/taxEditor/:id',
    title: 'Edit tax profile',
    kind: 'edit',
    section: 'taxes',
    permission: 'taxProfile.edit',
    load: taxEditor,
  },
  {
    path: '/carry/settings/taxDetail/:id',
    title: 'Tax profile',
    kind: 'profile',
    section: 'taxes',
    permission: 'taxProfile.view',
    load: async () => (await import('../../features/carry/taxProfile/TaxProfileScreen.tsx')).TaxProfileScreen,
    views: view(
      'Overview',
      async () => (await import('../../features/carry/taxProfile/TaxOverview.tsx')).TaxOverview,
      'taxProfile',
    ),
  },
];

const letterScreens: readonly Screen[] = [
  {
    path: '/carry/settings/letters',
    title: 'Letters',
    kind: 'list',
    section,
    permission: 'letterTemplate.view',
    load: inSettings(
      'letters',
      async () => (await import('../../features/carry/letterTemplate/LetterTemplateScreen.tsx')).LetterTemplateScreen,
    ),
  },
];

const portalScreens: readonly Screen[] = [
  {
    path: '/carry/settings/portal',
    title: 'Portal users',
    kind: 'list',
    section,
    permission: 'portalUser.view',
    load: inSettings(
      'portal',
      async () => (await import('../../features/people/portalUser/PortalUsers.tsx')).PortalUsers,
    ),
  },
];

const userViews = view('Access', async () => (await import('../../features/platform/user/UserViews.tsx')).UserAccess);
const groupViews = view(
  'Members',
  async () => (await import('../../features/platform/group/GroupMembers.tsx')).GroupMembers,
);

/** Returns the settings that every module has, each at its own address. Addresses without a module also belong to carry. */
const commonSettings = (first: Application, others: readonly Application[]): readonly Screen[] => {
  const base = `/${first}/settings`;
  const everywhere = (screen: Screen): Screen => ({
    ...screen,
    aliases: [
      ...(screen.aliases ?? []),
      ...[screen.path, ...(screen.aliases ?? [])]
        .filter((path) => path.startsWith(base))
        .flatMap((path) => others.map((module) => path.replace(first, module))),
    ],
  });
  const screens: readonly Screen[] = [
    {
      path: base,
      title: 'Settings',
      kind: 'list',
      section,
      permission: 'member',
      load: async () => (await import('../../features/platform/settings/SettingsIndex.tsx')).SettingsIndex,
    },
    {
      path: `${base}/user`,
      aliases: ['/user'],
      title: 'Users',
      kind: 'list',
      section,
      permission: 'user.view',
      load: inSettings('user', async () => (await import('../../features/platform/user/UserList.tsx')).UserList),
    },
    {
      path: `${base}/userProfile/:id`,
      aliases: ['/user/:id/profile'],
      title: 'User',
      kind: 'profile',
      section,
      listTitle: 'Users',
      permission: 'user.view',
      load: async () => (await import('../../features/platform/user/UserProfile.tsx')).UserProfile,
      views: userViews,
    },
    {
      path: `${base}/ApplicationUsers`,
      title: 'Application users',
      kind: 'list',
      section,
      permission: 'user.view',
      load: inSettings(
        'user',
        async () => (await import('../../features/platform/user/ApplicationUsers.tsx')).ApplicationUsers,
      ),
    },
    {
      path: `${base}/group`,
      aliases: ['/group'],
      title: 'Groups',
      kind: 'list',
      section,
      permission: 'group.view',
      load: inSettings('group', async () => (await import('../../features/platform/group/GroupList.tsx')).GroupList),
    },
    {
      path: `${base}/groupEditor`,
      title: 'Add group',
      kind: 'add',
      section,
      permission: 'group.edit',
      load: groupEditor,
    },
    {
      path: `${base}/groupEditor/:id`,
      title: 'Edit group',
      kind: 'edit',
      section,
      permission: 'group.edit',
      load: groupEditor,
    },
    {
      path: `${base}/groupProfile/:id`,
      title: 'Group',
      kind: 'profile',
      section,
      listTitle: 'Groups',
      permission: 'group.view',
      load: async () => (await import('../../features/platform/group/GroupProfile.tsx')).GroupProfile,
      views: groupViews,
    },
    {
      path: `${base}/reference`,
      aliases: [`${base}/reference/:subView`, '/reference', '/reference/:subView'],
      title: 'Reference data',
      kind: 'list',
      section,
      permission: 'reference.view',
      load: inSettings(
        'reference',
        async () => (await import('../../features/platform/reference/ReferencePage.tsx')).ReferencePage,
      ),
    },
    {
      path: `${base}/fx`,
      aliases: [`${base}/fx/:subView`],
      title: 'Exchange rates',
      kind: 'list',
      section,
      permission: 'fx.view',
      load: inSettings('fx', async () => (await import('../../features/platform/fx/FxPage.tsx')).FxPage),
    },
    {
      path: `${base}/activity`,
      title: 'User Activity',
      kind: 'list',
      section,
      permission: 'userActivity.view',
      load: inSettings(
        'activity',
        async () => (await import('../../features/platform/userActivity/UserActivity.tsx')).UserActivity,
      ),
    },
    {
      path: `${base}/apiToken`,
      title: 'API tokens',
      kind: 'list',
      section,
      permission: 'apiToken.view',
      load: inSettings(
        'apiToken',
        async () => (await import('../../features/platform/apiToken/ApiTokens.tsx')).ApiTokens,
      ),
    },
    {
      path: `${base}/menu`,
      title: 'Menu',
      kind: 'list',
      section,
      permission: 'tenant.edit',
      load: inSettings(
        'menu',
        async () => (await import('../../features/platform/settings/ModuleMenu.tsx')).ModuleMenu,
      ),
    },
    {
      path: `${base}/mail`,
      title: 'Mail',
      kind: 'list',
      section,
      permission: 'tenant.edit',
      load: inSettings('mail', async () => (await import('../../features/platform/mail/MailsPage.tsx')).MailsPage),
    },
  ];
  return screens.map(everywhere);
};

const userEditors: readonly Screen[] = [
  {
    path: '/user/add',
    title: 'Add user',
    kind: 'add',
    section,
    listTitle: 'Users',
    permission: 'user.edit',
    load: userEditor,
  },
  {
    path: '/user/:id/edit',
    title: 'Edit user',
    kind: 'edit',
    section,
    listTitle: 'Users',
    permission: 'user.edit',
    load: userEditor,
  },
];

export const settingsScreens: readonly Screen[] = [
  ...vestingScreens,
  ...taxScreens,
  ...letterScreens,
  ...portalScreens,
  ...commonSettings('carry', ['performance', 'comp']),
  ...userEditors,
];

/** Redirects for older addresses of users and groups in the settings of each module. */
const olderProfiles = (['carry', 'performance', 'comp'] as const).flatMap((module) =>
  (['user', 'group'] as const).map((kind) => ({
    from: `/${module}/settings/${kind}/:id/profile/overview`,
    to: `/${module}/settings/${kind}Profile/:id`,
  })),
);

export const settingsRedirects: readonly Redirect[] = [
  ...olderProfiles,
  { from: '/group/:id/profile/overview', to: '/carry/settings/groupProfile/:id' },
  { from: '/carry/taxprofile/:id/profile/overview', to: '/carry/settings/taxDetail/:id' },
  { from: '/carry/settings/taxprofile/:id/profile/overview', to: '/carry/settings/taxDetail/:id' },
  { from: '/taxprofile/:id/profile/overview', to: '/carry/settings/taxDetail/:id' },
  // Links between tenants, transfers and bulk edit belong to performance. In these modules, the addresses open their counterparts.
  ...['carry', 'comp'].flatMap((module) =>
    ['settings/tenantlinkrequest/:view?', 'bulkedit'].map((path) => ({
      from: `/${module}/${path}`,
      to: `/${module}/datamanagement`,
    })),
  ),
  { from: '/carry/datamanagement/:view/:subView', to: '/carry/datamanagement' },
];
