import type { Redirect, Screen } from '../../frame/screenTypes.ts';

const path = '/performance/datamanagement/bulkedit';

/** Many cells of many records at once, in performance's data management alone. */
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
