import type { ReactNode } from 'react';
import styles from './record.module.css';

/** Parts of a page, one below the other, with air between them. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
