import {
  cashflow,
  cashflowAnalysis,
  dataManagement,
  fundDetails,
  gpSharing,
  investmentAnalytics,
  investorIrrs,
} from '@carrara/adapters/postgres/performance/reports';
import type { performanceReportEndpoints } from '@carrara/contract/performance/reports/endpoints';
import { reportOperations } from '../../reportOperations.ts';

export const performanceReportOperations = reportOperations<typeof performanceReportEndpoints>({
  reportCashflow: cashflow,
  reportCashflowAnalysis: cashflowAnalysis,
  reportDataManagement: dataManagement,
  reportFundDetails: fundDetails,
  reportGpSharing: gpSharing,
  reportInvestmentAnalytics: investmentAnalytics,
  reportInvestorIrrs: investorIrrs,
});
