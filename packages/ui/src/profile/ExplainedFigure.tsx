import type { ReactNode } from 'react';
import styles from './explainedFigure.module.css';
import { Why, type WhyProps } from './Why.tsx';

export interface ExplainedFigureProps extends WhyProps {
  /** The figure as it is drawn. */
  readonly children: ReactNode;
}

/**
 * A figure of a table with its 'why?', which stands left of it, so that the digits keep their column, and shows only where the reader is. On a card it stands after it.
 */
export function ExplainedFigure({ children, ...why }: ExplainedFigureProps) {
  return (
    <span className={styles.explained} data-explained>
      {children}
      <Why {...why} />
    </span>
  );
}
