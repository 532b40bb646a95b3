import { activityView, documentView } from '../../record/screens/annotations.ts';
import type { Screen, View } from '../../frame/screenTypes.ts';

const realizationViews: readonly View[] = [
  {
    id: 'overview',
    title: 'Overview',
    load: async () => (await import('../../features/carry/realization/RealizationOverview.tsx')).RealizationOverview,
  },
  {
    id: 'details',
    title: 'Participant Summary',
    load: async () => (await import('../../features/carry/realization/RealizationDetails.tsx')).RealizationDetails,
  },
  documentView('realization'),
  activityView(),
];
const editor = async () => (await import('../../features/carry/realization/RealizationEditor.tsx')).RealizationEditor;

export const realizationScreens: readonly Screen[] = [
  {
    path: '/carry/realization',
    title: 'Realizations',
    kind: 'list',
    section: 'realization',
    permission: 'realization.view',
    load: async () => (await import('../../features/carry/realization/RealizationList.tsx')).RealizationList,
  },
  {
    path: '/carry/realization/create',
    title: 'Create realization',
    kind: 'add',
    section: 'realization',
    permission: 'realization.edit',
    load: editor,
  },
  {
    path: '/carry/realization/:id/edit',
    title: 'Edit realization',
    kind: 'edit',
    section: 'realization',
    permission: 'realization.edit',
    load: editor,
  },
  {
    path: '/carry/realization/:id',
    title: 'Realization',
    kind: 'profile',
    section: 'realization',
    permission: 'realization.view',
    load: async () => (await import('../../features/carry/realization/RealizationScreen.tsx')).RealizationScreen,
    views: realizationViews,
  },
];
