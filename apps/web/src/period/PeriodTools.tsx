import { FigureStrip } from '@carrara/ui/profile';
import type { ComponentProps, ReactNode } from 'react';
import styles from './period.module.css';

export interface PeriodToolsProps {
  /** The choosers: date, currency. */
  readonly children: ReactNode;
  readonly figures?: ComponentProps<typeof FigureStrip>['figures'];
  /** The figures are of what was chosen before, while the next ones are read. */
  readonly isStale?: boolean;
}

/** What a screen of figures is asked with, and the figures that matter beside it. */
export function PeriodTools({ children, figures = [], isStale = false }: PeriodToolsProps) {
  return (
    <div className={styles.tools} aria-busy={isStale}>
      <div className={styles.choosers}>{children}</div>
      {figures.length > 0 ? <FigureStrip figures={figures} /> : null}
    </div>
  );
}
