export { fundCapitalAccounts } from './fundCapitalAccounts.ts';
export { fundPortfolioSummaries } from './fundPortfolioSummaries.ts';
