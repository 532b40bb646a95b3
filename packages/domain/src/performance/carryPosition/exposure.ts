import { Decimal, type Failures, type Result, zero, zip } from '../../kernel/index.ts';
import { allocate } from '../../kernel/apportionment/index.ts';

export interface CarryRecipient {
  readonly id: string;
  /** Carry received from the fund so far. Without any, the holder bears no exposure. */
  readonly received: Decimal;
  /** Held in escrow for the fund and not yet released. */
  readonly escrowBalance: Decimal;
}

export interface RecipientExposure {
  readonly id: string;
  readonly share: Decimal;
  /** The part that escrow already covers. */
  readonly coveredByEscrow: Decimal;
  readonly exposure: Decimal;
}

/**
 * Splits the exposure of a fund by the carry that each holder has received, less escrow.
 *
 * Units:  money in cents; the shares sum to the exposure exactly.
 * Source: docs/calculations/carry-position.md; docs/calculations/allocation.md.
 * Fails:  as `allocate` (NO_WEIGHTS, NO_POSITIVE_WEIGHT: no known holder received carry).
 */
export function exposureByRecipient(
  exposure: Decimal,
  holders: readonly CarryRecipient[],
): Result<readonly RecipientExposure[], Failures> {
  const weights = holders.map(({ received }) => Decimal.max(zero, received));
  return allocate(exposure, weights).map((shares) =>
    zip(holders, shares).map(([{ id, escrowBalance }, share]) => {
      const coveredByEscrow = Decimal.min(share, Decimal.max(zero, escrowBalance));
      return { id, share, coveredByEscrow, exposure: share.minus(coveredByEscrow) };
    }),
  );
}
