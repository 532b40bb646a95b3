import { activityView, documentView } from '../app/annotations.ts';
import type { Screen, View } from '../app/screenTypes.ts';
import { listOf, overviewOf } from '../record/screensOf.tsx';
import { allocation, allocationEditors, allocationView } from './allocation.ts';
import { standardScreens } from './standard.ts';
import { taxView } from './taxes.ts';

const fund = async () => (await import('../features/fund/fundRecord.ts')).fundRecord;
const coinvestment = async () => (await import('../features/fund/coinvestmentRecord.ts')).coinvestmentRecord;

const investmentView: View = {
  id: 'investment',
  title: 'Investments',
  permission: 'investment.view',
  load: async () => (await import('../features/fund/FundInvestments.tsx')).FundInvestments,
};

const fundViews: readonly View[] = [
  { id: 'overview', title: 'Overview', load: overviewOf(fund) },
  {
    id: 'coinvestment',
    title: 'Coinvestments',
    permission: 'coinvestment.view',
    load: async () => (await import('../features/fund/FundCoinvestments.tsx')).FundCoinvestments,
  },
  investmentView,
  {
    id: 'vintage',
    title: 'Vintages',
    permission: 'vintage.view',
    load: async () => (await import('../features/fund/FundVintages.tsx')).FundVintages,
  },
  allocationView('Allocation', async () => (await allocation()).allocationOf('fund')),
  documentView('fund'),
  taxView('fund', 'tax-profile'),
  activityView(),
];
const coinvestmentViews: readonly View[] = [
  { id: 'overview', title: 'Overview', load: overviewOf(coinvestment) },
  investmentView,
  allocationView('Allocation', async () => (await allocation()).allocationOf('coinvestment')),
  taxView('coinvestment', 'tax-profile'),
  documentView('coinvestment'),
  activityView(),
];

/** Funds and the coinvestments beside them. */
export const fundScreens: readonly Screen[] = [
  {
    path: '/carry/fund',
    title: 'Funds',
    kind: 'list',
    section: 'fund',
    permission: 'fund.view',
    load: async () => (await import('../features/fund/FundList.tsx')).FundList,
  },
  ...standardScreens({
    base: '/carry/fund',
    noun: 'fund',
    title: 'Fund',
    section: 'fund',
    view: 'fund.view',
    edit: 'fund.edit',
    record: fund,
    views: fundViews,
  }),
  {
    path: '/carry/coinvestment',
    title: 'Coinvestments',
    kind: 'list',
    section: 'coinvestment',
    permission: 'coinvestment.view',
    load: listOf(coinvestment),
  },
  ...standardScreens({
    base: '/carry/coinvestment',
    noun: 'coinvestment',
    title: 'Coinvestment',
    section: 'coinvestment',
    view: 'coinvestment.view',
    edit: 'coinvestment.edit',
    record: coinvestment,
    views: coinvestmentViews,
  }),
  ...allocationEditors('/carry/fund/:fundId', 'fund', 'Fund Profiles'),
  ...allocationEditors('/carry/coinvestment/:coinvestmentId', 'coinvestment', 'Coinvestment Profiles'),
];
