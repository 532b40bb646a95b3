import type { Redirect, Screen, Section, View } from './app/screenTypes.ts';
import { editorOf, listOf, overviewOf, profileOf } from './record/screensOf.tsx';

const fund = async () => (await import('./features/fund/fundRecord.ts')).fundRecord;
const coinvestment = async () => (await import('./features/fund/coinvestmentRecord.ts')).coinvestmentRecord;
const participants = () => import('./features/participant/participantRecords.ts');
const employee = async () => (await participants()).employeeRecord;
const trust = async () => (await participants()).trustRecord;
const entity = async () => (await participants()).entityRecord;

/** The parts of each module, in the order of its sidebar. */
export const sections: readonly Section[] = [
  {
    id: 'participant',
    module: 'carry',
    group: 'Carry',
    title: 'Participants',
    icon: 'participants',
    path: '/carry/participant',
    permission: 'participant.view',
  },
  {
    id: 'fund',
    module: 'carry',
    group: 'Carry',
    title: 'Funds',
    icon: 'funds',
    path: '/carry/fund',
    permission: 'fund.view',
  },
  {
    id: 'coinvestment',
    module: 'carry',
    group: 'Carry',
    title: 'Coinvestments',
    icon: 'coinvestments',
    path: '/carry/coinvestment',
    permission: 'coinvestment.view',
  },
  {
    id: 'investment',
    module: 'carry',
    group: 'Carry',
    title: 'Investments',
    icon: 'investments',
    path: '/carry/investment',
    permission: 'investment.view',
  },
  {
    id: 'distribution',
    module: 'carry',
    group: 'Carry',
    title: 'Distributions',
    icon: 'distributions',
    path: '/carry/distribution',
    permission: 'distribution.view',
  },
  {
    id: 'vesting',
    module: 'carry',
    group: 'Setup',
    title: 'Vesting schedules',
    icon: 'vesting',
    path: '/carry/settings/vesting',
    permission: 'vesting.view',
  },
  {
    id: 'taxes',
    module: 'carry',
    group: 'Setup',
    title: 'Tax profiles',
    icon: 'taxes',
    path: '/carry/settings/taxes',
    permission: 'taxProfile.view',
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
];
const coinvestmentViews: readonly View[] = [{ id: 'overview', title: 'Overview', load: overviewOf(coinvestment) }];

/** Every screen. The first of a path that fits wins, so `add` stands before `:id`. */
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
];

export const redirects: readonly Redirect[] = [{ from: '/carry', to: '/carry/participant' }];
