import type { ReactNode } from 'react';
import styles from './feedback.module.css';

export interface BannerProps {
  readonly tone: 'info' | 'ok' | 'warn' | 'bad';
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Its button is at the foot of a dialog, which may be scrolled away from the refusal at its top. */
const showInDialog = (banner: HTMLElement | null): void => {
  if (banner?.closest('[role=dialog]')) banner.scrollIntoView({ block: 'nearest' });
};

/** A message that belongs to the page and stays: a form-level error, what has changed since last time. */
export function Banner({ tone, children, action }: BannerProps) {
  return (
    <div
      ref={tone === 'bad' ? showInDialog : undefined}
      className={styles.banner}
      data-tone={tone}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <div>{children}</div>
      {action}
    </div>
  );
}
