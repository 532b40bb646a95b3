import type { RunProblem } from '@carrara/contract/carry/run/distributionRun';
import { Fragment, type ReactNode } from 'react';
import styles from './reasons.module.css';
import { ChangedRecords, withoutChanges } from './ChangedRecords.tsx';
import { warningCauses } from './warningCauses.ts';
import { warningsTitle } from './warningsTitle.ts';

type Listed = Pick<RunProblem, 'code' | 'message'>;

export interface WarningListProps<W extends Listed> {
  readonly warnings: readonly W[];
  /** Replaces the text of a warning, for example with a link to its cell. */
  readonly item?: (warning: W) => ReactNode;
}

/** The warnings of a run. Many warnings of one cause are folded into a line. */
export function WarningList<W extends Listed>({ warnings, item = ({ message }) => message }: WarningListProps<W>) {
  if (warnings.length === 0) return null;
  const items = (listed: readonly W[]) => listed.map((warning, at) => <li key={at}>{item(warning)}</li>);
  return (
    <ul className={styles.list}>
      {warningCauses(warnings).map(({ title, warnings: listed }, at) =>
        title === undefined ? (
          <Fragment key={at}>{items(listed)}</Fragment>
        ) : (
          <li key={at}>
            <details>
              <summary>{title}</summary>
              <ul className={styles.list}>{items(listed)}</ul>
            </details>
          </li>
        ),
      )}
    </ul>
  );
}

const CountedWarnings = ({ warnings }: { readonly warnings: readonly Listed[] }) =>
  warnings.length === 0 ? null : (
    <>
      <p>{warningsTitle(warnings.length)}</p>
      <WarningList warnings={warnings} />
    </>
  );

/** Returns a confirmation with the warnings of the run below its text. */
export const withWarnings = (text: string, warnings: readonly Listed[]): ReactNode =>
  warnings.length === 0 ? (
    text
  ) : (
    <>
      {text}
      <ChangedRecords warnings={warnings} />
      <CountedWarnings warnings={withoutChanges(warnings)} />
    </>
  );
