import { carryReports } from '@carrara/contract/carry/reports/carryReports';
import { compensationReports } from '@carrara/contract/compensation/reports/compensationReports';
import type { ReportDefinition } from '@carrara/contract/core/report';
import { performanceReports } from '@carrara/contract/performance/reports/performanceReports';
import type { ListName } from '../api/operations.ts';

const all = { ...carryReports, ...compensationReports, ...performanceReports };

/** All reports with their calls. */
export const reports: readonly (ReportDefinition & { readonly operation: ListName })[] =
  Object.entries<ReportDefinition>(all).map(([operation, report]) => ({
    operation: operation as keyof typeof all,
    ...report,
  }));
