import type { Column } from '@carrara/contract/core/fields';
import styles from './hiddenColumns.module.css';
import quietButtonStyles from './quietButton.module.css';

export interface HiddenColumnsProps {
  readonly hidden: readonly Column[];
  readonly showsAll: boolean;
  readonly onChange: (showsAll: boolean) => void;
}

/** A line below a table that names its hidden columns, with a button to display them. */
export function HiddenColumns({ hidden, showsAll, onChange }: HiddenColumnsProps) {
  if (hidden.length === 0 && !showsAll) return null;
  const count = hidden.length === 1 ? '1 column doesn’t fit' : `${String(hidden.length)} columns don’t fit`;
  return (
    <p className={styles.note}>
      {showsAll ? 'Scroll sideways to see all columns.' : `${count}: ${hidden.map(({ title }) => title).join(', ')}.`}
      <button type="button" className={quietButtonStyles.quiet} onClick={() => onChange(!showsAll)}>
        {showsAll ? 'Fit to width' : 'Show all columns'}
      </button>
    </p>
  );
}
