import { coverageLines } from '@carrara/contract/core/coverage';
import { notDetermined } from '@carrara/contract/core/kinds';
import { groupKey, type ReportColumn, type Subtotal } from '@carrara/contract/core/report';
import type { ReactNode } from 'react';
import cardStyles from '../list/cardList.module.css';
import { Value } from '../value/Value.tsx';
import styles from './reportCards.module.css';
import type { ReportRow as Row, ReportTableProps } from './reportTableTypes.ts';

type Draw = (column: ReportColumn, row: Row) => ReactNode;

interface Figure {
  readonly column: ReportColumn;
  readonly value: unknown;
}

const isNotZero = (value: unknown): boolean => typeof value === 'string' && /[1-9]/.test(value);

/** A report on a phone: a card for each group with its sums, and the rows behind them on demand. */
export function ReportCards({
  report: { title, columns, groupBy, counted = 'rows', phone },
  rows,
  subtotals,
  draw,
}: Pick<ReportTableProps, 'report' | 'rows' | 'subtotals'> & { readonly draw: Draw }) {
  const chosen = (phone?.amounts ?? []).flatMap((field) => columns.filter((column) => column.field === field));
  const [group] = columns.filter(({ field }) => field === groupBy[0]);
  const keyOf = (row: Row) => groupKey(row[groupBy[0] ?? '']);
  const keys = [...new Set(rows.map(keyOf))];
  /** A difference is the first figure, unless it is zero. */
  const ordered = (values: (field: string) => unknown): readonly Figure[] => {
    const figures = chosen.map((column) => ({ column, value: values(column.field) }));
    const isAlert = ({ column, value }: Figure) => column.field === phone?.alert && isNotZero(value);
    return [...figures.filter(isAlert), ...figures.filter((figure) => !isAlert(figure))];
  };
  const sumsOf = (own: readonly string[]) =>
    subtotals
      .filter((sums) => sums.keys.join('\n') === own.join('\n'))
      .map((sums) => (
        <Sums
          key={sums.splitKeys.join()}
          sums={sums}
          columns={columns}
          counted={counted}
          ordered={ordered}
          phone={phone}
        />
      ));
  return (
    <ul className={cardStyles.cards} aria-label={title}>
      {keys.map((key) => {
        const own = rows.filter((row) => keyOf(row) === key);
        const [first] = own;
        const texts = new Set(own.flatMap((row) => (phone?.text === undefined ? [] : (row[phone.text] ?? []))));
        return (
          <li key={key} className={cardStyles.card}>
            <span className={styles.title}>{group && first ? draw(group, first) : null}</span>
            {first && own.length === 1 ? <RowName row={first} columns={columns} groupBy={groupBy} draw={draw} /> : null}
            {sumsOf([key])}
            {[...texts].map((text) => (
              <span key={String(text)} className={cardStyles.coverage}>
                {String(text)}
              </span>
            ))}
            {own.length > 1 ? (
              <details className={styles.rows}>
                <summary>{`${String(own.length)} ${counted}`}</summary>
                {own.map((row) => (
                  <div key={String(row['id'])} className={styles.row}>
                    <RowName row={row} columns={columns} groupBy={groupBy} draw={draw} />
                    <Figures figures={ordered((field) => row[field])} alert={phone?.alert} row={row} draw={draw} />
                  </div>
                ))}
              </details>
            ) : null}
          </li>
        );
      })}
      <li className={cardStyles.total}>
        <span>Total</span>
        {sumsOf([])}
      </li>
    </ul>
  );
}

/** The records that a row is about, such as a fund and its investment. */
function RowName({
  row,
  columns,
  groupBy,
  draw,
}: { readonly row: Row; readonly draw: Draw } & Pick<ReportTableProps['report'], 'columns' | 'groupBy'>) {
  const names = columns.filter(
    ({ field, kind, hidden }) => kind === 'reference' && !hidden && !groupBy.includes(field) && row[field] != null,
  );
  return (
    <span className={styles.name}>
      {names.map((column, at) => (
        <span key={column.field}>
          {at > 0 ? ' · ' : null}
          {draw(column, row)}
        </span>
      ))}
    </span>
  );
}

interface SumsProps extends Pick<ReportTableProps['report'], 'columns'> {
  readonly phone: ReportTableProps['report']['phone'] | undefined;
  readonly sums: Subtotal;
  readonly counted: string;
  readonly ordered: (values: (field: string) => unknown) => readonly Figure[];
}

/** The sums of a group in one currency. */
function Sums({ sums, columns, counted, ordered, phone }: SumsProps) {
  const totals = new Map(sums.totals.map(({ field, total }) => [field, total]));
  const figures = ordered((field) => totals.get(field));
  const covered = sums.totals.filter(({ field }) => phone?.amounts.includes(field));
  return (
    <>
      <Figures figures={figures} alert={phone?.alert} unit={sums.splitKeys.join(', ')} />
      {coverageLines(covered, columns, counted).map((line) => (
        <span key={line} className={cardStyles.coverage}>
          {line}
        </span>
      ))}
    </>
  );
}

interface FiguresProps {
  readonly figures: readonly Figure[];
  readonly alert: string | undefined;
  /** The currency of sums. */
  readonly unit?: string;
  /** The row whose cells can have links. Absent for sums. */
  readonly row?: Row;
  readonly draw?: Draw;
}

const Figures = ({ figures, alert, unit, row, draw }: FiguresProps) => (
  <dl className={styles.figures}>
    {figures.map(({ column, value }) => (
      <div key={column.field} data-alert={(column.field === alert && isNotZero(value)) || undefined}>
        <dt>{unit ? `${column.title}, ${unit}` : column.title}</dt>
        <dd>
          {row && draw ? (
            draw(column, row)
          ) : (
            <Value kind={column.kind} value={value} nullIs={column.excludesParts ? undefined : notDetermined} />
          )}
        </dd>
      </div>
    ))}
  </dl>
);
