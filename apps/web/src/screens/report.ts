import { reportHeads } from 'virtual:contract/reports';
import type { Screen } from '../frame/screenTypes.ts';

/** The menu of reports, and each report at the address of its name. */
export const reportScreens: readonly Screen[] = [
  {
    path: '/carry/report',
    title: 'Reports',
    kind: 'list',
    section: 'report',
    permission: 'distribution.view',
    load: async () => (await import('../report/ReportMenu.tsx')).ReportMenu,
  },
  ...reportHeads.map(
    ({ module, name, title, permission }): Screen => ({
      path: `/${module}/report/${name}`,
      title,
      kind: 'list',
      section: 'report',
      permission,
      load: async () => (await import('../report/ReportScreen.tsx')).ReportScreen,
    }),
  ),
];
