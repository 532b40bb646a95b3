import { groupKey, type ReportColumn, type Subtotal } from '@carrara/contract/core/report';
import { coverageLines } from '@carrara/contract/core/coverage';
import { kinds, notDetermined } from '@carrara/contract/core/kinds';
import { Fragment, type ReactNode } from 'react';
import frameStyles from '../list/dataTable.module.css';
import tableStyles from '../list/table.module.css';
import { TableHead } from '../list/TableHead.tsx';
import { TableRow } from '../list/TableRow.tsx';
import type { FittedColumn } from '../list/columnsThatFit.ts';
import { HiddenColumns } from '../list/HiddenColumns.tsx';
import { useFittingColumns } from '../list/useFittingColumns.ts';
import { useMediaQuery } from '@mantine/hooks';
import { Value } from '../value/Value.tsx';
import { addressIn } from './addressIn.ts';
import { ReportCards } from './ReportCards.tsx';
import type { ReportRow as Row, ReportTableProps } from './reportTableTypes.ts';
import styles from './report.module.css';

/** A report as a table or, on a phone, as cards if the report has them. */
export function ReportTable(props: ReportTableProps) {
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const { report, values } = props;
  return isNarrow && report.phone ? (
    <ReportCards {...props} draw={(column, row) => <Cell column={column} row={row} values={values} />} />
  ) : (
    <GroupedTable {...props} isNarrow={isNarrow} />
  );
}

interface GroupedTableProps extends ReportTableProps {
  readonly isNarrow: boolean;
}

/**
 * A report as a table. Each group is under its name, with its sums below it, one for each currency and state. The totals of all rows are at the foot.
 */
function GroupedTable({ report, rows, subtotals, sort, values: overrides, isNarrow }: GroupedTableProps) {
  const { title, columns, groupBy, counted = 'rows' } = report;
  const groups = groupBy.flatMap((field) => columns.filter((column) => column.field === field));
  const visible = columns.filter(({ field, hidden }) => !hidden && !groupBy.includes(field));
  const cells = Object.fromEntries(
    visible
      .filter(({ href }) => href)
      .map((column) => [column.field, (row: Row) => <Cell column={column} row={row} values={overrides} />]),
  );
  const { frame, layout, fitted, hidden, showsAll, setShowsAll } = useFittingColumns({
    columns: visible,
    rows,
    showsAllColumns: isNarrow,
  });
  const table = {
    label: title,
    columns: fitted,
    rows,
    cells,
    rowKey: (row: Row) => String(row['id']),
    toggled: new Set<string>(),
    onToggle: () => undefined,
  };
  const keysOf = (row: Row | undefined) => (row ? groupBy.map((field) => groupKey(row[field])) : []);
  const sumsOf = (keys: readonly string[], name: string) =>
    subtotals
      .filter((sums) => JSON.stringify(sums.keys) === JSON.stringify(keys))
      .map((sums) => (
        <SumRow key={[name, ...sums.splitKeys].join()} name={name} sums={sums} columns={fitted} counted={counted} />
      ));
  return (
    <>
      <div
        ref={frame}
        className={frameStyles.frame}
        data-fit={layout.fit}
        role="group"
        aria-label={`${title}, table`}
        tabIndex={0}
      >
        <table className={tableStyles.table}>
          <TableHead columns={fitted} sort={sort} hasActions={false} />
          <tbody>
            {rows.map((row, at) => {
              const [keys, before, after] = [keysOf(row), keysOf(rows[at - 1]), keysOf(rows[at + 1])];
              const opens = firstUnlike(keys, before);
              const closes = firstUnlike(keys, after);
              return (
                <Fragment key={table.rowKey(row)}>
                  {groups.slice(opens).map((column) => (
                    <tr key={column.field} className={styles.group}>
                      <th scope="rowgroup" colSpan={visible.length}>
                        <Cell column={column} row={row} values={overrides} />
                      </th>
                    </tr>
                  ))}
                  <TableRow row={row} level={0} table={table} onToggle={table.onToggle} />
                  {groups
                    .slice(closes)
                    .toReversed()
                    .map((column) => {
                      const level = groups.indexOf(column) + 1;
                      return (
                        <Fragment key={column.field}>
                          {sumsOf(keys.slice(0, level), nameOf(row[column.field]))}
                        </Fragment>
                      );
                    })}
                </Fragment>
              );
            })}
          </tbody>
          <tfoot>{sumsOf([], 'Total')}</tfoot>
        </table>
      </div>
      <HiddenColumns hidden={hidden} showsAll={showsAll} onChange={setShowsAll} />
    </>
  );
}

/** Returns the first level at which two rows are in different groups. */
function firstUnlike(first: readonly string[], other: readonly string[]): number {
  const found = first.findIndex((key, level) => key !== other[level]);
  return found < 0 ? first.length : found;
}

const nameOf = (value: unknown): string => {
  const { name, description } = (value ?? {}) as { readonly name?: string; readonly description?: string };
  return typeof value === 'string' ? value : (name ?? description ?? 'None');
};

interface CellProps {
  readonly column: ReportColumn;
  readonly row: Row;
  readonly values: ReportTableProps['values'];
}

function Cell({ column, row, values: overrides }: CellProps): ReactNode {
  const value = <Value kind={column.kind} value={row[column.field]} nullIs={column.nullIs} />;
  const href = column.href && addressIn(column.href, row, overrides);
  return href ? <a href={href}>{value}</a> : value;
}

interface SumRowProps {
  readonly name: string;
  readonly sums: Subtotal;
  readonly columns: readonly FittedColumn<ReportColumn>[];
  readonly counted: string;
}

function SumRow({ name, sums, columns, counted }: SumRowProps) {
  const totals = new Map(sums.totals.map(({ field, total }) => [field, total]));
  const named = columns.findIndex(({ field }) => totals.has(field));
  const covered = sums.totals.filter(({ field }) => columns.some((column) => column.field === field));
  const lines = coverageLines(covered, columns, counted);
  const row = (
    <tr className={styles.sum}>
      <th scope="row" colSpan={named}>
        {[name, ...sums.splitKeys].join(', ')}
      </th>
      {columns.slice(named).map(({ field, kind, excludesParts, role }) => (
        <td key={field} data-align={kinds[kind].align} data-role={role}>
          {totals.has(field) ? (
            <Value kind={kind} value={totals.get(field)} nullIs={excludesParts ? undefined : notDetermined} />
          ) : null}
        </td>
      ))}
    </tr>
  );
  return (
    <>
      {row}
      {lines.map((line) => (
        <tr key={line} className={styles.coverage}>
          <td colSpan={columns.length}>{line}</td>
        </tr>
      ))}
    </>
  );
}
