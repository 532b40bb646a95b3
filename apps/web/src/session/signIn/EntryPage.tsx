import type { ReactNode } from 'react';
import styles from '../session.module.css';

export interface EntryPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of the pages before work begins: sign-in, choice of a tenant, and problems with these. */
export function EntryPage({ title, children }: EntryPageProps) {
  return (
    <main className={styles.entry}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          Carrara
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
