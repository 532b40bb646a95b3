import type { Redirect, Screen, View } from '../../frame/screenTypes.ts';
import { activityView, documentView } from '../../record/screens/annotations.ts';

const base = '/performance/investment';
const section = 'performanceInvestment';
const permission = 'valuation.view';
const profile = () => import('../../features/performance/investment/InvestmentProfile.tsx');
const metrics = () => import('../../features/performance/investment/MetricsViews.tsx');
const editing = () => import('../../features/performance/investment/InvestmentEditing.tsx');
const editor = {
  section,
  permission: 'valuation.edit',
  load: async () => (await import('../../features/performance/investment/InvestmentScreens.tsx')).InvestmentEditor,
} as const;

/** The tabs of an investment, in order. */
const views: readonly View[] = [
  {
    id: 'overview',
    title: 'Overview',
    load: async () => (await import('../../features/performance/investment/InvestmentOverview.tsx')).InvestmentOverview,
  },
  { id: 'portfolioMetrics', title: 'Portfolio Metrics', load: async () => (await metrics()).PortfolioMetricsView },
  { id: 'investmentMetrics', title: 'Investment Metrics', load: async () => (await metrics()).InvestmentMetricsView },
  {
    id: 'ps',
    title: 'Portfolio Summary',
    permission: 'fundLedger.view',
    load: async () =>
      (await import('../../features/performance/investment/PortfolioSummaryView.tsx')).PortfolioSummaryView,
  },
  {
    id: 'investors',
    title: 'Investors',
    load: async () => (await import('../../features/performance/investment/InvestorsView.tsx')).InvestorsView,
  },
  {
    id: 'news',
    title: 'News',
    load: async () => (await import('../../features/performance/investment/NewsView.tsx')).NewsView,
  },
  // The documents of carry are hidden from people who may not read them there.
  documentView('investment', 'performance'),
  activityView(),
];

/** Investments in the performance module. */
export const investmentPerformanceScreens: readonly Screen[] = [
  {
    path: base,
    title: 'Investments',
    kind: 'list',
    section,
    permission,
    load: async () => (await import('../../features/performance/investment/InvestmentList.tsx')).InvestmentList,
  },
  { ...editor, path: `${base}/add`, title: 'Add investment', kind: 'add' },
  { ...editor, path: `${base}/:id/edit`, title: 'Edit investment', kind: 'edit' },
  {
    path: `${base}/:id/editing/:sourceId/:endDate/:view?`,
    title: 'Edit metrics',
    kind: 'edit',
    section,
    permission: 'valuation.edit',
    load: async () => (await editing()).InvestmentEditing,
  },
  {
    path: `${base}/:id/source/:sourceId`,
    title: 'Investment',
    kind: 'profile',
    section,
    permission,
    load: async () => (await profile()).InvestmentProfile,
    views,
  },
  {
    path: `${base}/:id/:view?`,
    title: 'Investment',
    kind: 'profile',
    section,
    permission,
    load: async () => (await profile()).InvestmentEntry,
  },
];
export const investmentPerformanceRedirects: readonly Redirect[] = [
  // From the specification: the default quarter end for entering metrics.
  { from: `${base}/:id/editing/:sourceId`, to: `${base}/:id/editing/:sourceId/2014-12-31/companyGeneral` },
];
