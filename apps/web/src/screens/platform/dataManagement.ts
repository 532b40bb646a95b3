import type { Redirect, Screen } from '../../frame/screenTypes.ts';

const base = '/performance/datamanagement';
const common = { section: 'performanceData', permission: 'upload.view' } as const;

/** Uploads and mapping templates, in performance's data management. */
export const dataManagementScreens: readonly Screen[] = [
  {
    ...common,
    path: base,
    aliases: [`${base}/uploads`],
    title: 'Upload History',
    kind: 'list',
    load: async () => (await import('../../features/platform/dataManagement/UploadHistory.tsx')).UploadHistory,
  },
  {
    ...common,
    path: `${base}/uploads/:uploadId`,
    title: 'Upload',
    kind: 'edit',
    load: async () => (await import('../../features/platform/dataManagement/UploadPage.tsx')).UploadPage,
  },
  {
    ...common,
    path: `${base}/mapping`,
    title: 'Mapping Templates',
    kind: 'list',
    load: async () => (await import('../../features/platform/dataManagement/MappingTemplates.tsx')).MappingTemplates,
  },
  {
    ...common,
    path: `${base}/mapping/add`,
    title: 'Add mapping template',
    kind: 'add',
    permission: 'upload.edit',
    load: async () => (await import('../../features/platform/dataManagement/MappingEditor.tsx')).MappingEditor,
  },
  {
    ...common,
    path: `${base}/mapping/:id`,
    title: 'Mapping template',
    kind: 'edit',
    permission: 'upload.edit',
    load: async () => (await import('../../features/platform/dataManagement/MappingEditor.tsx')).MappingEditor,
  },
];
export const dataManagementRedirects: readonly Redirect[] = [{ from: '/performance/uploadhistory', to: base }];
