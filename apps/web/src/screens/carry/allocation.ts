import { activityView, documentView } from '../../record/screens/annotations.ts';
import type { Screen, View } from '../../frame/screenTypes.ts';

export const allocation = () => import('../../features/carry/allocation/containerViews.tsx');
/** Returns the tab with the allocation profiles of a container. */
export const allocationView = (title: string, load: View['load']): View => ({
  id: 'allocation',
  title,
  permission: 'allocationProfile.view',
  load,
});
const allocationEditor = async () =>
  (await import('../../features/carry/allocation/AllocationProfileEditor.tsx')).AllocationProfileEditor;
/** Returns the pages that create, copy and edit an allocation profile of the container at this address. */
export const allocationEditors = (base: string, section: string, listTitle: string): Screen[] =>
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
const allocationProfileViews: readonly View[] = [
  {
    id: 'overview',
    title: 'Overview',
    load: async () => (await import('../../features/carry/allocation/ProfileEntries.tsx')).ProfileEntries,
  },
  {
    id: 'history',
    title: 'History',
    load: async () => (await import('../../features/carry/allocation/ProfileHistory.tsx')).ProfileHistory,
  },
  documentView('allocationProfile'),
  activityView(),
];

/** The page of an allocation profile without its container. */
export const allocationScreens: readonly Screen[] = [
  {
    path: '/carry/allocation/:profileId/profile',
    title: 'Allocation profile',
    kind: 'profile',
    section: 'fund',
    permission: 'allocationProfile.view',
    load: async () =>
      (await import('../../features/carry/allocation/AllocationProfileScreen.tsx')).AllocationProfileScreen,
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
];
