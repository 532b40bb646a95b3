import type { Column } from '@carrara/contract/core/fields';
import { kinds } from '@carrara/contract/core/kinds';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import tableStyles from './table.module.css';
import type { FittedColumn } from './columnsThatFit.ts';
import styles from './tableHead.module.css';

export interface TableSort {
  readonly field: string;
  readonly ascending: boolean;
  readonly onSort: (field: string, ascending: boolean) => void;
}

export interface TableHeadProps {
  readonly columns: readonly FittedColumn[];
  readonly sort?: TableSort | undefined;
  readonly hasActions: boolean;
}

export function TableHead({ columns, sort, hasActions }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.field}
            scope="col"
            data-align={kinds[column.kind].align}
            data-role={column.role}
            aria-sort={ariaSort(column, sort)}
          >
            {sort && column.sortable !== false ? <SortButton column={column} sort={sort} /> : column.title}
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
