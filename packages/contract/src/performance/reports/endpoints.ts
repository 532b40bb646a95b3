import { reportEndpoints } from '../../core/reportEndpoint.ts';
import { performanceReports } from './performanceReports.ts';

export const performanceReportEndpoints = reportEndpoints(performanceReports);
