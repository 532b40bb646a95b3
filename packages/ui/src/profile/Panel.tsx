import type { ReactNode } from 'react';
import styles from './profile.module.css';

export interface PanelProps {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** For tables: no padding round the content. */
  readonly flush?: boolean;
}

/** A framed part of a page. */
export function Panel({ title, actions, children, flush = false }: PanelProps) {
  return (
    <section className={styles.panel} {...(title ? { 'aria-label': title } : {})}>
      {title || actions ? (
        <header>
          {title ? <h2>{title}</h2> : null}
          {actions}
        </header>
      ) : null}
      <div data-flush={flush}>{children}</div>
    </section>
  );
}
