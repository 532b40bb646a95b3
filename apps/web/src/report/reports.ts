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

type ReportIdentity = Pick<ReportDefinition, 'module' | 'name' | 'at' | 'category'>;
export const reportPath = ({ module, name, at, category }: ReportIdentity): string =>
  `/${module}/report/${at === undefined ? name : `${category ?? 'v2'}/${at}`}`;

const page = (name: string, title: string, operation: keyof typeof performanceReports) => ({
  path: `/performance/report/${name}`,
  title,
  operation,
});
/** Reports that share a page, each with its own address and name. */
export const fundDetailPages = [
  page('fund-details', 'Fund Details', 'reportFundDetails'),
  page('fund-cash-flow-analysis', 'Fund Cash Flow Analysis', 'reportCashflowAnalysis'),
  page('date-management', 'Date Management', 'reportDataManagement'),
  page('investor-cash-flow', 'Investor Cash Flow', 'reportInvestorCashFlow'),
];
