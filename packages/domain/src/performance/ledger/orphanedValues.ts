import {
  type CalendarDate,
  type Decimal,
  displayedDate,
  fail,
  type Failures,
  groupBy,
  spokenMoney,
} from '@carrara/domain/kernel';
import type { LedgerEntry } from './entry.ts';
import { withoutReversed } from './withoutReversed.ts';

/** The value of a security on a date. */
interface SecurityValue {
  readonly securityId: string;
  readonly date: CalendarDate;
  /** Null withdraws the value of the date. */
  readonly fairValue: Decimal | null;
  /** The latest value of a date counts. */
  readonly seq: number;
}

/** The ledger that a purchase is reversed in. */
export interface ValuedLedger {
  readonly entries: readonly LedgerEntry[];
  readonly valuations: readonly SecurityValue[];
}

/** The maximum number of values named in a message. */
const MOST_NAMED = 3;

/**
 * Checks that no value of a security stays without a purchase when purchases are reversed: the holding would still be worth it.
 *
 * Source: docs/user/quarter-close.md.
 * Fails:  USED_LATER, with the values.
 */
export function orphanedValues(reversed: readonly LedgerEntry[], ledger: ValuedLedger): Failures {
  const ids = new Set(reversed.map(({ id }) => id));
  const bought = reversed.filter(({ type }) => type === 'BUY');
  if (bought.length === 0) return [];
  const remaining = withoutReversed(ledger.entries).filter(({ id, type }) => type === 'BUY' && !ids.has(id));
  const orphaned = [...groupBy(bought, ({ securityId }) => securityId)].flatMap(([securityId, purchases]) => {
    const values = ledger.valuations.filter(
      (value) => value.securityId === securityId && purchases.some(({ effective }) => effective <= value.date),
    );
    const latest = [...groupBy(values, ({ date }) => date).values()].map((ofDay) =>
      ofDay.reduce((last, value) => (value.seq > last.seq ? value : last)),
    );
    const isBought = (date: CalendarDate) =>
      remaining.some((entry) => entry.securityId === securityId && entry.effective <= date);
    return latest.flatMap(({ date, fairValue }) =>
      fairValue?.gt(0) === true && !isBought(date) ? [{ date, fairValue }] : [],
    );
  });
  if (orphaned.length === 0) return [];
  const named = orphaned
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map(({ date, fairValue }) => `${spokenMoney(fairValue)} on ${displayedDate(date)}`);
  const more = named.length > MOST_NAMED ? ` and ${(named.length - MOST_NAMED).toLocaleString('en')} more` : '';
  return [
    fail(
      'USED_LATER',
      [],
      `The security was valued after this purchase and would keep its value: ${named.slice(0, MOST_NAMED).join(', ')}${more}. Withdraw these values under Securities and values first. To correct the purchase, enter the right one before you reverse this one.`,
    ),
  ];
}
