import type { RunProblem } from '@carrara/contract/carry/run/distributionRun';
import styles from './runReasons.module.css';
import { WarningList } from '../../../record/run/WarningList.tsx';
import { problemLocation, type RunLocation } from './runLocation.ts';

export interface RunReasonsProps {
  readonly problems: readonly RunProblem[];
  readonly warnings: readonly RunProblem[];
  readonly onNavigate: (location: RunLocation) => void;
}

/** The problems and warnings of the run. Each links to its cell. */
export function RunReasons({ problems, warnings, onNavigate }: RunReasonsProps) {
  return (
    <div className={styles.runReasons}>
      <List title="Fix before you submit" tone="bad" remarks={distinctRemarks(problems)} onNavigate={onNavigate} />
      <List title="Warnings" tone="info" remarks={warnings} onNavigate={onNavigate} />
    </div>
  );
}

/** Returns the first of the remarks with each text. One reason can be found at several cells. */
export const distinctRemarks = <R extends Pick<RunProblem, 'message'>>(remarks: readonly R[]): readonly R[] =>
  remarks.filter(({ message }, i) => remarks.findIndex((remark) => remark.message === message) === i);

/** Returns the title of a number of distinct problems. */
export const toFixTitle = (count: number): string =>
  `${String(count)} ${count === 1 ? 'item' : 'items'} to fix before you can submit`;

interface ListProps {
  readonly title: string;
  readonly tone: 'bad' | 'info';
  readonly remarks: readonly RunProblem[];
  readonly onNavigate: (location: RunLocation) => void;
}

function List({ title, tone, remarks, onNavigate }: ListProps) {
  if (remarks.length === 0) return null;
  return (
    <section data-tone={tone} aria-label={title}>
      <b>{title}</b>
      <WarningList
        warnings={remarks}
        item={(remark) => {
          const location = problemLocation(remark);
          return location ? (
            <button type="button" onClick={() => onNavigate(location)}>
              {remark.message}
            </button>
          ) : (
            remark.message
          );
        }}
      />
    </section>
  );
}
