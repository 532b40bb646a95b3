import type { RunProblem } from '@carrara/contract/carry/distributionRun';
import type { ReactNode } from 'react';
import styles from './reasons.module.css';
import { warningsTitle } from './warningsTitle.ts';

export interface WarningListProps {
  readonly warnings: readonly Pick<RunProblem, 'message'>[];
}

/** The warnings of a run. */
export function WarningList({ warnings }: WarningListProps) {
  if (warnings.length === 0) return null;
  return (
    <ul className={styles.list}>
      {warnings.map(({ message }, at) => (
        <li key={at}>{message}</li>
      ))}
    </ul>
  );
}

/** Returns a confirmation with the warnings of the run below its text. */
export const withWarnings = (text: string, warnings: WarningListProps['warnings']): ReactNode =>
  warnings.length === 0 ? (
    text
  ) : (
    <>
      {text}
      <p>{warningsTitle(warnings.length)}</p>
      <WarningList warnings={warnings} />
    </>
  );
