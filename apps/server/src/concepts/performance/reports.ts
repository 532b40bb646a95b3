import {
  cashflow,
  cashflowAnalysis,
  dataManagement,
  fundDetails,
  fundOverview,
  fundReturns,
  gpSharing,
  investmentAnalytics,
  investmentDetails,
  investorCashFlow,
  investorIrrs,
} from '@carrara/adapters/postgres/performance/reports';
import type { performanceReportEndpoints } from '@carrara/contract/performance/reports/endpoints';
import { reportOperations } from '../../core/reportOperations.ts';

export const performanceReportOperations = reportOperations<typeof performanceReportEndpoints>({
  reportCashflow: cashflow,
  reportCashflowAnalysis: cashflowAnalysis,
  reportDataManagement: dataManagement,
  reportFundDetails: fundDetails,
  reportFundOverview: fundOverview,
  reportFundReturns: fundReturns,
  reportGpSharing: gpSharing,
  reportInvestmentAnalytics: investmentAnalytics,
  reportInvestmentDetails: investmentDetails,
  reportInvestorCashFlow: investorCashFlow,
  reportInvestorIrrs: investorIrrs,
});
