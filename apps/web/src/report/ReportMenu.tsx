import { useSession } from '../session/hooks.ts';
import { allows } from '../session/sessionSlice.ts';
import styles from './report.module.css';
import { reportPath, reports } from './reports.ts';
import { useOffered } from './useOffered.ts';

/** The reports of carry that the person may read, by their titles. */
export function ReportMenu() {
  const session = useSession();
  const isOffered = useOffered();
  const mine = reports
    .filter((report) => report.module === 'carry' && allows(session, report.permission) && isOffered(report))
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
  return (
    <section aria-labelledby="reports">
      <h1 id="reports" className={styles.title}>
        Reports
      </h1>
      <ul className={styles.menu}>
        {mine.map((report) => (
          <li key={report.name}>
            <a href={`#${reportPath(report)}`}>{report.title}</a>
            <p>{report.summary}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
