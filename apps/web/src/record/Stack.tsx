import type { ReactNode } from 'react';
import styles from './record.module.css';

/** Stacks parts of a page vertically, with space between them. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
