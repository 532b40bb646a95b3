import { IconAlertTriangle, IconInbox, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './feedback.module.css';
import { MessageText } from './MessageText.tsx';

const emptyText = 'There are no records to display';
const noMatchText = 'There are no records that match your search criteria.';

export interface EmptyStateProps {
  readonly text?: string | undefined;
  /** The first step, in a sentence. */
  readonly hint?: string | undefined;
  /** The action that helps, such as an 'Add' button. */
  readonly action?: ReactNode;
}

export function EmptyState({ text = emptyText, hint, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <IconInbox size={28} stroke={1.3} aria-hidden />
      <p>{text}</p>
      {hint ? <p>{hint}</p> : null}
      {action}
    </div>
  );
}

export function NoMatchState({ onClear }: { readonly onClear: () => void }) {
  return (
    <div className={styles.state} role="status">
      <IconSearchOff size={28} stroke={1.3} aria-hidden />
      <p>
        {noMatchText}{' '}
        <button type="button" className={styles.link} onClick={onClear}>
          Clear
        </button>
      </p>
    </div>
  );
}

export interface ErrorStateProps {
  /** The problem, in the reader's words. */
  readonly message: string;
  /** The technical message, for a report to support. */
  readonly details?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
  /** A link to continue with, such as to the list. */
  readonly action?: ReactNode;
}

export function ErrorState({ message, details, onRetry, action }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert" data-tone="bad">
      <IconAlertTriangle size={28} stroke={1.3} aria-hidden />
      <p>
        <MessageText text={message} />
      </p>
      {onRetry ? (
        <button type="button" className={styles.button} onClick={onRetry}>
          Try again
        </button>
      ) : null}
      {action}
      {details ? (
        <details>
          <summary>Details</summary>
          <code>{details}</code>
        </details>
      ) : null}
    </div>
  );
}

/** Lines where text will be, so that nothing moves when it loads. */
export function LoadingState({ lines = 6, label = 'Loading' }: { readonly lines?: number; readonly label?: string }) {
  return (
    <div className={styles.loading} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <span
          key={`line ${String(line)}`}
          className={styles.skeleton}
          style={{ width: `${92 - ((line * 17) % 45)}%` }}
        />
      ))}
    </div>
  );
}
