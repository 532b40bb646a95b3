import { fundCapitalAccounts } from '@carrara/contract/performance/reports/fundCapitalAccounts';
import { fundPortfolioSummaries } from '@carrara/contract/performance/reports/fundPortfolioSummaries';
import styles from '../../../report/report.module.css';
import { reportPath, reports } from '../../../report/reports.ts';
import { useSession } from '../../../session/hooks.ts';
import { allows } from '../../../session/sessionSlice.ts';

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

/** The reports of performance that the person may read, by their titles. */
export function PerformanceReportMenu() {
  const session = useSession();
  const mine = reports
    .filter(({ module, permission }) => module === 'performance' && allows(session, permission))
    .map((report) => ({ path: reportPath(report), title: report.title, summary: report.summary }));
  const all = [...statements, ...mine].toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
  return (
    <section aria-labelledby="reports">
      <h1 id="reports" className={styles.title}>
        Reports
      </h1>
      <ul className={styles.menu}>
        {all.map(({ path, title, summary }) => (
          <li key={path}>
            <a href={`#${path}`}>{title}</a>
            <p>{summary}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
