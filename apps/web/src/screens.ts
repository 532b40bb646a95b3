import type { Redirect, Screen, Section, View } from './app/screenTypes.ts';
import { editorOf, listOf, overviewOf, profileOf } from './record/screensOf.tsx';

const fund = async () => (await import('./features/fund/fundRecord.ts')).fundRecord;
const coinvestment = async () => (await import('./features/fund/coinvestmentRecord.ts')).coinvestmentRecord;
const investment = async () => (await import('./features/investment/investmentRecord.ts')).investmentRecord;
const participants = () => import('./features/participant/participantRecords.ts');
const employee = async () => (await participants()).employeeRecord;
const trust = async () => (await participants()).trustRecord;
const entity = async () => (await participants()).entityRecord;
const vesting = async () => (await import('./features/vestingSchedule/vestingRecord.ts')).vestingRecord;
const taxesOf = async (kind: 'participant' | 'fund' | 'coinvestment' | 'investment') =>
  (await import('./features/taxProfile/viewsOf.tsx')).taxProfilesOf(kind);
const taxView = (kind: Parameters<typeof taxesOf>[0], id: string): View => ({
  id,
  title: 'Tax profiles',
  permission: 'taxProfile.view',
  load: () => taxesOf(kind),
});

const allocation = () => import('./features/allocationProfile/containerViews.tsx');
const allocationView = (title: string, load: View['load']): View => ({
  id: 'allocation',
  title,
  permission: 'allocationProfile.view',
  load,
});
const allocationEditor = async () =>
  (await import('./features/allocationProfile/AllocationProfileEditor.tsx')).AllocationProfileEditor;
/** Create, copy and edit an allocation profile of the container at that address. */
const allocationEditors = (base: string, section: string, listTitle: string): Screen[] =>
  (
    [
      ['create', 'Add Allocation Profile'],
      [':profileId/copy', 'Copy Allocation Profile'],
      [':profileId/edit', 'Edit Allocation Profile'],
    ] as const
  ).map(([end, title]) => ({
    path: `${base}/allocation/${end}`,
    title,
    kind: 'add',
    section,
    listTitle,
    permission: 'allocationProfile.edit',
    load: allocationEditor,
  }));

const carry = { module: 'carry', group: 'Carry' } as const;
const setup = { module: 'carry', group: 'Setup' } as const;

/** The parts of each module, in the order of its sidebar. */
export const sections: readonly Section[] = [
  {
    ...carry,
    id: 'participant',
    title: 'Participants',
    icon: 'participants',
    path: '/carry/participant',
    permission: 'participant.view',
  },
  { ...carry, id: 'fund', title: 'Funds', icon: 'funds', path: '/carry/fund', permission: 'fund.view' },
  {
    ...carry,
    id: 'coinvestment',
    title: 'Coinvestments',
    icon: 'coinvestments',
    path: '/carry/coinvestment',
    permission: 'coinvestment.view',
  },
  {
    ...carry,
    id: 'investment',
    title: 'Investments',
    icon: 'investments',
    path: '/carry/investment',
    permission: 'investment.view',
  },
  {
    ...carry,
    id: 'distribution',
    title: 'Distributions',
    icon: 'distributions',
    path: '/carry/distribution',
    permission: 'distribution.view',
  },
  {
    ...setup,
    id: 'vesting',
    title: 'Vesting schedules',
    icon: 'vesting',
    path: '/carry/settings/vesting',
    permission: 'vesting.view',
  },
  {
    ...setup,
    id: 'taxes',
    title: 'Tax profiles',
    icon: 'taxes',
    path: '/carry/settings/taxes',
    permission: 'taxProfile.view',
  },
  {
    ...setup,
    id: 'datamanagement',
    title: 'Data management',
    icon: 'data',
    path: '/carry/datamanagement',
    permission: 'upload.view',
  },
];

