import { Banner } from '@carrara/ui/feedback';
import styles from './distribution.module.css';
import type { Generation } from './useGenerated.ts';

const textsOf = (remarks: readonly { readonly message: string }[] = []) => [
  ...new Set(remarks.map(({ message }) => message)),
];

/** What stands against computing, saving or submitting the run that is being edited, and what is good to know. */
export function RunNotices({ run, refusals }: Pick<Generation, 'run' | 'refusals'>) {
  const problems = textsOf(run?.problems);
  const warnings = textsOf(run?.warnings);
  return (
    <div className={styles.notices}>
      {refusals.length > 0 ? (
        <Banner tone="bad">
          This cannot be computed as it stands; the figures below are of the last state that could.
          <Reasons texts={[...new Set(refusals)]} />
        </Banner>
      ) : null}
      {problems.length > 0 ? (
        <Banner tone="warn">
          Before it can be submitted:
          <Reasons texts={problems} />
        </Banner>
      ) : null}
      {warnings.length > 0 ? (
        <Banner tone="info">
          <details>
            <summary>{warnings.length === 1 ? '1 thing to know' : `${String(warnings.length)} things to know`}</summary>
            <Reasons texts={warnings} />
          </details>
        </Banner>
      ) : null}
    </div>
  );
}

/** Texts below one another. */
export function Reasons({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul className={styles.reasons}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
