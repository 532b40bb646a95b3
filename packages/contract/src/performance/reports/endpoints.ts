import { reportEndpoints } from '../../core/reportEndpoint.ts';
import { performanceReports } from './index.ts';

export const performanceReportEndpoints = reportEndpoints(performanceReports);
