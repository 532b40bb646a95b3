import type { Column } from '@carrara/contract/core/fields';
import { figureCovers, smallestCoverage } from '@carrara/contract/core/coverage';
import { carriedMark, displayedFigure } from '@carrara/contract/core/displayedFigure';
import { kinds, type Reference } from '@carrara/contract/core/kinds';
import { nameColumnCount } from '@carrara/contract/core/nameColumnCount';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Money, type MoneyProps } from '../value/Money.tsx';
import { Value } from '../value/Value.tsx';
import { currencyText } from '../value/valueText.ts';
import { CoverageCell } from './CoverageCell.tsx';
import { isForBrowser } from './isForBrowser.ts';
import tableStyles from './table.module.css';
import { SelectRow } from './SelectRow.tsx';
import styles from './tableRow.module.css';
import type { TableBodyProps } from './tableTypes.ts';

export interface TableRowProps<Row> {
  readonly row: Row;
  readonly level: number;
  readonly table: TableBodyProps<Row>;
  readonly position?: number | undefined;
  /** Undefined if there is nothing to expand. */
  readonly expanded?: boolean | undefined;
  readonly onToggle: () => void;
}

export function TableRow<Row>({ row, level, table, position, expanded, onToggle }: TableRowProps<Row>) {
  const { columns, cells, rowHref, onOpen, onFollow, onPrefetch, rowActions, currentRow } = table;
  const href = rowHref?.(row);
  const opens = href !== undefined || onOpen !== undefined;
  const open = () => {
    if (onOpen) return onOpen(row);
    onFollow?.(row);
    if (href) window.location.assign(href);
  };
  const named = nameColumnCount(columns) - 1;
  const mark = carriedMark(row as Readonly<Record<string, unknown>>);
  // The column says it once for all figures of the row.
  const hasCoverage = columns.some(({ field, role }) => field === 'coverage' && role !== 'tucked');
  const selection = level === 0 ? table.selection : undefined;
  const isSelected = selection?.isSelected(row) ?? false;
  const content = (column: Column) => (
    <>
      {table.hidesCurrency ? amountCurrency(row, column, cells) : null}
      {cellContent(row, column, cells, hasCoverage)}
    </>
  );
  return (
    <tr
      data-level={level}
      data-opens={opens}
      data-current={position !== undefined && position === currentRow}
      aria-selected={selection ? isSelected : undefined}
      tabIndex={position === undefined || !(opens || selection) ? undefined : -1}
      onClick={(event) => (opens && !isForBrowser(event) ? open() : undefined)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && opens && !isForBrowser(event)) open();
        if (event.key === ' ' && selection && event.target === event.currentTarget) {
          event.preventDefault();
          selection.onToggle(row, event.shiftKey);
        }
      }}
      onMouseEnter={() => onPrefetch?.(row)}
      onFocus={() => onPrefetch?.(row)}
    >
      {columns.map((column, index) => (
        <td
          key={column.field}
          data-align={kinds[column.kind].align}
          data-kind={column.kind}
          data-role={column.role}
          data-resized={table.widths?.[column.field] === undefined ? undefined : true}
        >
          {index === 0 ? (
            <FirstCell
              level={level}
              href={href}
              onFollow={() => onFollow?.(row)}
              expanded={expanded}
              onToggle={onToggle}
              toggles={table.childrenOf !== undefined}
              mark={selection ? <SelectRow row={row} selection={selection} /> : null}
            >
              {content(column)}
            </FirstCell>
          ) : (
            content(column)
          )}
          {index === named && mark ? <div className={tableStyles.mark}>{mark}</div> : null}
        </td>
      ))}
      {rowActions ? <td className={tableStyles.actions}>{rowActions(row)}</td> : null}
    </tr>
  );
}

interface FirstCellProps {
  readonly level: number;
  readonly href?: string | undefined;
  readonly onFollow: () => void;
  readonly expanded?: boolean | undefined;
  readonly toggles: boolean;
  readonly onToggle: () => void;
  /** The checkbox of the row. */
  readonly mark: ReactNode;
  readonly children: ReactNode;
}

function FirstCell({ level, href, onFollow, expanded, toggles, onToggle, mark, children }: FirstCellProps) {
  const content = href ? (
    // A middle click opens the link, too, but isn't a click event.
    <a href={href} onClick={onFollow} onAuxClick={({ button }) => (button === 1 ? onFollow() : undefined)}>
      {children}
    </a>
  ) : (
    children
  );
  if (!toggles && !mark) return <>{content}</>;
  return (
    <span className={styles.first} style={{ paddingLeft: level * 18 }}>
      {mark}
      {!toggles ? null : expanded === undefined ? (
        <span className={styles.noToggle} />
      ) : (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={expanded}
          aria-label={expanded ? 'Collapse' : 'Expand'}
          onClick={onToggle}
        >
          <IconChevronRight size={14} aria-hidden />
        </button>
      )}
      {/* One box, so that tags behind a name wrap to another line. */}
      <span className={styles.content}>{content}</span>
    </span>
  );
}

/** The content of a row in a column. A figure says how many funds it covers, unless the row does (`hasCoverage`). */
export function cellContent<Row>(
  row: Row,
  column: Column,
  cells: TableBodyProps<Row>['cells'],
  hasCoverage = false,
): ReactNode {
  const values = row as Readonly<Record<string, unknown>>;
  const { coverage } = values;
  const count = column.field === 'coverage' && typeof coverage === 'string' ? smallestCoverage(values) : undefined;
  if (count !== undefined) return <CoverageCell count={count} text={String(coverage)} />;
  const content = cellValue(row, column, cells);
  const covers = hasCoverage ? undefined : figureCovers(column.field, values);
  if (covers === undefined) return content;
  return (
    <>
      {content}
      <div className={tableStyles.mark}>{covers}</div>
    </>
  );
}

/** The currency in front of an amount. An amount that can be in several currencies and a cell of the table name their own. */
export function amountCurrency<Row>(row: Row, column: Column, cells: TableBodyProps<Row>['cells']): string | null {
  const { [column.field]: amount } = row as Readonly<Record<string, unknown>>;
  const { currency } = row as { readonly currency?: string | Reference | null };
  if (column.kind !== 'money' || column.amountsIn || cells?.[column.field] || !amount || !currency) return null;
  return `${currencyText(currency)} `;
}

function cellValue<Row>(row: Row, column: Column, cells: TableBodyProps<Row>['cells']): ReactNode {
  const own = cells?.[column.field];
  if (own) return own(row);
  const values = row as Readonly<Record<string, unknown>>;
  const displayed = displayedFigure(column, values);
  if (column.amountsIn && displayed.reason === undefined)
    return (
      <Money
        amount={values[column.field] as MoneyProps['amount']}
        amounts={(values[column.amountsIn] ?? []) as MoneyProps['amounts']}
      />
    );
  return <Value {...displayed} />;
}
