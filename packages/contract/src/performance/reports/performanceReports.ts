import { cashflow } from './cashflow.ts';
import { cashflowAnalysis } from './cashflowAnalysis.ts';
import { dataManagement } from './dataManagement.ts';
import { fundDetails } from './fundDetails.ts';
import { fundOverview } from './fundOverview.ts';
import { fundReturns } from './fundReturns.ts';
import { gpSharing } from './gpSharing.ts';
import { investmentAnalytics } from './investmentAnalytics.ts';
import { investmentDetails } from './investmentDetails.ts';
import { investorCashFlow } from './investorCashFlow.ts';
import { investorIrrs } from './investorIrrs.ts';

/** The performance reports with their own addresses, by operation. */
export const performanceReports = {
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
} as const;
