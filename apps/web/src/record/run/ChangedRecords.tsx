import type { RunProblem } from '@carrara/contract/carry/run/distributionRun';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import styles from './reasons.module.css';

type Listed = Pick<RunProblem, 'code' | 'message'>;

const isChange = ({ code }: Listed): boolean => code === 'INPUTS_CHANGED';

/** Returns the warnings without those about records that have changed, which `ChangedRecords` displays. */
export const withoutChanges = <W extends Listed>(warnings: readonly W[]): readonly W[] =>
  warnings.filter((warning) => !isChange(warning));

/** The records that have changed since a run was submitted, with the results of a new draft. Nothing if none have. */
export function ChangedRecords({ warnings }: { readonly warnings: readonly Listed[] }) {
  const [records, ...results] = warnings.filter(isChange);
  if (!records) return null;
  return (
    <div className={styles.changed}>
      <Banner tone="warn">
        {records.message}
        {results.length > 0 ? (
          <ul className={styles.list}>
            {results.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        ) : null}
      </Banner>
    </div>
  );
}
