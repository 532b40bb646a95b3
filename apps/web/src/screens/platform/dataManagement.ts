import type { Redirect, Screen } from '../../frame/screenTypes.ts';

const ofModule = (base: string, section: string, aliases: readonly string[] = []): readonly Screen[] => {
  const common = { section, permission: 'upload.view' } as const;
  return [
    {
      ...common,
      path: base,
      aliases: [`${base}/uploads`, ...aliases],
      title: 'Upload History',
      kind: 'list',
      load: async () => (await import('../../features/platform/dataManagement/UploadHistory.tsx')).UploadHistory,
    },
    {
      ...common,
      path: `${base}/uploads/:uploadId`,
      title: 'Upload',
      kind: 'profile',
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
};

/** Uploads and mapping templates in the data management of each module. */
export const dataManagementScreens: readonly Screen[] = [
  ...ofModule('/carry/datamanagement', 'datamanagement', ['/carry/datamanagement/:view']),
  ...ofModule('/performance/datamanagement', 'performanceData'),
  ...ofModule('/comp/datamanagement', 'compData'),
];
export const dataManagementRedirects: readonly Redirect[] = ['performance', 'comp'].map((module) => ({
  from: `/${module}/uploadhistory`,
  to: `/${module}/datamanagement`,
}));
