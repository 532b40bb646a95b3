import { type Decimal, type Group, groupBy, required, roundMoney, zero } from '@carrara/domain/kernel';
import type { LedgerEntry } from './entry.ts';
import { isBelowZero } from './unfundedCommitment.ts';
import { withoutReversed } from './withoutReversed.ts';

/**
 * Returns the part that some commitments have of each subscription line entry of their vehicle, by entry id.
 *
 *     draw: the shares of these commitments;  repayment: their part of the draws that it repays, first in first out
 *
 * An investor who closes, is released or transfers between a draw and its repayment shares in the repayment but not in the draw. Following the draws
 * keeps the part of the balance between 0 and the vehicle's balance, and at 0 once the line is repaid. Draws of one day count together, so changing
 * their purpose has no effect; negative ones reduce the line like a repayment. Reversed entries and their reversals keep their shares.
 *
 * Units:  the vehicle's currency, whole cents, with the signs of the entries.
 * Source: docs/calculations/subscription-line.md.
 */
export function lineParts(entries: readonly LedgerEntry[], counted: ReadonlySet<string>): ReadonlyMap<string, Decimal> {
  const line = entries.filter(({ type }) => type.startsWith('LINE-'));
  const parts = new Map(line.map((entry) => [entry.id, shareOf(entry, counted)]));
  const sumOf = (some: readonly LedgerEntry[]) =>
    some.reduce((sum, { id }) => sum.plus(required(parts.get(id), 'the part of an entry of the line')), zero);
  const lots = lotsOf(withoutReversed(line));
  const draws = lots
    .filter(({ change }) => !isBelowZero(change))
    .map(({ change, entries: drawn }) => ({ amount: change, part: sumOf(drawn) }));
  let repaid = zero;
  for (const { change, entries: lessening } of lots.filter((lot) => isBelowZero(lot.change))) {
    const before = partOfFirst(draws, repaid);
    repaid = repaid.minus(change);
    const part = partOfFirst(draws, repaid).minus(before);
    const last = required(lessening.at(-1), 'the last entry of a lot');
    parts.set(last.id, isRepayment(last) ? part : part.plus(sumOf(lessening.slice(0, -1))).negated());
  }
  return parts;
}

interface Lot {
  readonly entries: Group<LedgerEntry>;
  /** The change of the balance. */
  readonly change: Decimal;
}

/** Combines the draws of each day, and returns them and each repayment in date order. */
function lotsOf(line: readonly LedgerEntry[]): readonly Lot[] {
  const lotOf = (entry: LedgerEntry) => (isRepayment(entry) ? entry.id : `draws of ${entry.effective}`);
  return [...groupBy(line, lotOf).values()]
    .map((entries) => ({
      entries,
      change: entries.reduce(
        (sum, entry) => (isRepayment(entry) ? sum.minus(entry.amount) : sum.plus(entry.amount)),
        zero,
      ),
    }))
    .sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : 0));
}

const dayOf = ({ entries }: Lot) => entries[0].effective;
const isRepayment = ({ type }: LedgerEntry) => type.startsWith('LINE-REPAY-');

const shareOf = ({ shares }: LedgerEntry, counted: ReadonlySet<string>): Decimal =>
  shares.reduce((sum, { commitmentId, amount }) => (counted.has(commitmentId) ? sum.plus(amount) : sum), zero);

/** Applies an amount to draws, earliest first. */
function partOfFirst(draws: readonly { readonly amount: Decimal; readonly part: Decimal }[], upTo: Decimal): Decimal {
  let remaining = upTo;
  let sum = zero;
  for (const { amount, part } of draws) {
    if (remaining.lt(amount)) return sum.plus(roundMoney(part.times(remaining).div(amount)));
    remaining = remaining.minus(amount);
    sum = sum.plus(part);
  }
  return sum;
}
