import type { ReactNode } from 'react';
import styles from './panel.module.css';

export interface PanelProps {
  readonly title?: string;
  /** The panel is the page: its title is the page's heading. */
  readonly isPage?: boolean;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** For tables: no padding round the content. */
  readonly flush?: boolean;
}

/** A framed part of a page. */
export function Panel({ title, isPage = false, actions, children, flush = false }: PanelProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <section className={styles.panel} {...(title ? { 'aria-label': title } : {})}>
      {title || actions ? (
        <header>
          {title ? <Heading>{title}</Heading> : null}
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </header>
      ) : null}
      <div data-flush={flush}>{children}</div>
    </section>
  );
}
