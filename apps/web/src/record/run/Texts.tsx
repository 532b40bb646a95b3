import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import type { ReactNode } from 'react';
import styles from './reasons.module.css';

export interface TextsProps {
  readonly tone: 'bad' | 'warn';
  readonly lead?: string;
  readonly texts: readonly string[];
  readonly action?: ReactNode;
}

/** Displays each text once; nothing if there are none. */
export function Texts({ tone, lead, texts, action }: TextsProps) {
  if (texts.length === 0) return null;
  return (
    <Banner tone={tone} action={action}>
      {lead}
      <ul className={styles.list}>
        {[...new Set(texts)].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Banner>
  );
}
