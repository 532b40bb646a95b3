import styles from './portal.module.css';

/** Explains the amount called “Your carry”, which differs from the payments. */
export const CarryBasis = () => (
  <p className={styles.quiet}>
    Your carry is your share, on this day, of everything a source has distributed. Each distribution paid your share on
    its own date, so you may have been paid more or less.
  </p>
);
