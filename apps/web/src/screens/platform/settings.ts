import type { Application } from '@carrara/contract/core/permissions';
import { activityView, documentView } from '../../record/screens/annotations.ts';
import type { Redirect, Screen, View } from '../../frame/screenTypes.ts';
import { settingsPage } from '../../features/platform/settings/settingsPage.tsx';
import { lazyList, lazyProfile } from '../../record/screens/lazyScreens.tsx';

const vesting = async () => (await import('../../features/carry/vesting/vestingRecord.ts')).vestingRecord;
const vestingEditor = async () => (await import('../../features/carry/vesting/VestingEditor.tsx')).VestingEditor;
const taxEditor = async () => (await import('../../features/carry/tax/TaxEditor.tsx')).TaxEditor;
const userEditor = async () => (await import('../../features/platform/user/UserEditor.tsx')).UserEditor;
const groupEditor = async () => (await import('../../features/platform/group/GroupEditor.tsx')).GroupEditor;

type Annotated = Parameters<typeof documentView>[0];

const view = (title: string, load: View['load'], annotated?: Annotated): readonly View[] => [
  { id: 'overview', title, load },
  ...(annotated ? [documentView(annotated)] : []),
  activityView(),
];
const section = 'settings';

type Page = Omit<Screen, 'kind' | 'section'> & Partial<Pick<Screen, 'section'>>;

/** A page in the frame of the settings, whose menu marks the view. */
const page = (menuView: string, { load, ...screen }: Page): Screen => ({
  section,
  ...screen,
  kind: 'list',
  load: settingsPage(menuView, load),
});

type Address = Pick<Screen, 'path' | 'aliases'>;
interface Editors extends Pick<Screen, 'section' | 'listTitle' | 'permission' | 'load'> {
  readonly noun: string;
  readonly add: Address;
  readonly edit: Address;
}

/** The pages that add and edit a record. */
const editors = ({ noun, add, edit, ...screen }: Editors): readonly Screen[] => [
  { ...screen, ...add, title: `Add ${noun}`, kind: 'add' },
  { ...screen, ...edit, title: `Edit ${noun}`, kind: 'edit' },
];

const vestingScreens: readonly Screen[] = [
  page('vesting', {
    path: '/carry/settings/vesting',
    aliases: ['/carry/vesting'],
    title: 'Vesting schedules',
    section: 'vesting',
    permission: 'vesting.view',
    load: lazyList(vesting),
  }),
  ...editors({
    noun: 'vesting schedule',
    add: { path: '/carry/vesting/add', aliases: ['/carry/settings/vestingEditor'] },
    edit: { path: '/carry/settings/vestingEditor/:id', aliases: ['/carry/vesting/:id/edit'] },
    section: 'vesting',
    permission: 'vesting.edit',
    load: vestingEditor,
  }),
  {
    path: '/carry/settings/vestingDetail/:id',
    aliases: ['/carry/vesting/:id/schedule'],
    title: 'Vesting schedule',
    kind: 'profile',
    section: 'vesting',
    permission: 'vesting.view',
    load: lazyProfile(vesting),
    views: view(
      'Overview',
      async () => (await import('../../features/carry/vesting/VestingOverview.tsx')).VestingOverview,
      'vestingSchedule',
    ),
  },
];

const taxScreens: readonly Screen[] = [
  page('taxes', {
    path: '/carry/settings/taxes',
    title: 'Tax profiles',
    section: 'taxes',
    permission: 'taxProfile.view',
    load: async () => (await import('../../features/carry/tax/TaxList.tsx')).TaxList,
  }),
  ...editors({
    noun: 'tax profile',
    add: { path: '/carry/settings/taxEditor' },
    edit: { path: '/carry/settings/taxEditor/:id' },
    section: 'taxes',
    permission: 'taxProfile.edit',
    load: taxEditor,
  }),
  {
    path: '/carry/settings/taxDetail/:id',
    title: 'Tax profile',
    kind: 'profile',
    section: 'taxes',
    permission: 'taxProfile.view',
    load: async () => (await import('../../features/carry/tax/TaxProfileScreen.tsx')).TaxProfileScreen,
    views: view(
      'Overview',
      async () => (await import('../../features/carry/tax/TaxOverview.tsx')).TaxOverview,
      'taxProfile',
    ),
  },
];

