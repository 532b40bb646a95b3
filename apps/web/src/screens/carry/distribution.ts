import { activityView, documentView } from '../../record/screens/annotations.ts';
import type { Screen, View } from '../../frame/screenTypes.ts';

const distributionViews: readonly View[] = [
  {
    id: 'overview',
    title: 'Overview',
    load: async () => (await import('../../features/carry/distribution/DistributionOverview.tsx')).DistributionOverview,
  },
  {
    id: 'details',
    title: 'Participant Summary',
    load: async () => (await import('../../features/carry/distribution/DistributionDetails.tsx')).DistributionDetails,
  },
  {
    id: 'approvals',
    title: 'Approvals',
    load: async () =>
      (await import('../../features/carry/distribution/DistributionApprovals.tsx')).DistributionApprovals,
  },
  documentView('distribution'),
  activityView(),
];

export const distributionScreens: readonly Screen[] = [
  {
    path: '/carry/distribution',
    title: 'Distributions',
    kind: 'list',
    section: 'distribution',
    permission: 'distribution.view',
    load: async () => (await import('../../features/carry/distribution/DistributionList.tsx')).DistributionList,
  },
  {
    path: '/carry/distribution/create',
    title: 'Create distribution',
    kind: 'add',
    section: 'distribution',
    permission: 'distribution.edit',
    load: async () => (await import('../../features/carry/distribution/DistributionEditor.tsx')).DistributionEditor,
  },
  {
    path: '/carry/distribution/:id/edit',
    title: 'Edit distribution',
    kind: 'edit',
    section: 'distribution',
    permission: 'distribution.edit',
    load: async () => (await import('../../features/carry/distribution/DistributionEditor.tsx')).DistributionEditor,
  },
  {
    path: '/carry/distribution/:id',
    title: 'Distribution',
    kind: 'profile',
    section: 'distribution',
    permission: 'distribution.view',
    load: async () => (await import('../../features/carry/distribution/DistributionScreen.tsx')).DistributionScreen,
    views: distributionViews,
  },
];
