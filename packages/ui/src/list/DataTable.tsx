import { useState } from 'react';
import styles from './list.module.css';
import { TableBody } from './TableBody.tsx';
import { TableFoot } from './TableFoot.tsx';
import { TableHead } from './TableHead.tsx';
import type { DataTableProps } from './tableTypes.ts';

/** The table that every list, tab and panel shows its records in. Columns are data; cells are drawn by kind. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, totals, sort, density = 'comfortable', rowActions } = props;
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setToggled((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  return (
    // The frame scrolls sideways on small screens, so it has to be reachable by keyboard.
    <div className={styles.frame} data-density={density} role="group" aria-label={`${props.label}, table`} tabIndex={0}>
      <table className={styles.table} aria-busy={props.loadingRows !== undefined}>
        <TableHead columns={columns} sort={sort} hasActions={rowActions !== undefined} />
        <TableBody {...props} toggled={toggled} onToggle={toggle} />
        {totals && totals.length > 0 ? (
          <TableFoot
            columns={columns}
            totals={totals}
            label={props.totalsLabel ?? 'Total'}
            hasActions={rowActions !== undefined}
          />
        ) : null}
      </table>
    </div>
  );
}
