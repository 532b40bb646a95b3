import { PageMenu } from '../record/PageMenu.tsx';
import { byTitle, useReportPages } from './useReportPages.ts';

/** The same of compensation. */
export const CompensationReports = () => <PageMenu title="Reports" pages={useReportPages('comp').toSorted(byTitle)} />;

/** The reports of carry that the person may read, by their titles. */
export const ReportMenu = () => <PageMenu title="Reports" pages={useReportPages('carry').toSorted(byTitle)} />;
