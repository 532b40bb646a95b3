import type { ReactNode } from 'react';
import styles from './feedback.module.css';

export interface BannerProps {
  readonly tone: 'info' | 'ok' | 'warn' | 'bad';
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** A message that belongs to the page and stays: a form-level error, what has changed since last time. */
export function Banner({ tone, children, action }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <div>{children}</div>
      {action}
    </div>
  );
}
