import { PageMenu } from '../record/PageMenu.tsx';
import { carryGroups, compensationGroups } from './reportGroups.ts';
import { byTitle, useReportPages } from './useReportPages.ts';

/** The compensation reports that the person may read. */
export const CompensationReports = () => (
  <PageMenu title="Reports" pages={useReportPages('comp').toSorted(byTitle)} groups={compensationGroups} />
);

/** The carry reports that the person may read. */
export const ReportMenu = () => (
  <PageMenu title="Reports" pages={useReportPages('carry').toSorted(byTitle)} groups={carryGroups} />
);
