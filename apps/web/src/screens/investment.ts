import { activityView, documentView } from '../app/annotations.ts';
import type { Screen, View } from '../app/screenTypes.ts';
import { listOf, profileOf } from '../record/screensOf.tsx';
import { allocation, allocationEditors, allocationView } from './allocation.ts';
import { taxView } from './taxes.ts';

const investment = async () => (await import('../features/investment/investmentRecord.ts')).investmentRecord;

const investmentViews: readonly View[] = [
  {
    id: 'tranche',
    alias: 'overview',
    title: 'Tranches',
    permission: 'tranche.view',
    load: async () => (await import('../features/investment/InvestmentOverview.tsx')).InvestmentOverview,
  },
  allocationView('Allocation', async () => (await allocation()).InvestmentAllocation),
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
    load: listOf(investment),
  },
  {
    path: '/carry/investment/add',
    title: 'Add investment',
    kind: 'add',
    section: 'investment',
    permission: 'investment.edit',
    load: async () => (await import('../features/investment/InvestmentEditor.tsx')).InvestmentEditor,
  },
  {
    path: '/carry/investment/:id/edit',
    title: 'Edit investment',
    kind: 'edit',
    section: 'investment',
    permission: 'investment.edit',
    load: async () => (await import('../features/investment/InvestmentEditor.tsx')).InvestmentEditor,
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
    load: async () => (await import('../features/investment/TrancheProfile.tsx')).TrancheProfile,
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
  ...allocationEditors(
    '/carry/investment/:investmentId/:containerType/:containerId',
    'investment',
    'Investment Profiles',
  ),
];
