import { type Decimal, zero } from '@carrara/domain/kernel';
import type { EntryFacts, EntryShare } from './entry.ts';
import { entryTypeRule, type TemplateRow } from './entryType.ts';

/** The changes made by an entry or a share of it. */
export interface Effect {
  /** The investor's cash that counts in returns and multiples; positive if received. */
  readonly cash: Decimal;
  readonly nav: Decimal;
  readonly unfunded: Decimal;
  /** Rows of the Reporting Template, with the sheet's signs. */
  readonly rows: readonly RowAmount[];
}

interface RowAmount {
  readonly row: number;
  readonly amount: Decimal;
}

/** Returns the cash of returns and multiples that a share moves for its partner; positive if received. */
export function cashOfShare({ type }: Pick<EntryFacts, 'type'>, { amount, isMirror, isPassed }: EntryShare): Decimal {
  const { cash, mirror } = entryTypeRule(type);
  // In a transfer, the seller's share of the value is negative, because the seller receives cash.
  if (isPassed) return type === 'TRANSFER' ? amount.negated() : signed(amount, cash);
  return signed(amount, isMirror ? cash + (mirror?.cash ?? 0) : cash);
}

/** Returns everything that a share moves for its partner: the cash of returns and multiples, and interest. Positive if received. */
export const paymentOfShare = (entry: Pick<EntryFacts, 'type'>, share: EntryShare): Decimal =>
  cashOfShare(entry, share).plus(signed(share.amount, entryTypeRule(entry.type).interest ?? 0));

/** Returns an amount with the sign of an entry type, which is faster than a multiplication. */
const signed = (amount: Decimal, sign: number): Decimal =>
  sign === 0 ? zero : sign === 1 ? amount : sign === -1 ? amount.negated() : amount.times(sign);

/** Returns the changes that a share makes for its partner, by the table of entry types. */
export function effectOfShare(entry: Pick<EntryFacts, 'type'>, share: EntryShare): Effect {
  const rule = entryTypeRule(entry.type);
  if (share.isPassed) {
    return { cash: cashOfShare(entry, share), nav: zero, unfunded: zero, rows: [] };
  }
  const value = share.amount.minus(share.cost);
  const mirrored = share.isMirror ? rule.mirror : undefined;
  const rows = [...rowsOf(rule.rows, value), ...rowsOf(mirrored?.rows ?? [], value)];
  if (rule.unfunded !== undefined && !share.unfunded.isZero()) {
    rows.push({ row: rule.unfunded.row, amount: share.unfunded });
  }
  return {
    cash: cashOfShare(entry, share),
    nav: value.times(rule.nav + (mirrored?.nav ?? 0)),
    unfunded: share.unfunded,
    rows,
  };
}

const rowsOf = (rows: readonly TemplateRow[], value: Decimal): RowAmount[] =>
  rows.map(({ row, sign }) => ({ row, amount: value.times(sign) }));

/**
 * Returns the changes that an entry makes for the vehicle as a whole. They equal the sum over its partners but are computed without the shares.
 *
 * Earned or accrued carry only moves between partners. Paid carry leaves the vehicle as a distribution to the GP.
 */
export function effectOfEntry(entry: EntryFacts): Omit<Effect, 'unfunded'> {
  const rule = entryTypeRule(entry.type);
  const value = entry.amount.minus(entry.costRelieved ?? zero);
  const { mirror } = rule;
  if (mirror === undefined) {
    return { cash: entry.amount.times(rule.cash), nav: value.times(rule.nav), rows: rowsOf(rule.rows, value) };
  }
  const gps = value.negated();
  return { cash: gps.times(mirror.cash), nav: gps.times(mirror.nav), rows: rowsOf(mirror.rows, gps) };
}

/** Returns the vehicle's own cash; positive if received. An unsettled entry has none. */
export const vehicleCash = (entry: EntryFacts): Decimal => entry.amount.times(entryTypeRule(entry.type).vehicleCash);
