import type { ReactNode } from 'react';
import styles from './explainedFigure.module.css';
import { Why, type WhyProps } from './Why.tsx';

export interface ExplainedFigureProps extends WhyProps {
  /** The drawn figure. */
  readonly children: ReactNode;
}

/**
 * A figure in a table with its 'why?' button. The button is left of the figure, so that the digits stay aligned, and appears only on hover or focus. On a card it is after the figure.
 */
export function ExplainedFigure({ children, ...why }: ExplainedFigureProps) {
  return (
    <span className={styles.explained} data-explained>
      {children}
      <Why {...why} />
    </span>
  );
}
