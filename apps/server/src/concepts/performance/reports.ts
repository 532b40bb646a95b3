import { cashflow } from '@carrara/adapters/postgres/performance/reports/cashflow';
import { cashflowAnalysis } from '@carrara/adapters/postgres/performance/reports/cashflowAnalysis';
import { dataManagement } from '@carrara/adapters/postgres/performance/reports/dataManagement';
import { fundDetails } from '@carrara/adapters/postgres/performance/reports/fundDetails';
import { fundOverview } from '@carrara/adapters/postgres/performance/reports/fundOverview';
import { fundReturns } from '@carrara/adapters/postgres/performance/reports/fundReturns';
import { gpSharing } from '@carrara/adapters/postgres/performance/reports/gpSharing';
import { investmentAnalytics } from '@carrara/adapters/postgres/performance/reports/investmentAnalytics';
import { investmentDetails } from '@carrara/adapters/postgres/performance/reports/investmentDetails';
import { investorCashFlow } from '@carrara/adapters/postgres/performance/reports/investorCashFlow';
import { investorIrrs } from '@carrara/adapters/postgres/performance/reports/investorIrrs';
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
