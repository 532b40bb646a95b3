/** The bases of the performance reports with their own addresses, by operation. */
export { cashflow as reportCashflow } from './cashflow.ts';
export { cashflowAnalysis as reportCashflowAnalysis } from './cashflowAnalysis.ts';
export { dataManagement as reportDataManagement } from './dataManagement.ts';
export { fundDetails as reportFundDetails } from './fundDetails.ts';
export { fundOverview as reportFundOverview } from './fundOverview.ts';
export { fundReturns as reportFundReturns } from './fundReturns.ts';
export { gpSharing as reportGpSharing } from './gpSharing.ts';
export { investmentAnalytics as reportInvestmentAnalytics } from './investmentAnalytics.ts';
export { investmentDetails as reportInvestmentDetails } from './investmentDetails.ts';
export { investorCashFlow as reportInvestorCashFlow } from './investorCashFlow.ts';
export { investorIrrs as reportInvestorIrrs } from './investorIrrs.ts';
