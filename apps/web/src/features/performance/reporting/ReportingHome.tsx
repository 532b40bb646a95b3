import { PageMenu } from '../../../record/PageMenu.tsx';
import { reportingPages } from './reportingPages.ts';

/** The start page of the reporting area. */
export const ReportingHome = () => <PageMenu title="Reporting" pages={reportingPages} />;
