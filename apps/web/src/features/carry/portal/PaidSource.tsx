import styles from './portal.module.css';

export interface PaidSourceProps {
  readonly name: string;
  /** The entities that it came through; null where it came directly. */
  readonly through: string | null;
  /** The holder that it was paid to, where there are several. */
  readonly to?: string | undefined;
}

/** The source of a payment, and the way that it came: without it, what came through an entity looks like a duplicate of what came directly. */
export const PaidSource = ({ name, through, to }: PaidSourceProps) => (
  <div>
    {name}
    {through === null ? null : <div className={styles.missing}>through {through}</div>}
    {to === undefined ? null : <div className={styles.missing}>to {to}</div>}
  </div>
);
