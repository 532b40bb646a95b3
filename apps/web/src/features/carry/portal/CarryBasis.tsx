import styles from './portal.module.css';

/** Explains the amounts at today's share, which aren't payments. */
export const CarryBasis = () => (
  <p className={styles.quiet}>
    Amounts at today’s share apply your share on the chosen day to all carry that a source has distributed. They measure
    how much has vested. You aren’t owed them: each distribution paid your share on its own date.
  </p>
);
