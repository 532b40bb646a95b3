import { type Decimal, zero } from '../../kernel/index.ts';

export interface CarryRows {
  /** Row 96: the opening balance of the period; negative. */
  readonly opening: Decimal;
  /** Row 101: paid in the period. */
  readonly paid: Decimal;
  /** Newly held in escrow in the period. */
  readonly newlyEscrowed: Decimal;
  /** Earned by distributions of proceeds, less the payments of carry that such distributions had earned. */
  readonly earnedBeforePaid?: Decimal;
  /** Row 102, with the sheet's sign. */
  readonly clawback: Decimal;
  /** The carry accrued by the end of the period. */
  readonly accrued: Decimal;
}

/**
 * Computes the carry to book for a period, by row of the Reporting Template, so that its balance is the accrued carry.
 *
 *     98 = -(paid + newly escrowed + earned before it is paid);  97 brings 103 = 96 + 97 + 98 + 101 + 102 to -accrued
 *
 * Units:  money in cents, with the sheet's signs: accrued and earned carry below zero.
 * Source: ILPA Reporting Template v2.0, 2025, rows 96 to 103; docs/calculations/carry-position.md.
 */
export function proposedCarry({
  opening,
  paid,
  newlyEscrowed,
  earnedBeforePaid = zero,
  clawback,
  accrued,
}: CarryRows): {
  readonly row97: Decimal;
  readonly row98: Decimal;
} {
  const row98 = paid.plus(newlyEscrowed).plus(earnedBeforePaid).negated();
  const row97 = accrued.negated().minus(opening).minus(row98).minus(paid).minus(clawback);
  return { row97, row98 };
}
