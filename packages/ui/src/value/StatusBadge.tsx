import { createContext, useContext } from 'react';
import styles from './value.module.css';

export type Tone = 'neutral' | 'info' | 'ok' | 'warn' | 'bad';

/** The tone of each state code. The application sets it once, because the components know no concepts. */
export const StatusTones = createContext<Readonly<Record<string, Tone>>>({});

export interface StatusBadgeProps {
  readonly code: string;
  readonly label: string;
  /** Overrides the tone of the code. */
  readonly tone?: Tone;
}

/** A status as text and a dot, never by color alone. */
export function StatusBadge({ code, label, tone }: StatusBadgeProps) {
  const tones = useContext(StatusTones);
  return (
    <span className={styles.badge} data-tone={tone ?? tones[code] ?? 'neutral'}>
      {label}
    </span>
  );
}

/** A small outlined label behind a name: Partner, Entity, Terminated. */
export function Tag({ children }: { readonly children: string }) {
  return (
    <span className={styles.tag} data-tag>
      {children}
    </span>
  );
}
