import type { Column } from '@carrara/contract/fields';
import { kinds } from '@carrara/contract/kinds';
import { Value } from '../value/index.ts';

export interface TableTotal {
  readonly field: string;
  readonly total: string;
}

export interface TableFootProps {
  readonly columns: readonly Column[];
  readonly totals: readonly TableTotal[];
  readonly label: string;
  readonly hasActions: boolean;
}

/** The totals of all rows that match, pinned below those in view. The figures are given, never added up here. */
export function TableFoot({ columns, totals, label, hasActions }: TableFootProps) {
  const totalOf = new Map(totals.map(({ field, total }) => [field, total]));
  return (
    <tfoot>
      <tr>
        {columns.map((column, position) => {
          const total = totalOf.get(column.field);
          if (total === undefined && position === 0)
            return (
              <th key={column.field} scope="row">
                {label}
              </th>
            );
          return (
            <td key={column.field} data-align={kinds[column.kind].align}>
              {total === undefined ? null : <Value kind={column.kind} value={total} />}
            </td>
          );
        })}
        {hasActions ? <td /> : null}
      </tr>
    </tfoot>
  );
}
