import styles from './gridKeys.module.css';

const keys = [
  ['Arrows, Tab', 'move between cells'],
  ['Double click, Enter or typing', 'edits the cell; Enter or Tab saves the entry, Escape discards it'],
  ['Delete', 'clears the selected cells'],
  ['Shift + arrows', 'selects several cells'],
  ['Ctrl or ⌘ + C, V', 'copies and pastes, also from and to Excel'],
  ['Ctrl or ⌘ + D, R', 'fills down, fills to the right'],
  ['Ctrl or ⌘ + Z, Y', 'undoes, redoes'],
] as const;

/** The keyboard shortcuts of an editable grid: the most important ones on one line, and all of them when expanded. */
export function GridKeys() {
  return (
    <details className={styles.keys}>
      <summary>Keys: Enter edits, Ctrl+V pastes, Ctrl+D fills down, Ctrl+Z undoes</summary>
      <dl>
        {keys.map(([key, action]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
