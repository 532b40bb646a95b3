import { performanceReportQueries } from '@carrara/adapters/postgres/performance/reports/reportQueries';
import type { performanceReportEndpoints } from '@carrara/contract/performance/reports/endpoints';
import { reportOperations } from '../../core/reportOperations.ts';

export const performanceReportOperations =
  reportOperations<typeof performanceReportEndpoints>(performanceReportQueries);
