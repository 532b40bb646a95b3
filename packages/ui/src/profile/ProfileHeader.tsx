import type { StatusValue } from '@carrara/contract/core/kinds';
import type { ReactNode } from 'react';
import { StatusBadge } from '../value/StatusBadge.tsx';
import { type Figure, FigureStrip } from './FigureStrip.tsx';
import styles from './profileHeader.module.css';

export interface ProfileHeaderProps {
  readonly name: string;
  readonly status?: StatusValue | null | undefined;
  /** Short facts below the name, such as a date, '6 sources' or the currency of all amounts. */
  readonly facts?: readonly ReactNode[];
  /** A note behind the badge, such as 'waiting for Priya Raman'. */
  readonly statusNote?: ReactNode;
  /** A picture or logo before the name. */
  readonly picture?: string | null | undefined;
  readonly actions?: ReactNode;
  /** The four or five key figures. */
  readonly figures?: readonly Figure[];
}

export function ProfileHeader({ name, status, facts = [], statusNote, picture, actions, figures }: ProfileHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.head}>
        {picture ? <img className={styles.picture} src={picture} alt="" /> : null}
        <div className={styles.names}>
          <h1>{name}</h1>
          <div className={styles.facts}>
            {facts.map((fact, position) => (
              <span key={`fact ${String(position)}`}>{fact}</span>
            ))}
            {status ? <StatusBadge code={status.code} label={status.description} /> : null}
            {statusNote ? <span>{statusNote}</span> : null}
          </div>
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
      {figures && figures.length > 0 ? <FigureStrip figures={figures} /> : null}
    </header>
  );
}
