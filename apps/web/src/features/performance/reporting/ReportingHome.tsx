import { PageMenu } from '../../../record/PageMenu.tsx';
import { reportingPages } from './reportingPages.ts';

/** Where the reporting area begins. */
export const ReportingHome = () => <PageMenu title="Reporting" pages={reportingPages} />;
