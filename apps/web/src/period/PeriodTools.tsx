import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import type { ComponentProps, ReactNode } from 'react';
import styles from './period.module.css';

export interface PeriodToolsProps {
  /** The choices: date, currency. */
  readonly children: ReactNode;
  readonly figures?: ComponentProps<typeof FigureStrip>['figures'];
  /** A remark on the figures. */
  readonly note?: ComponentProps<typeof FigureStrip>['note'];
  /** True if the figures belong to the previous choice while the next ones load. */
  readonly isStale?: boolean;
}

/** The choices of a page of figures, with the key figures next to them. */
export function PeriodTools({ children, figures = [], note, isStale = false }: PeriodToolsProps) {
  return (
    <div className={styles.tools} aria-busy={isStale}>
      <div className={styles.choosers}>{children}</div>
      {figures.length > 0 ? <FigureStrip figures={figures} note={note} /> : null}
    </div>
  );
}
