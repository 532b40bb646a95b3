export { InvestorCashFlows } from './InvestorCashFlows.tsx';
export { InvestorInvestments } from './InvestorInvestments.tsx';
export { InvestorLookThrough } from './InvestorLookThrough.tsx';
export { InvestorOverview } from './InvestorOverview.tsx';
export { InvestorProfile } from './InvestorProfile.tsx';
export { InvestorCapitalAccount, InvestorPortfolio } from './InvestorStatements.tsx';
