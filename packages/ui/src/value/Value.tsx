import { type Amount, type Kind, type StatusValue, unitSuffix } from '@carrara/contract/core/kinds';
import { undeterminedPrefix } from '@carrara/contract/core/displayedFigure';
import type { ReactNode } from 'react';
import { dash, isNegative } from './formatDecimal.ts';
import { plainText } from './plainText.ts';
import { StatusBadge } from './StatusBadge.tsx';
import unseenStyles from './unseen.module.css';
import styles from './value.module.css';
import { amountText, valueText } from './valueText.ts';

export interface ValueProps {
  readonly kind: Kind;
  readonly value: unknown;
  /** The meaning of a missing value, if a dash is not enough. */
  readonly nullIs?: string | undefined;
  /** Why a value is not determined, displayed at its mark. */
  readonly reason?: string | undefined;
}

type Cell = (kind: Kind, value: unknown) => ReactNode;

const plain: Cell = (kind, value) => {
  const text = valueText(kind, value);
  return text === dash ? <span className={styles.missing}>{dash}</span> : text;
};

/** A figure. Words of its unit are smaller and, in tables, below it, so that the digits of a column align. */
const figure: Cell = (kind, value) => {
  const note = unitSuffix(kind);
  const text = valueText(kind, value);
  if (text === dash) return plain(kind, value);
  const digits = note === '' ? text : text.replace(note, '');
  return (
    <>
      {isNegative(typeof value === 'string' ? value : undefined) ? (
        <span className={styles.negative}>{digits}</span>
      ) : (
        digits
      )}
      {note === '' ? null : <small className={styles.note}>{note}</small>}
    </>
  );
};

const amounts: Cell = (kind, value) => {
  const all = (value ?? []) as readonly Amount[];
  if (all.length === 0) return plain(kind, value);
  return all.map((amount) => (
    <div key={amount.currency} className={isNegative(amount.amount) ? styles.negative : undefined}>
      {amountText(amount)}
    </div>
  ));
};

const cells: Record<Kind, Cell> = {
  id: plain,
  text: plain,
  longText: (kind, value) => <span className={styles.longText}>{plain(kind, value)}</span>,
  email: (kind, value) => (value ? <a href={`mailto:${plainText(value)}`}>{plainText(value)}</a> : plain(kind, value)),
  code: plain,
  boolean: plain,
  count: figure,
  money: figure,
  amounts,
  percent: figure,
  shares: figure,
  multiple: figure,
  rate: figure,
  return: figure,
  spanReturn: figure,
  partialReturn: figure,
  partialSpanReturn: figure,
  partialMultiple: figure,
  partialMoney: figure,
  rolledMoney: figure,
  years: figure,
  year: plain,
  date: plain,
  instant: plain,
  status: (kind, value) => {
    const status = value as StatusValue | null;
    return status ? <StatusBadge code={status.code} label={status.description} /> : plain(kind, value);
  },
  reference: plain,
  referenceList: plain,
  address: plain,
  picture: (kind, value) =>
    value ? <img className={styles.picture} src={plainText(value)} alt="" /> : plain(kind, value),
};

/** The mark of an undetermined figure. The reason is a tooltip and is read by screen readers. */
function Undetermined({ reason }: { readonly reason: string }) {
  return (
    <span className={styles.missing} title={reason}>
      {undeterminedPrefix}
      <span className={unseenStyles.unseen}>: {reason}</span>
    </span>
  );
}

/** One value, formatted by its kind, the same way everywhere. */
export function Value({ kind, value, nullIs, reason }: ValueProps) {
  if (reason !== undefined) return <Undetermined reason={reason} />;
  if (value === null && nullIs !== undefined) return <span className={styles.missing}>{nullIs}</span>;
  return <>{cells[kind](kind, value)}</>;
}
