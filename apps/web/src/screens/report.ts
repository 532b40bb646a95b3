import { reportEntries } from 'virtual:contract/reports';
import type { Redirect, Screen } from '../frame/screenTypes.ts';
import { fundDetailPages, reportPath } from '../report/reportPaths.ts';

/** The sections of reports that have their own menu entry, and those of the others by module. */
const sectionOf: Readonly<Partial<Record<string, string>>> = {
  'carry-reconciliation': 'reconcile',
  performance: 'performanceReport',
  comp: 'compReport',
};

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
  {
    path: '/comp/report',
    title: 'Reports',
    kind: 'list',
    section: 'compReport',
    permission: 'compEmployee.view',
    load: async () => (await import('../report/ReportMenu.tsx')).CompensationReports,
  },
  ...reportEntries.map(
    (report): Screen => ({
      path: reportPath(report),
      aliases: (report.aliases ?? []).map((name) => reportPath({ ...report, name })),
      title: report.title,
      kind: 'list',
      section: sectionOf[report.name] ?? sectionOf[report.module] ?? 'report',
      permission: report.permission,
      load: async () => (await import('../report/ReportScreen.tsx')).ReportScreen,
    }),
  ),
  ...fundDetailPages
    .filter(({ path }) => !reportEntries.some((report) => reportPath(report) === path))
    .map(
      ({ path, title }): Screen => ({
        path,
        title,
        kind: 'list',
        section: 'performanceReport',
        permission: 'fundLedger.view',
        load: async () => (await import('../report/ReportScreen.tsx')).ReportScreen,
      }),
    ),
];

/** Redirects for performance reports at addresses with their category. */
export const reportRedirects: readonly Redirect[] = reportEntries.flatMap((report) =>
  report.module === 'performance' && report.category && !report.at
    ? [{ from: `/performance/report/${report.category}/${report.name}`, to: reportPath(report) }]
    : [],
);
