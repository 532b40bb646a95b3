import type { Column } from '@carrara/contract/fields';
import { type KeyboardEvent, type MouseEvent, type ReactNode, type Ref, useState } from 'react';
import styles from './list.module.css';
import { TableBody } from './TableBody.tsx';
import { TableFoot, type TableTotal } from './TableFoot.tsx';
import { TableHead, type TableSort } from './TableHead.tsx';

export type Density = 'comfortable' | 'compact';

export interface DataTableProps<Row> {
  /** Names the table for assistive technology. */
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly cells?: Readonly<Record<string, (row: Row) => ReactNode>> | undefined;
  readonly sort?: TableSort | undefined;
  readonly totals?: readonly TableTotal[] | undefined;
  readonly totalsLabel?: string | undefined;
  /** Rows below a row, shown when it is expanded: the members of an entity. */
  readonly childrenOf?: ((row: Row) => readonly Row[]) | undefined;
  readonly rowHref?: ((row: Row) => string | undefined) | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly onPrefetch?: ((row: Row) => void) | undefined;
  /** Buttons at the end of each row. */
  readonly rowActions?: ((row: Row) => ReactNode) | undefined;
  readonly currentRow?: number | undefined;
  readonly density?: Density | undefined;
  /** Skeleton rows instead of rows. */
  readonly loadingRows?: number | undefined;
  readonly bodyRef?: Ref<HTMLTableSectionElement> | undefined;
}

/** The table that every list, tab and panel shows its records in. Columns are data; cells are drawn by kind. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, totals, sort, density = 'comfortable', rowActions } = props;
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setExpanded((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  return (
    // The frame scrolls sideways on small screens, so it has to be reachable by keyboard.
    <div className={styles.frame} data-density={density} role="group" aria-label={`${props.label}, table`} tabIndex={0}>
      <table className={styles.table} aria-busy={props.loadingRows !== undefined}>
        <TableHead columns={columns} sort={sort} hasActions={rowActions !== undefined} />
        <TableBody {...props} expanded={expanded} onToggle={toggle} />
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

/** A click that the browser is to handle itself: new tab, new window, a link or button inside the row. */
export function isForBrowser(event: MouseEvent | KeyboardEvent): boolean {
  const onControl = event.target instanceof Element && event.target.closest('a, button, input, select, label') !== null;
  return onControl || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
