import { activityView, documentView } from '../../record/screens/annotations.ts';
import type { Screen, View } from '../../frame/screenTypes.ts';
import { allocation, allocationEditors, allocationView } from '../carry/allocation.ts';
import { balanceView } from '../carry/balances.ts';
import { taxView } from '../carry/taxes.ts';

const investmentViews: readonly View[] = [
  {
    id: 'tranche',
    alias: 'overview',
    title: 'Tranches',
    permission: 'tranche.view',
    load: async () => (await import('../../features/portfolio/investment/InvestmentOverview.tsx')).InvestmentOverview,
  },
  {
    id: 'metric',
    title: 'Financial Performance',
    load: async () => (await import('../../features/portfolio/investment/InvestmentMetrics.tsx')).InvestmentMetrics,
  },
  allocationView('Allocation', async () => (await allocation()).InvestmentAllocation),
  {
    id: 'distribution',
    title: 'Distributions',
    permission: 'distribution.view',
    load: async () =>
      (await import('../../features/portfolio/investment/InvestmentDistributions.tsx')).InvestmentDistributions,
  },
  balanceView('Investment'),
  documentView('investment'),
  taxView('investment', 'tax-profile'),
  activityView(),
];

export const investmentScreens: readonly Screen[] = [
  {
    path: '/carry/investment',
    title: 'Investments',
    kind: 'list',
    section: 'investment',
    permission: 'investment.view',
    load: async () => (await import('../../features/portfolio/investment/InvestmentList.tsx')).InvestmentList,
  },
  {
    path: '/carry/investment/add',
    title: 'Add investment',
    kind: 'add',
    section: 'investment',
    permission: 'investment.edit',
    load: async () => (await import('../../features/portfolio/investment/InvestmentEditor.tsx')).InvestmentEditor,
  },
  {
    path: '/carry/investment/:id/edit',
    title: 'Edit investment',
    kind: 'edit',
    section: 'investment',
    permission: 'investment.edit',
    load: async () => (await import('../../features/portfolio/investment/InvestmentEditor.tsx')).InvestmentEditor,
  },
  {
    path: '/carry/investment/:id/profile/:view?/:fundOrCoinvestmentId?',
    title: 'Investment',
    kind: 'profile',
    section: 'investment',
    permission: 'investment.view',
    load: async () => (await import('../../features/portfolio/investment/InvestmentProfile.tsx')).InvestmentProfile,
    views: investmentViews,
  },
  {
    path: '/carry/investment/:investmentId/tranche/:trancheId/profile',
    title: 'Tranche',
    kind: 'profile',
    section: 'investment',
    permission: 'tranche.view',
    load: async () => (await import('../../features/portfolio/investment/TrancheProfile.tsx')).TrancheProfile,
    views: [
      allocationView('Allocation profiles', async () => (await allocation()).TrancheAllocation),
      {
        id: 'overview',
        title: 'Details',
        load: async () => (await import('../../features/portfolio/investment/TrancheProfile.tsx')).TrancheOverview,
      },
      documentView('tranche'),
      activityView(),
    ],
  },
  {
    path: '/carry/investment/:investmentId/tranche/:trancheId/allocation',
    title: 'Allocation profiles',
    kind: 'add',
    section: 'investment',
    listTitle: 'Investment Profiles',
    permission: 'allocationProfile.view',
    load: async () => (await allocation()).ContainerAllocation,
  },
  ...allocationEditors(
    '/carry/investment/:investmentId/:containerType/:containerId',
    'investment',
    'Investment Profiles',
  ),
];