const fundViews: readonly View[] = [
  { id: 'overview', title: 'Overview', load: overviewOf(fund) },
  {
    id: 'coinvestment',
    title: 'Coinvestments',
    permission: 'coinvestment.view',
    load: async () => (await import('./features/fund/FundCoinvestments.tsx')).FundCoinvestments,
  },
  {
    id: 'investment',
    title: 'Investments',
    permission: 'investment.view',
    load: async () => (await import('./features/fund/FundInvestments.tsx')).FundInvestments,
  },
  allocationView('Allocation', async () => (await allocation()).allocationOf('fund')),
  taxView('fund', 'tax-profile'),
];
const coinvestmentViews: readonly View[] = [
  { id: 'overview', title: 'Overview', load: overviewOf(coinvestment) },
  {
    id: 'investment',
    title: 'Investments',
    permission: 'investment.view',
    load: async () => (await import('./features/fund/FundInvestments.tsx')).FundInvestments,
  },
  allocationView('Allocation', async () => (await allocation()).allocationOf('coinvestment')),
  taxView('coinvestment', 'tax-profile'),
];
const investmentViews: readonly View[] = [
  {
    id: 'tranche',
    alias: 'overview',
    title: 'Tranches',
    permission: 'tranche.view',
    load: async () => (await import('./features/investment/InvestmentOverview.tsx')).InvestmentOverview,
  },
  allocationView('Allocation', async () => (await allocation()).InvestmentAllocation),
  taxView('investment', 'tax-profile'),
];
const employeeViews: readonly View[] = [
  { id: 'overview', title: 'Overview', load: overviewOf(employee) },
  taxView('participant', 'tax-profiles'),
];
const trustViews: readonly View[] = [
  { id: 'overview', title: 'Overview', load: overviewOf(trust) },
  taxView('participant', 'tax-profiles'),
];
const entityViews: readonly View[] = [
  { id: 'overview', title: 'Overview', load: overviewOf(entity) },
  {
    id: 'members',
    title: 'Entity Members',
    load: async () => (await import('./features/participant/EntityMembers.tsx')).EntityMembers,
  },
  allocationView('Allocation Profile', async () => (await allocation()).allocationOf('entity')),
];
const vestingViews: readonly View[] = [
  {
    id: 'overview',
    title: 'Overview',
    load: async () => (await import('./features/vestingSchedule/VestingOverview.tsx')).VestingOverview,
  },
];
const taxViews: readonly View[] = [
  {
    id: 'overview',
    title: 'Overview',
    load: async () => (await import('./features/taxProfile/TaxOverview.tsx')).TaxOverview,
  },
];

const activityView: View = {
  id: 'activity',
  title: 'Activity',
  permission: 'activity.view',
  load: async () => (await import('./record/ActivityView.tsx')).ActivityView,
};
const distributionViews: readonly View[] = [
  {
    id: 'overview',
    title: 'Overview',
    load: async () => (await import('./features/distribution/DistributionOverview.tsx')).DistributionOverview,
  },
  {
    id: 'details',
    title: 'Participant Summary',
    load: async () => (await import('./features/distribution/DistributionDetails.tsx')).DistributionDetails,
  },
  {
    id: 'approvals',
    title: 'Approvals',
    load: async () => (await import('./features/distribution/DistributionApprovals.tsx')).DistributionApprovals,
  },
  activityView,
];
const allocationProfileViews: readonly View[] = [
  {
    id: 'overview',
    title: 'Overview',
    load: async () => (await import('./features/allocationProfile/ProfileEntries.tsx')).ProfileEntries,
  },
  {
    id: 'history',
    title: 'History',
    load: async () => (await import('./features/allocationProfile/ProfileHistory.tsx')).ProfileHistory,
  },
  activityView,
];

