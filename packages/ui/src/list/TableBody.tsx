import styles from './tableBody.module.css';
import { TableRow } from './TableRow.tsx';
import type { TableBodyProps } from './tableTypes.ts';

export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { columns, rows, rowKey, loadingRows, bodyRef } = props;
  if (loadingRows !== undefined) return <SkeletonBody rows={loadingRows} columns={columns.length} />;
  return (
    <tbody ref={bodyRef}>
      {rows.map((row, position) => (
        <RowWithChildren key={rowKey(row)} row={row} path={rowKey(row)} level={0} position={position} table={props} />
      ))}
    </tbody>
  );
}

interface RowWithChildrenProps<Row> {
  readonly row: Row;
  readonly path: string;
  readonly level: number;
  readonly position?: number | undefined;
  readonly table: TableBodyProps<Row>;
}

/** A row and, if it is expanded, the rows below it. Keys are paths, because the same trust may be a member of two entities. */
function RowWithChildren<Row>({ row, path, level, position, table }: RowWithChildrenProps<Row>) {
  const children = table.childrenOf?.(row) ?? [];
  const open = table.toggled.has(path) !== (table.startsOpen ?? false);
  return (
    <>
      <TableRow
        row={row}
        level={level}
        table={table}
        position={position}
        expanded={children.length > 0 ? open : undefined}
        onToggle={() => table.onToggle(path)}
      />
      {open
        ? children.map((child) => {
            const childPath = `${path}/${table.rowKey(child)}`;
            return <RowWithChildren key={childPath} row={child} path={childPath} level={level + 1} table={table} />;
          })
        : null}
    </>
  );
}

function SkeletonBody({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  return (
    <tbody>
      {Array.from({ length: rows }, (_row, row) => (
        <tr key={`loading ${String(row)}`}>
          {Array.from({ length: columns }, (_cell, cell) => (
            <td key={`loading ${String(cell)}`}>
              <span
                className={styles.skeleton}
                style={{ width: `${cell === 0 ? 70 - ((row * 13) % 30) : 50 + ((row + cell) % 3) * 12}%` }}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
