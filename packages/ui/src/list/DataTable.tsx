import type { Column } from '@carrara/contract/core/fields';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import styles from './dataTable.module.css';
import tableStyles from './table.module.css';
import { TableBody } from './TableBody.tsx';
import { TableFoot } from './TableFoot.tsx';
import { TableHead } from './TableHead.tsx';
import type { DataTableProps } from './tableTypes.ts';

/** The table that every list, tab and panel shows its records in. Columns are data; cells are drawn by kind. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { totals, sort, density = 'comfortable', rowActions } = props;
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const columns = isNarrow ? amountsFirst(props.columns) : props.columns;
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
      <table className={tableStyles.table} aria-busy={props.loadingRows !== undefined}>
        <TableHead columns={columns} sort={sort} hasActions={rowActions !== undefined} />
        <TableBody {...props} columns={columns} toggled={toggled} onToggle={toggle} />
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

/** On a phone two or three columns are in view: who or what it is, and how much. */
function amountsFirst(columns: readonly Column[]): readonly Column[] {
  // A day or a code alone does not say what it is.
  const named = ['date', 'instant', 'code'].includes(columns[0]?.kind ?? '') ? 2 : 1;
  const rest = columns.slice(named);
  const amounts = rest.filter(({ kind }) => kind === 'money');
  // An amount without its currency is none.
  const currency = amounts.length === 0 ? [] : rest.filter(({ field }) => field === 'currency');
  const led = [...currency, ...amounts];
  return [...columns.slice(0, named), ...led, ...rest.filter((column) => !led.includes(column))];
}
