import type { Screen, View } from '../../frame/screenTypes.ts';

const permission = 'fundLedger.view';

/** The capital account of a fund, as a tab of its profile. */
export const fundCapitalAccountView: View = {
  id: 'cas',
  title: 'Capital Account Statement',
  load: async () => (await import('../../statement/FundCapitalAccount.tsx')).FundCapitalAccount,
};

const statements = () => import('../../features/performance/investor/InvestorStatements.tsx');
/** Statements of an investor, as tabs of its profile. */
export const investorStatementViews: readonly View[] = [
  {
    id: 'cas',
    title: 'Capital Account Statement',
    permission,
    load: async () => (await statements()).InvestorCapitalAccount,
  },
  { id: 'ps', title: 'Portfolio Summary', permission, load: async () => (await statements()).InvestorPortfolio },
  {
    id: 'distributions',
    title: 'Cash Flows',
    permission,
    load: async () => (await import('../../features/performance/investor/InvestorCashFlows.tsx')).InvestorCashFlows,
  },
  {
    id: 'investments',
    title: 'Investments',
    permission,
    load: async () => (await import('../../features/performance/investor/InvestorInvestments.tsx')).InvestorInvestments,
  },
  {
    id: 'look-through',
    title: 'Look-through',
    permission,
    load: async () => (await import('../../features/performance/investor/InvestorLookThrough.tsx')).InvestorLookThrough,
  },
];

const base = '/performance/report';
const page = { kind: 'list', section: 'performanceReport', permission } as const;
const reports = () => import('../../features/performance/report/StatementReports.tsx');

/** The reports of capital accounts and portfolios: of one fund in detail, and of all funds. */
export const statementReportScreens: readonly Screen[] = [
  {
    ...page,
    path: base,
    title: 'Reports',
    load: async () => (await import('../../features/performance/report/ReportMenu.tsx')).PerformanceReportMenu,
  },
  {
    ...page,
    path: `${base}/fund/cas`,
    aliases: [`${base}/cas/fund`],
    title: 'Capital Account Detail Report',
    load: async () => (await reports()).CapitalAccountDetail,
  },
  {
    ...page,
    path: `${base}/cas/funds`,
    aliases: [`${base}/cas/:reportId`],
    title: 'Capital Account Fund Report',
    load: async () => (await reports()).FundCapitalAccounts,
  },
  {
    ...page,
    path: `${base}/fund/pfs`,
    aliases: [`${base}/pfs/fund`],
    title: 'Portfolio Summary Detail Report',
    load: async () => (await reports()).PortfolioSummaryDetail,
  },
  {
    ...page,
    path: `${base}/pfs/funds`,
    aliases: [`${base}/pfs/:reportId`],
    title: 'Portfolio Summary Fund Report',
    load: async () => (await reports()).FundPortfolioSummaries,
  },
  {
    ...page,
    path: `${base}/investor-documents`,
    title: 'Investor documents',
    load: async () => (await import('../../features/performance/report/InvestorDocuments.tsx')).InvestorDocuments,
  },
  {
    ...page,
    path: `${base}/user-activity`,
    title: 'User activity',
    permission: 'userActivity.view',
    load: async () => (await import('../../features/platform/userActivity/UserActivity.tsx')).UserActivity,
  },
  {
    ...page,
    path: `${base}/altexchange-report`,
    title: 'Certified data',
    permission: 'certifiedData.view',
    load: async () => (await import('../../features/performance/report/CertifiedData.tsx')).CertifiedData,
  },
  {
    ...page,
    path: `${base}/run`,
    title: 'Report runs',
    permission: 'reportRun.view',
    load: async () => (await import('../../features/performance/report/ReportRuns.tsx')).ReportRuns,
  },
  {
    ...page,
    path: `${base}/run/:id`,
    title: 'Report run',
    kind: 'profile',
    permission: 'reportRun.view',
    load: async () => (await import('../../features/performance/report/ReportRuns.tsx')).ReportRunScreen,
  },
  {
    ...page,
    path: `${base}/power-bi`,
    title: 'Power BI',
    load: async () => (await import('../../features/performance/report/PowerBi.tsx')).PowerBi,
  },
];
