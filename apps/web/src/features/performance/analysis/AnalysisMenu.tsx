import { analysisPages } from './analysisPages.ts';
import styles from './analysis.module.css';

/** The analyses that there are. */
export function AnalysisMenu() {
  return (
    <section aria-labelledby="analysis">
      <h1 id="analysis" className={styles.title}>
        Analysis
      </h1>
      <ul className={styles.menu}>
        {analysisPages.map(({ path, title, summary }) => (
          <li key={path}>
            <a href={`#${path}`}>{title}</a>
            <p>{summary}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
