import type { Column } from '@carrara/contract/core/fields';
import { kinds } from '@carrara/contract/core/kinds';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import tableStyles from './table.module.css';
import type { FittedColumn } from './columnsThatFit.ts';
import { ColumnEdge } from './ColumnEdge.tsx';
import { resizeByKey } from './columnWidth.ts';
import { SelectPage } from './SelectRow.tsx';
import styles from './tableHead.module.css';
import type { DataTableProps, TableSort } from './tableTypes.ts';

export interface TableHeadProps<Row> extends Pick<DataTableProps<Row>, 'widths' | 'onResize' | 'selection'> {
  readonly columns: readonly FittedColumn[];
  readonly sort?: TableSort | undefined;
  readonly hasActions: boolean;
}

export function TableHead<Row>({ columns, sort, hasActions, widths, onResize, selection }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column, index) => (
          <th
            key={column.field}
            scope="col"
            data-align={kinds[column.kind].align}
            data-role={column.role}
            aria-sort={ariaSort(column, sort)}
            data-field={column.field}
            {...resized(widths?.[column.field])}
            onKeyDown={(event) =>
              onResize
                ? resizeByKey(event, event.currentTarget.offsetWidth, (width) => onResize(column.field, width))
                : undefined
            }
          >
            {index === 0 && selection ? <SelectPage selection={selection} /> : null}
            {sort && column.sortable !== false ? <SortButton column={column} sort={sort} /> : column.title}
            {onResize ? <ColumnEdge onResize={(width) => onResize(column.field, width)} /> : null}
          </th>
        ))}
        {hasActions ? (
          <th scope="col" className={tableStyles.actions} data-align="right">
            <span className={styles.unseen}>Actions</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

/** A chosen width. The text of the column wraps in it, and figures stay complete. */
const resized = (width: number | undefined) =>
  width === undefined ? {} : { 'data-resized': true, style: { width, minWidth: width, maxWidth: width } };

function SortButton({ column, sort }: { readonly column: Column; readonly sort: TableSort }) {
  const active = sort.field === column.field;
  const Icon = active && !sort.ascending ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      className={tableStyles.sort}
      data-active={active}
      onClick={() => sort.onSort(column.field, active ? !sort.ascending : true)}
    >
      {column.title}
      <Icon size={12} stroke={2} aria-hidden />
    </button>
  );
}

function ariaSort(column: Column, sort: TableSort | undefined): 'ascending' | 'descending' | undefined {
  if (sort?.field !== column.field) return undefined;
  return sort.ascending ? 'ascending' : 'descending';
}
