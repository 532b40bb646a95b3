import { reportHeads } from 'virtual:contract/reports';
import { useSession } from '../session/hooks.ts';
import { allows } from '../session/sessionSlice.ts';
import styles from './report.module.css';

/** The reports that the person may read. */
export function ReportMenu() {
  const session = useSession();
  const mine = reportHeads.filter(({ permission }) => allows(session, permission));
  return (
    <section aria-labelledby="reports">
      <h1 id="reports" className={styles.title}>
        Reports
      </h1>
      <ul className={styles.menu}>
        {mine.map(({ module, name, title, summary }) => (
          <li key={name}>
            <a href={`#/${module}/report/${name}`}>{title}</a>
            <p>{summary}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