/** Every screen. A path's `:view` is added where a screen has views. */
export const screens: readonly Screen[] = [
  {
    path: '/carry/fund',
    title: 'Funds',
    kind: 'list',
    section: 'fund',
    permission: 'fund.view',
    load: async () => (await import('./features/fund/FundList.tsx')).FundList,
  },
  {
    path: '/carry/fund/add',
    title: 'Add fund',
    kind: 'add',
    section: 'fund',
    permission: 'fund.edit',
    load: editorOf(fund),
  },
  {
    path: '/carry/fund/:id/edit',
    title: 'Edit fund',
    kind: 'edit',
    section: 'fund',
    permission: 'fund.edit',
    load: editorOf(fund),
  },
  {
    path: '/carry/fund/:id/profile',
    title: 'Fund',
    kind: 'profile',
    section: 'fund',
    permission: 'fund.view',
    load: profileOf(fund),
    views: fundViews,
  },

  {
    path: '/carry/coinvestment',
    title: 'Coinvestments',
    kind: 'list',
    section: 'coinvestment',
    permission: 'coinvestment.view',
    load: listOf(coinvestment),
  },
  {
    path: '/carry/coinvestment/add',
    title: 'Add coinvestment',
    kind: 'add',
    section: 'coinvestment',
    permission: 'coinvestment.edit',
    load: editorOf(coinvestment),
  },
  {
    path: '/carry/coinvestment/:id/edit',
    title: 'Edit coinvestment',
    kind: 'edit',
    section: 'coinvestment',
    permission: 'coinvestment.edit',
    load: editorOf(coinvestment),
  },
  {
    path: '/carry/coinvestment/:id/profile',
    title: 'Coinvestment',
    kind: 'profile',
    section: 'coinvestment',
    permission: 'coinvestment.view',
    load: profileOf(coinvestment),
    views: coinvestmentViews,
  },

  {
    path: '/carry/investment',
    title: 'Investments',
    kind: 'list',
    section: 'investment',
    permission: 'investment.view',
    load: listOf(investment),
  },
  {
    path: '/carry/investment/add',
    title: 'Add investment',
    kind: 'add',
    section: 'investment',
    permission: 'investment.edit',
    load: async () => (await import('./features/investment/InvestmentEditor.tsx')).InvestmentEditor,
  },
  {
    path: '/carry/investment/:id/edit',
    title: 'Edit investment',
    kind: 'edit',
    section: 'investment',
    permission: 'investment.edit',
    load: async () => (await import('./features/investment/InvestmentEditor.tsx')).InvestmentEditor,
  },
  {
    path: '/carry/investment/:id/profile/:view?/:fundOrCoinvestmentId?',
    title: 'Investment',
    kind: 'profile',
    section: 'investment',
    permission: 'investment.view',
    load: profileOf(investment),
    views: investmentViews,
  },
  {
    path: '/carry/investment/:investmentId/tranche/:trancheId/profile',
    title: 'Tranche',
    kind: 'profile',
    section: 'investment',
    permission: 'tranche.view',
    load: async () => (await import('./features/investment/TrancheProfile.tsx')).TrancheProfile,
    views: [allocationView('Allocation Profiles', async () => (await allocation()).TrancheAllocation)],
  },
  {
    path: '/carry/investment/:investmentId/tranche/:trancheId/allocation',
    title: 'Allocation Profiles',
    kind: 'add',
    section: 'investment',
    listTitle: 'Investment Profiles',
    permission: 'allocationProfile.view',
    load: async () => (await allocation()).ContainerAllocation,
  },
  ...allocationEditors('/carry/fund/:fundId', 'fund', 'Fund Profiles'),
  ...allocationEditors('/carry/coinvestment/:coinvestmentId', 'coinvestment', 'Coinvestment Profiles'),
  ...allocationEditors('/carry/vintage/:vintageId', 'fund', 'Vintage Profiles'),
  ...allocationEditors('/carry/fund/:fundId/vintage/:vintageId', 'fund', 'Vintage Profiles'),
  {
    path: '/carry/fund/:fundId/vintage/:vintageId/allocation',
    title: 'Allocation Profiles',
    kind: 'add',
    section: 'fund',
    listTitle: 'Vintage Profiles',
    permission: 'allocationProfile.view',
    load: async () => (await allocation()).ContainerAllocation,
  },
  ...allocationEditors('/carry/entity/:entityId', 'participant', 'Entity Profiles'),
  ...allocationEditors(
    '/carry/investment/:investmentId/:containerType/:containerId',
    'investment',
    'Investment Profiles',
  ),
  {
    path: '/carry/allocation/:profileId/profile',
    title: 'Allocation profile',
    kind: 'profile',
    section: 'fund',
    permission: 'allocationProfile.view',
    load: async () =>
      (await import('./features/allocationProfile/AllocationProfileScreen.tsx')).AllocationProfileScreen,
    views: allocationProfileViews,
  },
  ...(['copy', 'edit'] as const).map(
    (end): Screen => ({
      path: `/carry/allocation/:profileId/profile/${end}`,
      title: end === 'copy' ? 'Copy Allocation Profile' : 'Edit Allocation Profile',
      kind: 'add',
      section: 'fund',
      permission: 'allocationProfile.edit',
      load: allocationEditor,
    }),
  ),

  {
    path: '/carry/participant',
    aliases: ['/carry/participant/:view', '/carry/participant/:view/:subview'],
    title: 'Participants',
    kind: 'list',
    section: 'participant',
    permission: 'participant.view',
    load: async () => (await import('./features/participant/ParticipantList.tsx')).ParticipantList,
  },
  {
    path: '/carry/employee/add',
    title: 'Add employee',
    kind: 'add',
    section: 'participant',
    permission: 'employee.edit',
    load: editorOf(employee),
  },
  {
    path: '/carry/employee/:id/edit',
    title: 'Edit employee',
    kind: 'edit',
    section: 'participant',
    permission: 'employee.edit',
    load: editorOf(employee),
  },
  {
    path: '/carry/employee/:employeeId/trust/add',
    title: 'Add trust',
    kind: 'add',
    section: 'participant',
    permission: 'trust.edit',
    load: async () => (await import('./features/participant/TrustAddForEmployee.tsx')).TrustAddForEmployee,
  },
  {
    path: '/carry/employee/:id/profile',
    title: 'Employee',
    kind: 'profile',
    section: 'participant',
    permission: 'employee.view',
    load: async () => (await import('./features/participant/EmployeeProfile.tsx')).EmployeeProfile,
    views: employeeViews,
  },
  {
    path: '/carry/trust/add',
    title: 'Add trust',
    kind: 'add',
    section: 'participant',
    permission: 'trust.edit',
    load: editorOf(trust),
  },
  {
    path: '/carry/trust/:id/edit',
    title: 'Edit trust',
    kind: 'edit',
    section: 'participant',
    permission: 'trust.edit',
    load: editorOf(trust),
  },
  {
    path: '/carry/trust/:id/profile',
    title: 'Trust',
    kind: 'profile',
    section: 'participant',
    permission: 'trust.view',
    load: profileOf(trust),
    views: trustViews,
  },
  {
    path: '/carry/entity/add',
    title: 'Add entity',
    kind: 'add',
    section: 'participant',
    permission: 'entity.edit',
    load: editorOf(entity),
  },
  {
    path: '/carry/entity/:id/edit',
    title: 'Edit entity',
    kind: 'edit',
    section: 'participant',
    permission: 'entity.edit',
    load: editorOf(entity),
  },
  {
    path: '/carry/entity/:id/profile',
    title: 'Entity',
    kind: 'profile',
    section: 'participant',
    permission: 'entity.view',
    load: profileOf(entity),
    views: entityViews,
  },

  {
    path: '/carry/distribution',
    title: 'Distributions',
    kind: 'list',
    section: 'distribution',
    permission: 'distribution.view',
    load: async () => (await import('./features/distribution/DistributionList.tsx')).DistributionList,
  },
  {
    path: '/carry/distribution/create',
    title: 'Create distribution',
    kind: 'add',
    section: 'distribution',
    permission: 'distribution.edit',
    load: async () => (await import('./features/distribution/DistributionEditor.tsx')).DistributionEditor,
  },
  {
    path: '/carry/distribution/:id/edit',
    title: 'Edit distribution',
    kind: 'edit',
    section: 'distribution',
    permission: 'distribution.edit',
    load: async () => (await import('./features/distribution/DistributionEditor.tsx')).DistributionEditor,
  },
  {
    path: '/carry/distribution/:id',
    title: 'Distribution',
    kind: 'profile',
    section: 'distribution',
    permission: 'distribution.view',
    load: async () => (await import('./features/distribution/DistributionScreen.tsx')).DistributionScreen,
    views: distributionViews,
  },

  {
    path: '/carry/datamanagement',
    aliases: ['/carry/datamanagement/:view'],
    title: 'Upload History',
    kind: 'list',
    section: 'datamanagement',
    permission: 'upload.view',
    load: async () => (await import('./features/dataManagement/UploadHistory.tsx')).UploadHistory,
  },
  {
    path: '/carry/datamanagement/uploads/:uploadId',
    title: 'Upload',
    kind: 'edit',
    section: 'datamanagement',
    permission: 'upload.view',
    load: async () => (await import('./features/dataManagement/UploadPage.tsx')).UploadPage,
  },

  {
    path: '/carry/settings/vesting',
    aliases: ['/carry/vesting'],
    title: 'Vesting schedules',
    kind: 'list',
    section: 'vesting',
    permission: 'vesting.view',
    load: listOf(vesting),
  },
  {
    path: '/carry/vesting/add',
    title: 'Add vesting schedule',
    kind: 'add',
    section: 'vesting',
    permission: 'vesting.edit',
    load: async () => (await import('./features/vestingSchedule/VestingEditor.tsx')).VestingEditor,
  },
  {
    path: '/carry/settings/vestingEditor/:id',
    aliases: ['/carry/vesting/:id/edit'],
    title: 'Edit vesting schedule',
    kind: 'edit',
    section: 'vesting',
    permission: 'vesting.edit',
    load: async () => (await import('./features/vestingSchedule/VestingEditor.tsx')).VestingEditor,
  },
  {
    path: '/carry/settings/vestingDetail/:id',
    aliases: ['/carry/vesting/:id/schedule'],
    title: 'Vesting schedule',
    kind: 'profile',
    section: 'vesting',
    permission: 'vesting.view',
    load: profileOf(vesting),
    views: vestingViews,
  },

  {
    path: '/carry/settings/taxes',
    title: 'Tax profiles',
    kind: 'list',
    section: 'taxes',
    permission: 'taxProfile.view',
    load: async () => (await import('./features/taxProfile/TaxList.tsx')).TaxList,
  },
  {
    path: '/carry/settings/taxEditor',
    title: 'Add tax profile',
    kind: 'add',
    section: 'taxes',
    permission: 'taxProfile.edit',
    load: async () => (await import('./features/taxProfile/TaxEditor.tsx')).TaxEditor,
  },
  {
    path: '/carry/settings/taxEditor/:id',
    title: 'Edit tax profile',
    kind: 'edit',
    section: 'taxes',
    permission: 'taxProfile.edit',
    load: async () => (await import('./features/taxProfile/TaxEditor.tsx')).TaxEditor,
  },
  {
    path: '/carry/settings/taxDetail/:id',
    title: 'Tax profile',
    kind: 'profile',
    section: 'taxes',
    permission: 'taxProfile.view',
    load: async () => (await import('./features/taxProfile/TaxProfileScreen.tsx')).TaxProfileScreen,
    views: taxViews,
  },

  {
    path: '/notification',
    title: 'Notifications',
    kind: 'list',
    section: 'notification',
    permission: 'member',
    load: async () => (await import('./features/notification/NotificationPage.tsx')).NotificationPage,
  },
];

/** Older and shorter addresses, and where they lead. */
export const redirects: readonly Redirect[] = [
  { from: '/carry', to: '/carry/participant' },
  { from: '/carry/distribution/:id/profile/:view?', to: '/carry/distribution/:id/:view' },
  { from: '/carry/uploadhistory', to: '/carry/datamanagement' },
  { from: '/carry/taxprofile/:id/profile/overview', to: '/carry/settings/taxDetail/:id' },
  { from: '/carry/settings/taxprofile/:id/profile/overview', to: '/carry/settings/taxDetail/:id' },
  { from: '/taxprofile/:id/profile/overview', to: '/carry/settings/taxDetail/:id' },
];
