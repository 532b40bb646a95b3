import type { ReactNode } from 'react';
import { formatDecimal } from '../value/formatDecimal.ts';
import quietButtonStyles from './quietButton.module.css';
import styles from './selection.module.css';

export interface SelectionBarProps {
  /** The number of selected rows. */
  readonly count: number;
  /** True if a changed filter cleared a selection. */
  readonly wasCleared: boolean;
  /** The number of matching rows, if they can be selected together and aren't yet. */
  readonly matching?: number | undefined;
  readonly onSelectMatching: () => void;
  readonly onClear: () => void;
  /** The actions for the selected rows. */
  readonly actions: ReactNode;
}

/** The number of selected rows and what can be done with them. */
export function SelectionBar({ count, wasCleared, matching, onSelectMatching, onClear, actions }: SelectionBarProps) {
  if (count === 0)
    return wasCleared ? (
      <p role="status" className={styles.cleared}>
        The selection was cleared because the search or a filter changed.
      </p>
    ) : null;
  return (
    <section className={styles.bar} aria-label="Selected rows">
      <strong role="status">{number(count)} selected</strong>
      {matching !== undefined ? (
        <button type="button" className={quietButtonStyles.quiet} onClick={onSelectMatching}>
          Select all {number(matching)} that match
        </button>
      ) : null}
      {actions}
      <button type="button" className={quietButtonStyles.quiet} onClick={onClear}>
        Clear selection
      </button>
    </section>
  );
}

const number = (value: number): string => formatDecimal(String(value), 0);
