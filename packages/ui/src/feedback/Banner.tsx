import type { ReactNode } from 'react';
import styles from './feedback.module.css';
import { MessageText } from './MessageText.tsx';

export interface BannerProps {
  readonly tone: 'info' | 'ok' | 'warn' | 'bad';
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** The buttons of a dialog are at its foot, so the refusal at its top may be out of view. */
const showInDialog = (banner: HTMLElement | null): void => {
  if (banner?.closest('[role=dialog]')) banner.scrollIntoView({ block: 'nearest' });
};

/** A message that stays on the page, such as a form-level error or a change since the last visit. */
export function Banner({ tone, children, action }: BannerProps) {
  return (
    <div
      ref={tone === 'bad' ? showInDialog : undefined}
      className={styles.banner}
      data-tone={tone}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <div>{tone === 'bad' && typeof children === 'string' ? <MessageText text={children} /> : children}</div>
      {action}
    </div>
  );
}
