import styles from './portal.module.css';

/** Explains the amounts at the share of a day, which aren't payments. */
export const CarryBasis = () => (
  <p className={styles.quiet}>
    Amounts at a day’s share apply your share on that day to all carry that a source has distributed. From the day you
    leave, they apply your share on that day. They measure how much has vested. You aren’t owed them: each distribution
    paid your share on its own date.
  </p>
);
