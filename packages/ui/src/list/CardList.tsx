import { coverageLines, type StatedCoverage } from '@carrara/contract/core/coverage';
import { carriedMark, displayedFigure } from '@carrara/contract/core/displayedFigure';
import type { Column } from '@carrara/contract/core/fields';
import { kinds, notDetermined, type Reference } from '@carrara/contract/core/kinds';
import { nameColumnCount } from '@carrara/contract/core/nameColumnCount';
import type { ReactNode } from 'react';
import { currencyText } from '../value/valueText.ts';
import { keyField } from './columnsThatFit.ts';
import styles from './cardList.module.css';
import { withoutCount } from './TableFoot.tsx';
import { SelectRow } from './SelectRow.tsx';
import { amountCurrency, cellContent } from './TableRow.tsx';
import type { DataTableProps } from './tableTypes.ts';

/** Assigns the columns of a list to the parts of a card. The remaining columns are on the record's own page, unless the person chose them. */
function cardParts(columns: readonly Column[], areChosen: boolean) {
  const named = nameColumnCount(columns);
  const key = keyField(columns);
  const currency = columns.find(({ field }) => field === 'currency');
  const states = columns.filter(({ kind }) => kind === 'status');
  // A run has a type and a state, both of a fixed list.
  const status = columns.find(({ field }, at) => at >= named && field === 'status') ?? states[0];
  const details = columns.filter(
    ({ field, kind }, at) =>
      at < named - 1 ||
      (at >= named &&
        field !== 'currency' &&
        field !== status?.field &&
        ['text', 'code', 'reference', 'date', 'status'].includes(kind)),
  );
  const since = columns.filter(({ kind }, at) => at >= named && kind === 'instant');
  const amounts = columns.filter(({ field, kind }) => field !== key && kind === 'money');
  const figures = columns.filter(
    ({ field, kind }, at) => at >= named && field !== key && kinds[kind].align === 'right',
  );
  const texts = columns.filter(
    (column, at) =>
      at !== named - 1 && column !== status && column !== currency && column.field !== key && !figures.includes(column),
  );
  return {
    name: columns[named - 1],
    status,
    currency,
    details: areChosen ? texts : [...details.slice(0, 2), ...since.slice(0, 1)],
    amount: columns.find(({ field }) => field === key),
    // If all amounts are marked, as for several dates, none stands out.
    hasLead: amounts.length === 0 || !columns.every(({ kind, isKey }) => kind !== 'money' || isKey),
    // The amount that leads to the key one, and the other marked columns.
    others: areChosen
      ? figures
      : columns.filter((column) => column.field !== key && (column === amounts[0] || column.isKey)),
  };
}

/** A total without coverage doesn't apply, as in the rows. */
const nullTotalIs = (coverage: StatedCoverage | undefined) => (coverage ? ({ nullIs: notDetermined } as const) : {});

/** A list on a phone: a card for each row, with its name, state, subject and full amounts. */
export function CardList<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, totals = [], totalsLabel = 'Total', counted = 'rows' } = props;
  const parts = cardParts(columns, props.showsAllColumns === true);
  const keyTotals = totals.filter(({ field }) => field === parts.amount?.field);
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <Card key={rowKey(row)} row={row} parts={parts} table={props} />
      ))}
      {parts.amount && keyTotals.length > 0 ? (
        <li className={styles.total}>
          {keyTotals.map(({ field, total, currency, coverage }) => (
            <div key={currency ?? field} className={styles.line}>
              <span>
                {currency && keyTotals.length > 1 ? withoutCount(totalsLabel) : totalsLabel}
                {parts.others.length > 0 && parts.amount ? ` (${parts.amount.title})` : null}
              </span>
              <span className={styles.amounts}>
                {currency ? `${currency} ` : null}
                {parts.amount
                  ? cellContent({ [field]: total, currency }, { ...parts.amount, ...nullTotalIs(coverage) }, undefined)
                  : null}
              </span>
            </div>
          ))}
          {coverageLines(keyTotals, columns, counted).map((line) => (
            <span key={line} className={styles.coverage}>
              {line}
            </span>
          ))}
        </li>
      ) : null}
    </ul>
  );
}

/** A date other than that of the row itself is unclear without its title. */
const needsLabel = ({ kind, title }: Column) => kind === 'date' && title !== 'Date';

interface CardProps<Row> {
  readonly row: Row;
  readonly parts: ReturnType<typeof cardParts>;
  readonly table: DataTableProps<Row>;
}

function Card<Row>({ row, parts, table }: CardProps<Row>) {
  const { name, status, currency, details, amount, others, hasLead } = parts;
  const values = row as Readonly<Record<string, unknown>>;
  const content = (column: Column | undefined): ReactNode =>
    column ? cellContent(row, column, table.cells, typeof values['coverage'] === 'string') : null;
  // A card has no columns, so an empty part is left out.
  // An amount in several currencies is null and listed by currency in another field.
  const isBlank = ({ field, amountsIn }: Column) =>
    !table.cells?.[field] && (values[field] ?? '') === '' && !((amountsIn && values[amountsIn]) as unknown[])?.length;
  const visible = details.filter((column) => !isBlank(column));
  const ordered = amount?.kind === 'percent' ? [amount, ...others] : [...others, amount];
  const isUndetermined = (column: Column) => displayedFigure(column, values).reason !== undefined;
  const amounts = ordered.filter(
    (column) => column && (!isBlank(column) || column.nullIs !== undefined || isUndetermined(column)),
  );
  const { coverage } = values;
  // An amount that can be in several currencies names its own, unless the table has a cell for it.
  const namesCurrency = ({ field, kind, amountsIn }: Column) =>
    kind === 'money' && currency && !isBlank(currency) && (!amountsIn || table.cells?.[field]);
  const code =
    currency?.kind === 'reference' && !isBlank(currency)
      ? currencyText(values[currency.field] as Reference)
      : content(currency);
  const mark = carriedMark(values);
  const href = table.rowHref?.(row);
  const { onOpen } = table;
  const title = href ? (
    <a href={href} onClick={() => table.onFollow?.(row)}>
      {content(name)}
    </a>
  ) : onOpen ? (
    <button type="button" onClick={() => onOpen(row)}>
      {content(name)}
    </button>
  ) : (
    content(name)
  );
  return (
    <li className={styles.card}>
      <div className={styles.line}>
        {table.selection ? <SelectRow row={row} selection={table.selection} /> : null}
        <span className={styles.name}>{title}</span>
        {content(status)}
      </div>
      <div className={`${styles.line ?? ''} ${styles.facts ?? ''}`} data-actions={table.rowActions ? true : undefined}>
        <span className={styles.details}>
          {mark ? <span>{mark}</span> : null}
          {visible.map((column) => (
            <span key={column.field}>
              {needsLabel(column) ? `${column.title} ` : null}
              {content(column)}
            </span>
          ))}
        </span>
        {table.rowActions ? <div className={styles.actions}>{table.rowActions(row)}</div> : null}
        <dl className={styles.amounts}>
          {amounts.map((column) =>
            column ? (
              <div key={column.field} data-key={(hasLead && column === amount) || undefined}>
                <dt>{column.title}</dt>
                <dd>
                  {namesCurrency(column) ? <>{code} </> : null}
                  {table.hidesCurrency ? amountCurrency(row, column, table.cells) : null}
                  {content(column)}
                </dd>
              </div>
            ) : null,
          )}
        </dl>
      </div>
      {typeof coverage === 'string' ? <span className={styles.coverage}>{coverage}</span> : null}
    </li>
  );
}
