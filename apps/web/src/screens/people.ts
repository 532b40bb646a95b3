import { activityView, documentView } from '../record/screens/annotations.ts';
import type { Screen, View } from '../frame/screenTypes.ts';
import { allocation, allocationEditors, allocationView } from './carry/allocation.ts';
import { standardScreens } from './standard.ts';
import { taxView } from './carry/taxes.ts';

const records = () => import('../features/people/participant/participantRecords.ts');
const lists = () => import('../features/people/participant/ParticipantLists.tsx');
type Kind = 'Employee' | 'Trust' | 'Entity';

const overview = (kind: Kind): View => ({
  id: 'overview',
  title: 'Overview',
  load: async () =>
    (await import('../features/people/participant/ParticipantOverview.tsx')).overviewOfParticipant(kind),
});
// Employees, trusts and entities use the same title, which the specification gives for entities.
const accountEntries: View = {
  id: 'account-entries',
  title: 'Investor Account Balance',
  load: async () => (await lists()).AccountEntries,
};
const distributions = (kind: Kind): View => ({
  id: 'distributions',
  title: 'Distribution History',
  load: async () => (await lists()).distributionsView(kind),
});
const allocations = (kind: Kind): View => ({
  id: 'allocations',
  title: 'Allocations',
  load: async () => (await lists()).allocationsView(kind),
});
const forecasts = (kind: Kind): View => ({
  id: 'forecasts',
  title: 'Carry Forecasts',
  load: async () => (await lists()).forecastsView(kind),
});
/** The view that a button of the profile opens. */
const vesting: View = {
  id: 'vesting',
  title: 'Vesting',
  isUnlisted: true,
  load: async () => (await import('../features/people/participant/VestingView.tsx')).VestingView,
};

const carryAtNav: View = {
  id: 'carry-at-nav',
  title: 'Carry at NAV',
  load: async () => (await import('../features/people/participant/ParticipantCarryAtNav.tsx')).ParticipantCarryAtNav,
};

const bankAccount: View = {
  id: 'bank-account',
  title: 'Bank account',
  permission: 'bankAccount.view',
  load: async () => (await import('../features/carry/bankAccount/BankAccounts.tsx')).BankAccounts,
};

const employeeViews: readonly View[] = [
  overview('Employee'),
  accountEntries,
  carryAtNav,
  distributions('Employee'),
  allocations('Employee'),
  forecasts('Employee'),
  {
    id: 'trusts',
    title: 'Trusts',
    permission: 'trust.view',
    load: async () => (await import('../features/people/participant/EmployeeTrusts.tsx')).EmployeeTrusts,
  },
  taxView('participant', 'tax-profiles'),
  bankAccount,
  documentView('employee'),
  activityView(),
  vesting,
];
const trustViews: readonly View[] = [
  overview('Trust'),
  accountEntries,
  carryAtNav,
  distributions('Trust'),
  allocations('Trust'),
  forecasts('Trust'),
  taxView('participant', 'tax-profiles'),
  bankAccount,
  documentView('trust'),
  activityView(),
  vesting,
];
const entityViews: readonly View[] = [
  overview('Entity'),
  accountEntries,
  carryAtNav,
  distributions('Entity'),
  allocationView('Allocation Profile', async () => (await allocation()).containerAllocation('entity')),
  allocations('Entity'),
  forecasts('Entity'),
  {
    id: 'members',
    title: 'Entity Members',
    load: async () => (await import('../features/people/participant/EntityMembers.tsx')).EntityMembers,
  },
  bankAccount,
  documentView('entity'),
  activityView(),
];

const section = 'participant';

export const peopleScreens: readonly Screen[] = [
  {
    path: '/carry/participant',
    aliases: ['/carry/participant/:view', '/carry/participant/:view/:subview'],
    title: 'Participants',
    kind: 'list',
    section,
    permission: 'participant.view',
    load: async () => (await import('../features/people/participant/ParticipantList.tsx')).ParticipantList,
  },
  ...standardScreens({
    base: '/carry/employee',
    noun: 'employee',
    title: 'Employee',
    section,
    view: 'employee.view',
    edit: 'employee.edit',
    record: async () => (await records()).employeeRecord,
    profile: async () => (await import('../features/people/participant/EmployeeProfile.tsx')).EmployeeProfile,
    views: employeeViews,
  }),
  {
    path: '/carry/employee/:employeeId/trust/add',
    title: 'Add trust',
    kind: 'add',
    section,
    permission: 'trust.edit',
    load: async () => (await import('../features/people/participant/TrustAddForEmployee.tsx')).TrustAddForEmployee,
  },
  ...standardScreens({
    base: '/carry/trust',
    noun: 'trust',
    title: 'Trust',
    section,
    view: 'trust.view',
    edit: 'trust.edit',
    record: async () => (await records()).trustRecord,
    profile: async () => (await import('../features/people/participant/TrustProfile.tsx')).TrustProfile,
    views: trustViews,
  }),
  ...standardScreens({
    base: '/carry/entity',
    noun: 'entity',
    title: 'Entity',
    section,
    view: 'entity.view',
    edit: 'entity.edit',
    record: async () => (await records()).entityRecord,
    profile: async () => (await import('../features/people/participant/EntityProfile.tsx')).EntityProfile,
    views: entityViews,
  }),
  ...allocationEditors('/carry/entity/:entityId', section, 'Entity Profiles'),
];
