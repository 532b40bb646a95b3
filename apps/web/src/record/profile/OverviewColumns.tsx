import type { ReactNode } from 'react';
import styles from '../record.module.css';
import { Stack } from '../Stack.tsx';

export interface OverviewColumnsProps {
  /** Charts and lists. */
  readonly main: ReactNode;
  /** Fields and allocation. */
  readonly aside: ReactNode;
}

/** An overview in two columns, which are stacked on small screens. */
export function OverviewColumns({ main, aside }: OverviewColumnsProps) {
  return (
    <div className={styles.overview}>
      <Stack>{main}</Stack>
      <Stack>{aside}</Stack>
    </div>
  );
}
