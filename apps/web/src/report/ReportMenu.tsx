import { reportGroups } from '@carrara/contract/core/report';
import { PageMenu } from '../record/PageMenu.tsx';
import { compareTitles, useReportPages } from './useReportPages.ts';

/** The compensation reports that the person may read. */
export const CompensationReports = () => (
  <PageMenu title="Reports" pages={useReportPages('comp').toSorted(compareTitles)} groups={reportGroups.comp} />
);

/** The carry reports that the person may read. */
export const ReportMenu = () => (
  <PageMenu title="Reports" pages={useReportPages('carry').toSorted(compareTitles)} groups={reportGroups.carry} />
);
