import { type CalendarDate, Decimal, hundred, roundMoney, zero } from '../../kernel/index.ts';
import type { WaterfallFlow } from './input.ts';
import type { EscrowResult } from './result.ts';
import type { EscrowTerms } from './terms.ts';

/**
 * Computes the escrow after a payment of carry: a percentage of every payment, less what was released.
 *
 *     withheld = round2(carry x percent / 100)
 *
 * On the release date, or when the investments' value covers the unreturned capital by the coverage of the terms, all earlier escrow is released.
 *
 * Units:  money in cents; percent.
 */
export function escrowAfter(
  terms: EscrowTerms,
  flows: readonly WaterfallFlow[],
  date: CalendarDate,
  carry: Decimal,
  { value, unreturned }: { readonly value: Decimal; readonly unreturned: Decimal },
): EscrowResult {
  const part = (amount: Decimal) => roundMoney(amount.times(terms.percent).div(hundred));
  const before = flows
    .filter((flow) => flow.kind === 'CARRY' && flow.isUnpaid !== true && flow.date !== null && flow.date <= date)
    .reduce<Decimal>((sum, { amount }) => sum.plus(part(amount)), zero);
  const withheld = part(carry);
  const released = releasedEscrow(terms, date, before, { value, unreturned });
  return { withheld, paid: carry.minus(withheld), released, balance: before.minus(released).plus(withheld) };
}

function releasedEscrow(
  { release, date: releaseDate, coverage, released }: EscrowTerms,
  date: CalendarDate,
  before: Decimal,
  { value, unreturned }: { readonly value: Decimal; readonly unreturned: Decimal },
): Decimal {
  if (release === 'DECISION') return Decimal.min(before, released);
  const isReleased =
    release === 'DATE'
      ? releaseDate !== null && releaseDate <= date
      : coverage !== null && value.times(hundred).gte(unreturned.times(coverage));
  return isReleased ? before : zero;
}
