import { reportEndpoints } from '../../core/reportEndpoint.ts';
import { compensationReports } from './compensationReports.ts';

export const compensationReportEndpoints = reportEndpoints(compensationReports);
