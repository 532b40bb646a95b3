import styles from './portal.module.css';

export interface PaidSourceProps {
  readonly name: string;
  /** The entities that passed the payment on; null for a direct payment. */
  readonly through: string | null;
  /** The source of a tax, which has no line of its own on a phone. */
  readonly from?: string | undefined;
  /** The holder who received it, if there are several. */
  readonly to?: string | undefined;
}

/** The source of a payment, with the entities that passed it on. Without them, such a payment would look like a duplicate of a direct one. */
export const PaidSource = ({ name, through, from, to }: PaidSourceProps) => (
  <div>
    {name}
    {through === null ? null : <div className={styles.missing}>through {through}</div>}
    {from === undefined ? null : <div className={styles.missing}>from {from}</div>}
    {to === undefined ? null : <div className={styles.missing}>to {to}</div>}
  </div>
);
