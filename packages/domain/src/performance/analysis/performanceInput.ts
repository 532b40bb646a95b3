import { type CalendarDate, type Decimal, zero } from '../../kernel/index.ts';
import type { PerformanceEntry, QuarterEnd } from '../ilpa/index.ts';
import { type LedgerEntry, lineParts } from '../ledger/index.ts';
import type { LedgerAccount } from './analyzeAccount.ts';

/**
 * Returns the part of each ledger entry that belongs to an account's commitments, and their balances at the quarter end, for the Performance
 * Template.
 *
 *     accrued = entered and not settled by the date;  carry accrued = NAV before carry - NAV;  the line's balance = draws - repayments,
 *     the last two for these commitments only
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: ILPA Performance Template v1.1, 2025; docs/calculations/ilpa-performance.md.
 */
export function performanceInput(
  entries: readonly LedgerEntry[],
  { ids, nav, navBeforeCarry }: Pick<LedgerAccount, 'ids' | 'nav'> & { readonly navBeforeCarry: Decimal },
  end: CalendarDate,
): { readonly entries: readonly PerformanceEntry[]; readonly end: QuarterEnd } {
  const counted = entries.filter(({ booked }) => booked <= end);
  const line = lineParts(counted, ids);
  const shared = counted.flatMap((entry) => {
    const amount =
      line.get(entry.id) ??
      entry.shares.reduce<Decimal>(
        (sum, share) => (ids.has(share.commitmentId) && !share.isMirror ? sum.plus(share.amount) : sum),
        zero,
      );
    return amount.isZero() ? [] : [{ entry, amount }];
  });
  const totalOf = (isSo: (entry: LedgerEntry) => boolean) =>
    shared.reduce<Decimal>((sum, { entry, amount }) => (isSo(entry) ? sum.plus(amount) : sum), zero);
  const isDue = ({ settledOn }: LedgerEntry) => settledOn === null || settledOn > end;
  const isLine = ({ type }: LedgerEntry) => type.startsWith('EXP-LINE-');
  return {
    entries: shared
      .map(({ entry: { type, effective, isOutside, isRecallable }, amount }) => ({
        type,
        date: effective,
        amount,
        isOutside,
        isRecallable,
      }))
      .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
    end: {
      date: end,
      nav,
      carryAccrued: navBeforeCarry.minus(nav),
      feesAccrued: totalOf((entry) => entry.type === 'FEE' && isDue(entry)),
      expensesAccrued: totalOf((entry) => /^(ADV|EXP)-/.test(entry.type) && !isLine(entry) && isDue(entry)),
      lineAccrued: totalOf((entry) => isLine(entry) && isDue(entry)),
      lineBalance: totalOf(({ type }) => type.startsWith('LINE-DRAW-')).minus(
        totalOf(({ type }) => type.startsWith('LINE-REPAY-')),
      ),
    },
  };
}
