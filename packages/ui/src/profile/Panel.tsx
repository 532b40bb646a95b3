import type { ReactNode } from 'react';
import styles from './panel.module.css';

export interface PanelProps {
  readonly title?: string;
  /** True if the panel is the whole page: its title is then the page's heading. */
  readonly isPage?: boolean;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Removes the padding around the content, for tables. */
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
