import type { ReportQuery } from '../../engine/reports/reportQuery.ts';
import { cashflow } from './cashflow.ts';
import { cashflowAnalysis } from './cashflowAnalysis.ts';
import { dataManagement } from './dataManagement.ts';
import { fundCapitalAccounts } from './fundCapitalAccounts.ts';
import { fundDetails } from './fundDetails.ts';
import { fundOverview } from './fundOverview.ts';
import { fundPortfolioSummaries } from './fundPortfolioSummaries.ts';
import { fundReturns } from './fundReturns.ts';
import { gpSharing } from './gpSharing.ts';
import { investmentAnalytics } from './investmentAnalytics.ts';
import { investmentDetails } from './investmentDetails.ts';
import { investorCashFlow } from './investorCashFlow.ts';
import { investorIrrs } from './investorIrrs.ts';

/** The bases of the performance reports with their own addresses, by operation. */
export const performanceReportQueries = {
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
};

/** All performance reports by name. */
export const reportQueries: Readonly<Record<string, ReportQuery>> = Object.fromEntries(
  [...Object.values(performanceReportQueries), fundCapitalAccounts, fundPortfolioSummaries].map((query) => [
    query.report.name,
    query,
  ]),
);
