import { carryReports } from '@carrara/contract/carry/reports/index';
import type { ReportDefinition } from '@carrara/contract/core/report';
import { performanceReports } from '@carrara/contract/performance/reports/index';
import type { ListName } from '../api/operations.ts';

const all = { ...carryReports, ...performanceReports };

/** Every report, with the call that answers it. */
export const reports: readonly (ReportDefinition & { readonly operation: ListName })[] =
  Object.entries<ReportDefinition>(all).map(([operation, report]) => ({
    operation: operation as keyof typeof all,
    ...report,
  }));

export const reportPath = ({ module, name }: Pick<ReportDefinition, 'module' | 'name'>): string =>
  `/${module}/report/${name}`;
