import { activityView, documentView } from '../../record/screens/annotations.ts';
import type { Screen, View } from '../../frame/screenTypes.ts';
import { lazyList } from '../../record/screens/lazyScreens.tsx';
import { allocation, allocationEditors, allocationView } from '../carry/allocation.ts';
import { standardScreens } from '../standard.ts';
import { balanceView } from '../carry/balances.ts';
import { taxView } from '../carry/taxes.ts';

const fund = async () => (await import('../../features/portfolio/fund/fundRecord.ts')).fundRecord;
const coinvestment = async () =>
  (await import('../../features/portfolio/fund/coinvestmentRecord.ts')).coinvestmentRecord;

const investmentView: View = {
  id: 'investment',
  title: 'Investments',
  permission: 'investment.view',
  load: async () => (await import('../../features/portfolio/fund/FundInvestments.tsx')).FundInvestments,
};
const coinvestmentInvestmentView: View = {
  ...investmentView,
  load: async () => (await import('../../features/portfolio/fund/FundInvestments.tsx')).CoinvestmentInvestments,
};

const coinvestmentParts = () => import('../../features/portfolio/fund/CoinvestmentViews.tsx');
const distributionView = (load: View['load']): View => ({
  id: 'distribution',
  title: 'Distributions',
  permission: 'distribution.view',
  load,
});
const forecastView = (load: View['load']): View => ({
  id: 'forecast',
  title: 'Forecasts',
  permission: 'forecast.view',
  load,
});
const fundParts = () => import('../../features/portfolio/fund/FundViews.tsx');

const fundViews: readonly View[] = [
  {
    id: 'overview',
    title: 'Overview',
    load: async () => (await import('../../features/portfolio/fund/FundOverview.tsx')).FundOverview,
  },
  {
    id: 'metric',
    title: 'Financial Performance',
    permission: 'investment.view',
    load: async () => (await fundParts()).FundMetrics,
  },
  {
    id: 'coinvestment',
    title: 'Coinvestments',
    permission: 'coinvestment.view',
    load: async () => (await import('../../features/portfolio/fund/FundCoinvestments.tsx')).FundCoinvestments,
  },
  investmentView,
  {
    id: 'vintage',
    title: 'Vintages',
    permission: 'vintage.view',
    load: async () => (await import('../../features/portfolio/fund/FundVintages.tsx')).FundVintages,
  },
  balanceView('Fund'),
  allocationView('Allocation', async () => {
    const [{ containerAllocation }, { withAllocationReport }] = await Promise.all([allocation(), fundParts()]);
    return withAllocationReport(containerAllocation('fund'));
  }),
  distributionView(async () => (await fundParts()).FundDistributions),
  forecastView(async () => (await fundParts()).FundForecasts),
  documentView('fund'),
  taxView('fund', 'tax-profile'),
  activityView(),
];
const coinvestmentViews: readonly View[] = [
  {
    id: 'overview',
    title: 'Overview',
    load: async () => (await import('../../features/portfolio/fund/CoinvestmentOverview.tsx')).CoinvestmentOverview,
  },
  coinvestmentInvestmentView,
  balanceView('Coinvestment'),
  allocationView('Allocation', async () => (await allocation()).containerAllocation('coinvestment')),
  distributionView(async () => (await coinvestmentParts()).CoinvestmentDistributions),
  forecastView(async () => (await coinvestmentParts()).CoinvestmentForecasts),
  taxView('coinvestment', 'tax-profile'),
  documentView('coinvestment'),
  activityView(),
];

/** Funds and their coinvestments. */
export const fundScreens: readonly Screen[] = [
  {
    path: '/carry/fund',
    title: 'Funds',
    kind: 'list',
    section: 'fund',
    permission: 'fund.view',
    load: async () => (await import('../../features/portfolio/fund/FundList.tsx')).FundList,
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
    load: lazyList(coinvestment),
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
