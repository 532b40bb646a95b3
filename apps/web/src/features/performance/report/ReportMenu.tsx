import { reportGroups } from '@carrara/contract/core/report';
import { fundCapitalAccounts } from '@carrara/contract/performance/reports/fundCapitalAccounts';
import { fundPortfolioSummaries } from '@carrara/contract/performance/reports/fundPortfolioSummaries';
import { PageMenu } from '../../../record/PageMenu.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { compareTitles, useReportPages } from '../../../report/useReportPages.ts';

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
    summary: 'Current and past holdings of a fund, or an investor’s share of them, by security, debt and equity.',
  },
  { path: `${base}/pfs/funds`, ...fundPortfolioSummaries },
  {
    path: `${base}/investor-documents`,
    title: 'Investor documents',
    summary:
      'The capital account, portfolio summary, ILPA template or letter of every investor or participant of a fund for a quarter, in a ZIP file.',
  },
];

const bi = {
  path: `${base}/power-bi`,
  title: 'Power BI',
  summary: 'The firm’s external report, or a workbook of every fund and quarter to analyze.',
};
const certified = {
  path: `${base}/altexchange-report`,
  title: 'Certified data',
  summary:
    'Statements, cash flows, metrics and fees of a quarter end as a signed ZIP file. Anyone can verify it without access to this installation.',
};
const activity = {
  path: `${base}/user-activity`,
  title: 'User activity',
  summary: 'Changes, sign-ins and downloads, by person.',
};

const runsPage = {
  path: `${base}/run`,
  title: 'Report runs',
  summary: 'Stored report runs. Each opens again with the same figures, even after later entries.',
};

/** The performance reports that the person may read. */
export function PerformanceReportMenu() {
  const reports = useReportPages('performance');
  const dataPages = [
    bi,
    ...(useAllowed('reportRun.view') ? [runsPage] : []),
    ...(useAllowed('certifiedData.view') ? [certified] : []),
    ...(useAllowed('userActivity.view') ? [activity] : []),
  ];
  const pages = [
    ...statements.map((page) => ({ ...page, group: 'Statements' })),
    ...dataPages.map((page) => ({ ...page, group: 'Data and activity' })),
    ...reports,
  ];
  return <PageMenu title="Reports" pages={pages.toSorted(compareTitles)} groups={reportGroups.performance} />;
}