const carryPages: readonly Screen[] = [
  page('approvals', {
    path: '/carry/settings/approvals',
    title: 'Approvals',
    permission: 'approvalPolicy.view',
    load: async () => (await import('../../features/carry/approvalPolicy/ApprovalSettings.tsx')).ApprovalSettings,
  }),
  page('letters', {
    path: '/carry/settings/letters',
    title: 'Letters',
    permission: 'letterTemplate.view',
    load: async () =>
      (await import('../../features/carry/letterTemplate/LetterTemplateScreen.tsx')).LetterTemplateScreen,
  }),
  page('portal', {
    path: '/carry/settings/portal',
    title: 'Portal users',
    permission: 'portalUser.view',
    load: async () => (await import('../../features/people/portalUser/PortalUsers.tsx')).PortalUsers,
  }),
];

const userViews = view('Access', async () => (await import('../../features/platform/user/UserViews.tsx')).UserAccess);
const groupViews = view(
  'Members',
  async () => (await import('../../features/platform/group/GroupMembers.tsx')).GroupMembers,
);

const userScreens = (base: string): readonly Screen[] => [
  page('user', {
    path: `${base}/user`,
    aliases: ['/user'],
    title: 'Users',
    permission: 'user.view',
    load: async () => (await import('../../features/platform/user/UserList.tsx')).UserList,
  }),
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
  page('user', {
    path: `${base}/ApplicationUsers`,
    title: 'Application users',
    permission: 'user.view',
    load: async () => (await import('../../features/platform/user/ApplicationUsers.tsx')).ApplicationUsers,
  }),
];

const groupScreens = (base: string): readonly Screen[] => [
  page('group', {
    path: `${base}/group`,
    aliases: ['/group'],
    title: 'Groups',
    permission: 'group.view',
    load: async () => (await import('../../features/platform/group/GroupList.tsx')).GroupList,
  }),
  ...editors({
    noun: 'group',
    add: { path: `${base}/groupEditor` },
    edit: { path: `${base}/groupEditor/:id` },
    section,
    permission: 'group.edit',
    load: groupEditor,
  }),
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
];

const otherPages = (base: string): readonly Screen[] => [
  page('reference', {
    path: `${base}/reference`,
    aliases: [`${base}/reference/:subView`, '/reference', '/reference/:subView'],
    title: 'Reference data',
    permission: 'reference.view',
    load: async () => (await import('../../features/platform/reference/ReferencePage.tsx')).ReferencePage,
  }),
  page('fx', {
    path: `${base}/fx`,
    aliases: [`${base}/fx/:subView`],
    title: 'Exchange rates',
    permission: 'fx.view',
    load: async () => (await import('../../features/platform/fx/FxPage.tsx')).FxPage,
  }),
  page('activity', {
    path: `${base}/activity`,
    title: 'User activity',
    permission: 'userActivity.view',
    load: async () => (await import('../../features/platform/userActivity/UserActivity.tsx')).UserActivity,
  }),
  page('apiToken', {
    path: `${base}/apiToken`,
    title: 'API tokens',
    permission: 'apiToken.view',
    load: async () => (await import('../../features/platform/apiToken/ApiTokens.tsx')).ApiTokens,
  }),
  page('menu', {
    path: `${base}/menu`,
    title: 'Menu',
    permission: 'tenant.edit',
    load: async () => (await import('../../features/platform/settings/ModuleMenu.tsx')).ModuleMenu,
  }),
  page('mail', {
    path: `${base}/mail`,
    title: 'Mail',
    permission: 'tenant.edit',
    load: async () => (await import('../../features/platform/mail/MailsPage.tsx')).MailsPage,
  }),
];

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
  const index: Screen = {
    path: base,
    title: 'Settings',
    kind: 'list',
    section,
    permission: 'member',
    load: async () => (await import('../../features/platform/settings/SettingsIndex.tsx')).SettingsIndex,
  };
  return [index, ...userScreens(base), ...groupScreens(base), ...otherPages(base)].map(everywhere);
};

const userEditors = editors({
  noun: 'user',
  add: { path: '/user/add' },
  edit: { path: '/user/:id/edit' },
  section,
  listTitle: 'Users',
  permission: 'user.edit',
  load: userEditor,
});

export const settingsScreens: readonly Screen[] = [
  ...vestingScreens,
  ...taxScreens,
  ...carryPages,
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
