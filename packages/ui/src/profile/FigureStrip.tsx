import type { Kind } from '@carrara/contract/core/kinds';
import type { ReactNode } from 'react';
import { Value } from '../value/Value.tsx';
import styles from './panel.module.css';

export interface Figure {
  readonly label: string;
  readonly kind: Kind;
  readonly value: unknown;
  /** The meaning of a missing value, if a dash is not enough. */
  readonly nullIs?: string | undefined;
  /** Why the figure is not determined. */
  readonly reason?: string | undefined;
  /** A line below the figure, such as '+12.4% on Q2'. */
  readonly note?: ReactNode;
  /** A <Why/> button behind the figure. */
  readonly why?: ReactNode;
}

interface FigureStripProps {
  readonly figures: readonly Figure[];
  /** A remark on several of the figures. */
  readonly note?: string | null | undefined;
}

/** The key figures, large, on one line. */
export function FigureStrip({ figures, note: remark }: FigureStripProps) {
  const strip = (
    <dl className={styles.figures}>
      {figures.map(({ label, kind, value, nullIs, reason, note, why }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Value kind={kind} value={value} nullIs={nullIs} reason={reason} />
            {why}
          </dd>
          {note ? <dd className={styles.note}>{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
  if (!remark) return strip;
  return (
    <div>
      {strip}
      <p className={styles.remark}>{remark}</p>
    </div>
  );
}
