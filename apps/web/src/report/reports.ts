import { carryReports } from '@carrara/contract/carry/reports/index';
import type { ReportDefinition } from '@carrara/contract/core/report';
import type { ListName } from '../api/operations.ts';

/** Every report, with the call that answers it. */
export const reports: readonly (ReportDefinition & { readonly operation: ListName })[] =
  Object.entries<ReportDefinition>(carryReports).map(([operation, report]) => ({
    operation: operation as keyof typeof carryReports,
    ...report,
  }));

export const reportPath = ({ module, name }: Pick<ReportDefinition, 'module' | 'name'>): string =>
  `/${module}/report/${name}`;
