import { reportGroups } from '@carrara/contract/core/report';
import { PageMenu } from '../record/PageMenu.tsx';
import { byTitle, useReportPages } from './useReportPages.ts';

/** The compensation reports that the person may read. */
export const CompensationReports = () => (
  <PageMenu title="Reports" pages={useReportPages('comp').toSorted(byTitle)} groups={reportGroups.comp} />
);

/** The carry reports that the person may read. */
export const ReportMenu = () => (
  <PageMenu title="Reports" pages={useReportPages('carry').toSorted(byTitle)} groups={reportGroups.carry} />
);
