import { lazy, type ReactElement, Suspense, useState } from 'react';
import { DataTable } from '../list/DataTable.tsx';
import styles from './grid.module.css';
import { GridKeys } from './GridKeys.tsx';
import type { DataGridProps } from './gridTypes.ts';

// Lazy components lose their type parameter. The cast restores it.
const GridCanvas = lazy(async () => ({ default: (await import('./GridCanvas.tsx')).GridCanvas })) as <Row>(
  props: DataGridProps<Row>,
) => ReactElement;

/**
 * A spreadsheet with the keys of Excel, paste, fill, undo (Ctrl+Z) and redo (Ctrl+Y). Totals are pinned. Wrong cells are marked with the reason. The
 * same rows can be read as a plain table, for assistive technology and small screens.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const [asTable, setAsTable] = useState(false);
  const { label, columns, rows, rowKey, childrenOf, totals } = props;
  const tableTotals = Object.entries(totals ?? {}).flatMap(([field, total]) =>
    total === null ? [] : [{ field, total }],
  );
  return (
    <section className={styles.grid} aria-label={label}>
      <p className={styles.narrow}>Use a wider screen to edit this grid.</p>
      {asTable ? (
        <div className={styles.table}>
          <DataTable
            label={label}
            columns={columns.map(({ field, kind, title }) => ({ field, kind, title }))}
            rows={rows}
            rowKey={rowKey}
            childrenOf={childrenOf}
            totals={tableTotals}
            totalsLabel={props.totalsLabel}
          />
        </div>
      ) : (
        <Suspense fallback={<div className={styles.wait} role="status" aria-label={`Loading ${label}`} />}>
          <GridCanvas {...props} />
        </Suspense>
      )}
      <div className={styles.foot}>
        {props.onEdit && !asTable ? <GridKeys /> : null}
        <button type="button" className={styles.switch} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Back to the grid' : 'Read as a table'}
        </button>
      </div>
    </section>
  );
}
