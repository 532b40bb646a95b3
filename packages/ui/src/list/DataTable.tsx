import type { Column } from '@carrara/contract/core/fields';
import { nameColumnCount } from '@carrara/contract/core/nameColumnCount';
import { useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, useState } from 'react';
import styles from './dataTable.module.css';
import tableStyles from './table.module.css';
import { TableBody } from './TableBody.tsx';
import { TableFoot } from './TableFoot.tsx';
import { TableHead } from './TableHead.tsx';
import type { DataTableProps } from './tableTypes.ts';
import { CardList } from './CardList.tsx';
import { HiddenColumns } from './HiddenColumns.tsx';
import { useFittingColumns } from './useFittingColumns.ts';

/** The table of every list, tab and panel. Columns are data, and cells are drawn by kind. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, totals, sort, density = 'comfortable', rowActions } = props;
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const columns = isNarrow ? amountsFirst(props.columns) : props.columns;
  const showsCards = isNarrow && props.cardsOnPhone === true && props.loadingRows === undefined;
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setToggled((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  const showsAllColumns = props.loadingRows !== undefined || props.showsAllColumns === true;
  const { frame, layout, fitted, hidden, showsAll, setShowsAll } = useFittingColumns({
    columns,
    rows,
    density,
    widths: props.widths,
    toggled,
    showsAllColumns,
  });
  const hidesCurrency = props.hidesCurrency === true || hidden.some(({ field }) => field === 'currency');
  const sized = isNarrow ? {} : { widths: props.widths, onResize: props.onResize };
  if (showsCards) return <CardList {...props} />;
  return (
    <>
      {/* The frame scrolls sideways on small screens, so the keyboard must be able to reach it. */}
      <div
        ref={frame}
        className={styles.frame}
        data-density={density}
        data-fit={layout.fit}
        style={actionsWidth(layout.actions)}
        role="group"
        aria-label={`${props.label}, table`}
        tabIndex={0}
      >
        <table className={tableStyles.table} aria-busy={props.loadingRows !== undefined}>
          <TableHead
            columns={fitted}
            sort={sort}
            hasActions={rowActions !== undefined}
            selection={props.selection}
            {...sized}
          />
          <TableBody {...props} columns={fitted} hidesCurrency={hidesCurrency} toggled={toggled} onToggle={toggle} />
          {totals && totals.length > 0 ? (
            <TableFoot
              columns={fitted}
              totals={totals}
              label={props.totalsLabel ?? 'Total'}
              labelColumns={isNarrow ? 1 : nameColumnCount(columns)}
              counted={props.counted ?? 'rows'}
              hasActions={rowActions !== undefined}
              hidesCurrency={hidesCurrency}
            />
          ) : null}
        </table>
      </div>
      <HiddenColumns hidden={hidden} showsAll={showsAll} onChange={setShowsAll} />
    </>
  );
}

/** The key column stays visible next to the buttons of the row. */
const actionsWidth = (width: number) => ({ '--actions': `${String(width)}px` }) as CSSProperties;

/** A phone displays two or three columns: the name, and the amounts. */
function amountsFirst(columns: readonly Column[]): readonly Column[] {
  const named = nameColumnCount(columns);
  const rest = columns.slice(named);
  const amounts = rest.filter(({ kind }) => kind === 'money');
  // An amount needs its currency.
  const currency = amounts.length === 0 ? [] : rest.filter(({ field }) => field === 'currency');
  const led = [...currency, ...amounts];
  return [...columns.slice(0, named), ...led, ...rest.filter((column) => !led.includes(column))];
}
