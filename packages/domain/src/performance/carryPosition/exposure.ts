import { Decimal, type Failures, type Result, zero } from '../../kernel/index.ts';
import { allocate } from '../../kernel/apportionment/index.ts';

export interface CarryHolder {
  readonly id: string;
  /** Carry received from the fund so far; one who received none bears none. */
  readonly received: Decimal;
  /** Held in escrow for the fund, not yet released. */
  readonly escrowHeld: Decimal;
}

export interface HolderExposure {
  readonly id: string;
  readonly share: Decimal;
  /** Covered by what is held back already. */
  readonly coveredByEscrow: Decimal;
  readonly exposure: Decimal;
}

/**
 * Whose the exposure of a fund is: by what each has received, less what is held back of it.
 *
 * Units:  money in cents; the shares sum to the exposure exactly.
 * Source: docs/calculations/carry-position.md; calculations 2.
 * Fails:  as `allocate` (NO_WEIGHTS, NO_POSITIVE_WEIGHT: carry was paid to nobody who is known).
 */
export function exposureByHolder(
  exposure: Decimal,
  holders: readonly CarryHolder[],
): Result<readonly HolderExposure[], Failures> {
  const weights = holders.map(({ received }) => Decimal.max(zero, received));
  return allocate(exposure, weights).map((shares) =>
    holders.map(({ id, escrowHeld }, i) => {
      const share = shares[i]!;
      const coveredByEscrow = Decimal.min(share, Decimal.max(zero, escrowHeld));
      return { id, share, coveredByEscrow, exposure: share.minus(coveredByEscrow) };
    }),
  );
}
