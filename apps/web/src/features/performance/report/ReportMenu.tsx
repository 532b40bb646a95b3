import { fundCapitalAccounts } from '@carrara/contract/performance/reports/fundCapitalAccounts';
import { fundPortfolioSummaries } from '@carrara/contract/performance/reports/fundPortfolioSummaries';
import { PageMenu } from '../../../record/PageMenu.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { byTitle, useReportPages } from '../../../report/useReportPages.ts';

const base = '/performance/report';
const statements = [
  {
    path: `${base}/fund/cas`,
    title: 'Capital Account Detail Report',
    summary: "The capital account of a fund or of an investor in it, row by row as in ILPA's Reporting Template.",
  },
  { path: `${base}/cas/funds`, ...fundCapitalAccounts },
  {
    path: `${base}/fund/pfs`,
    title: 'Portfolio Summary Detail Report',
    summary: 'What a fund holds and held, or the share of an investor in it, by security, debt and equity.',
  },
  { path: `${base}/pfs/funds`, ...fundPortfolioSummaries },
];

const activity = {
  path: `${base}/user-activity`,
  title: 'User Activity',
  summary: 'What people changed, when they signed in, and which files they fetched.',
};

/** The reports of performance that the person may read, by their titles. */
export function PerformanceReportMenu() {
  const reports = useReportPages('performance');
  const apart = useAllowed('userActivity.view') ? [activity] : [];
  return <PageMenu title="Reports" pages={[...statements, ...apart, ...reports].toSorted(byTitle)} />;
}
