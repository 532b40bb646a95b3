import type { RowSelection } from './selection.ts';
import styles from './selection.module.css';

interface SelectRowProps<Row> {
  readonly row: Row;
  readonly selection: RowSelection<Row>;
}

/** The checkbox of a row. With Shift, it also selects the rows since the last one. */
export const SelectRow = <Row,>({ row, selection }: SelectRowProps<Row>) => (
  <label className={styles.box}>
    <input
      type="checkbox"
      aria-label={`Select ${selection.nameOf(row)}`}
      checked={selection.isSelected(row)}
      // A change event doesn't say whether Shift is pressed.
      onClick={(event) => selection.onToggle(row, event.shiftKey)}
      onChange={() => undefined}
    />
  </label>
);

/** The checkbox of all rows on the page. */
export const SelectPage = <Row,>({ selection }: Pick<SelectRowProps<Row>, 'selection'>) => (
  <label className={styles.box}>
    <input
      type="checkbox"
      aria-label="Select all rows on this page"
      checked={selection.page === 'all'}
      ref={(input) => {
        if (input) input.indeterminate = selection.page === 'some';
      }}
      onChange={selection.onTogglePage}
    />
  </label>
);
