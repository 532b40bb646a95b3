import type { ReportDefinition } from '@carrara/contract/core/report';
import type { performanceReports } from '@carrara/contract/performance/reports/performanceReports';

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
