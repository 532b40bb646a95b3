import { activityView, documentView } from '../../record/screens/annotations.ts';
import type { Screen, View } from '../../frame/screenTypes.ts';
import { allocation, allocationEditors, allocationView } from '../carry/allocation.ts';
import { standardScreens } from '../standard.ts';

const record = async () => (await import('../../features/portfolio/vintage/vintageRecord.ts')).vintageRecord;
const views = () => import('../../features/portfolio/vintage/VintageViews.tsx');

const vintageViews: readonly View[] = [
  { id: 'transactions', title: 'Transactions', load: async () => (await views()).VintageTransactions },
  {
    id: 'investment',
    title: 'Investments',
    permission: 'investment.view',
    load: async () => (await views()).VintageInvestments,
  },
  allocationView('Allocation', async () => (await allocation()).containerAllocation('vintage')),
  documentView('vintage'),
  activityView(),
];

export const vintageScreens: readonly Screen[] = [
  {
    path: '/carry/vintage',
    title: 'Vintages',
    kind: 'list',
    section: 'vintage',
    permission: 'vintage.view',
    load: async () => (await import('../../features/portfolio/vintage/VintageList.tsx')).VintageList,
  },
  ...standardScreens({
    base: '/carry/vintage',
    noun: 'vintage',
    title: 'Vintage',
    section: 'vintage',
    view: 'vintage.view',
    edit: 'vintage.edit',
    record,
    editor: async () => (await import('../../features/portfolio/vintage/VintageEditor.tsx')).VintageEditor,
    views: vintageViews,
  }),
  ...allocationEditors('/carry/vintage/:vintageId', 'vintage', 'Vintage Profiles'),
  ...allocationEditors('/carry/fund/:fundId/vintage/:vintageId', 'vintage', 'Vintage Profiles'),
  {
    path: '/carry/fund/:fundId/vintage/:vintageId/allocation',
    title: 'Allocation profiles',
    kind: 'add',
    section: 'vintage',
    listTitle: 'Vintage Profiles',
    permission: 'allocationProfile.view',
    load: async () => (await allocation()).ContainerAllocation,
  },
];
