/**
 * A report that is added here, under the name of its operation, gets a call, a screen, a menu entry, files and a command.
 * `fundCapitalAccounts` and `fundPortfolioSummaries` are missing because `capitalAccount.ts` and `portfolioSummary.ts` define their calls.
 */
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
