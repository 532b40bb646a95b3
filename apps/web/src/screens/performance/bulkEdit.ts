import type { Redirect, Screen } from '../../frame/screenTypes.ts';

const path = '/performance/datamanagement/bulkedit';

/** Bulk edit, which exists only in the data management of the performance module. */
export const bulkEditScreens: readonly Screen[] = [
  {
    path,
    title: 'Bulk edit',
    kind: 'list',
    section: 'performanceData',
    permission: 'valuation.edit',
    load: async () => (await import('../../features/performance/bulkEdit/BulkEdit.tsx')).BulkEdit,
  },
];
export const bulkEditRedirects: readonly Redirect[] = [{ from: '/performance/bulkedit', to: path }];
