import type { ReactNode } from 'react';
import styles from './record.module.css';
import { Stack } from './Stack.tsx';

export interface OverviewColumnsProps {
  /** What happens: charts, lists. */
  readonly main: ReactNode;
  /** What it is: fields, who shares in it. */
  readonly aside: ReactNode;
}

/** An overview in two columns, on small screens one below the other. */
export function OverviewColumns({ main, aside }: OverviewColumnsProps) {
  return (
    <div className={styles.overview}>
      <Stack>{main}</Stack>
      <Stack>{aside}</Stack>
    </div>
  );
}
