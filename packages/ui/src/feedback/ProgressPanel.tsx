import type { ReactNode } from 'react';
import styles from './feedback.module.css';

export interface ProgressPanelProps {
  readonly title: string;
  readonly done: number;
  readonly total: number;
  /** The current step, such as 'Letter 12 of 41'. */
  readonly detail?: ReactNode;
  readonly outcome?: 'running' | 'finished' | 'failed';
  readonly actions?: ReactNode;
}

/** The progress of work with a known end, such as uploads, exports and batches. Assistive technology reads the figures, too. */
export function ProgressPanel({ title, done, total, detail, outcome = 'running', actions }: ProgressPanelProps) {
  const percent = total > 0 ? Math.min(100, Math.floor((done * 100) / total)) : 0;
  return (
    <section className={styles.progress} data-outcome={outcome} aria-label={title}>
      <header>
        <b>{title}</b>
        <span>{percent}%</span>
      </header>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      {detail || actions ? (
        <footer>
          <span aria-live="polite">{detail}</span>
          {actions}
        </footer>
      ) : null}
    </section>
  );
}
