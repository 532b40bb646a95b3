import * as reportBases from '@carrara/adapters/postgres/performance/reports/reportBases';
import type { performanceReportEndpoints } from '@carrara/contract/performance/reports/endpoints';
import { reportOperations } from '../../../core/reportOperations.ts';

export const performanceReportOperations = reportOperations<typeof performanceReportEndpoints>(reportBases);
