import { reportEndpoints } from '../../core/reportEndpoint.ts';
import { carryReports } from './index.ts';

export const carryReportEndpoints = reportEndpoints(carryReports);
