import { reportEndpoints } from '../../core/reportEndpoint.ts';
import { carryReports } from './carryReports.ts';

export const carryReportEndpoints = reportEndpoints(carryReports);
