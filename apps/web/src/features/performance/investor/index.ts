export { InvestorCashFlows } from './InvestorCashFlows.tsx';
export { InvestorInvestments } from './InvestorInvestments.tsx';
export { InvestorOverview } from './InvestorOverview.tsx';
export { InvestorProfile } from './InvestorProfile.tsx';
export { InvestorCapitalAccount, InvestorPortfolio } from './InvestorStatements.tsx';
