import type { ReportDefinition } from '@carrara/contract/core/report';
import type { MenuPage } from '../record/PageMenu.tsx';
import { useSession } from '../session/hooks.ts';
import { allows } from '../session/sessionSlice.ts';
import { reportPath } from './reportPaths.ts';
import { reports } from './reports.ts';
import { useReportOffered } from './useReportOffered.ts';

export const compareTitles = (page: MenuPage, other: MenuPage) => page.title.localeCompare(other.title, 'en');

/** The reports of a module that the person may read and the firm has turned on. */
export function useReportPages(module: ReportDefinition['module']): MenuPage[] {
  const session = useSession();
  const isOffered = useReportOffered();
  return reports
    .filter((report) => report.module === module && allows(session, report.permission) && isOffered(report))
    .map((report) => ({ ...report, path: reportPath(report) }));
}
