import { reportEndpoints } from '../../core/reportEndpoint.ts';
import { compensationReports } from './index.ts';

export const compensationReportEndpoints = reportEndpoints(compensationReports);
