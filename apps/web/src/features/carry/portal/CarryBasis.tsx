import styles from './portal.module.css';

/** Explains the amounts at the share of a day, which aren't payments. */
export const CarryBasis = () => (
  <p className={styles.quiet}>
    These amounts are your share of all carry that each source has distributed so far. The share is that of the
    displayed date or, if earlier, of your leaving date. The amounts show how much has vested. They aren’t owed to you,
    because each distribution already paid your share on its own date.
  </p>
);
