import { coverageLines, type StatedCoverage } from '@carrara/contract/core/coverage';
import { kinds, notDetermined } from '@carrara/contract/core/kinds';
import { Value } from '../value/Value.tsx';
import type { FittedColumn } from './columnsThatFit.ts';
import styles from './table.module.css';

export interface TableTotal {
  readonly field: string;
  /** Null if no row is determined or, without coverage, if the figure doesn't apply to any row. */
  readonly total: string | null;
  /** Amounts in different currencies have a total each. */
  readonly currency?: string | undefined;
  /** The coverage of the total, if it doesn't include all rows. */
  readonly coverage?: StatedCoverage | undefined;
}

export interface TableFootProps {
  readonly columns: readonly FittedColumn[];
  readonly totals: readonly TableTotal[];
  readonly label: string;
  /** The number of columns that the label may span, if they have no total. A date column alone is too narrow for it. */
  readonly labelColumns: number;
  /** The plural noun for the items that coverage counts. */
  readonly counted: string;
  readonly hasActions: boolean;
  /** True if no column has the currencies, so that the label names a single one, too. */
  readonly hidesCurrency: boolean;
}

/**
 * The totals of all matching rows, pinned below the visible ones: one row, or one for each currency. The figures are passed in, never computed here.
 */
export function TableFoot(props: TableFootProps) {
  const { columns, totals, label, labelColumns, counted, hasActions, hidesCurrency } = props;
  const covered = totals.filter(({ field }) => columns.some((column) => column.field === field));
  return (
    <tfoot>
      {rowsOf(totals, label, hidesCurrency).map((row) => {
        const spanned = columns.slice(0, labelColumns).findIndex(({ field }) => row.totals.has(field));
        const span = spanned === -1 ? labelColumns : spanned;
        return (
          <tr key={row.label}>
            {span > 0 ? (
              <th scope="row" colSpan={span} data-role={columns[span - 1]?.role}>
                {row.label}
              </th>
            ) : null}
            {columns.slice(span).map(({ field, kind, role }) => {
              const total = row.totals.get(field);
              return (
                <td key={field} data-align={kinds[kind].align} data-role={role}>
                  {total ? (
                    <Value kind={kind} value={total.total} nullIs={total.coverage ? notDetermined : undefined} />
                  ) : null}
                </td>
              );
            })}
            {hasActions ? <td className={styles.actions} /> : null}
          </tr>
        );
      })}
      {coverageLines(covered, columns, counted).map((line) => (
        <tr key={line} className={styles.coverage}>
          <td colSpan={columns.length + (hasActions ? 1 : 0)}>{line}</td>
        </tr>
      ))}
    </tfoot>
  );
}

/** The total of one currency doesn't include all the rows that the label counts. */
export const withoutCount = (label: string): string => label.replace(/, \d[\d,]*$/, '');

/** Names the currency before the count: `Total USD, 12`. */
const withCurrency = (label: string, code: string | undefined): string =>
  code === undefined ? label : label.replace(withoutCount(label), `${withoutCount(label)} ${code}`);

function rowsOf(totals: readonly TableTotal[], label: string, hidesCurrency: boolean) {
  const row = (name: string, own: readonly TableTotal[]) => ({
    label: name,
    totals: new Map(own.map((total) => [total.field, total])),
  });
  const currencies = [...new Set(totals.flatMap(({ currency }) => currency ?? []))];
  if (currencies.length < 2) return [row(hidesCurrency ? withCurrency(label, currencies[0]) : label, totals)];
  const plain = totals.filter(({ currency }) => currency === undefined);
  return [
    ...(plain.length > 0 ? [row(label, plain)] : []),
    ...currencies.map((code) =>
      row(
        `${withoutCount(label)} ${code}`,
        totals.filter(({ currency }) => currency === code),
      ),
    ),
  ];
}
