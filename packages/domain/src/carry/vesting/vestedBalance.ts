import { type Decimal, roundMoney, zero } from '../../kernel/index.ts';

/** The vested and unvested percentages of one share in a source, both in percent of the source. */
interface VestedShareOfSource {
  readonly vested: Decimal;
  readonly unvested: Decimal;
}

/** A carry balance, split by vesting. */
export interface VestedBalance {
  readonly vested: Decimal;
  readonly unvested: Decimal;
}

/**
 * Splits the carry balance of a participant at a source by the vesting of their shares there. A balance of zero or less is vested.
 *
 *     vested = round2(balance x sum of vested % / sum of (vested % + unvested %)); unvested = balance - vested
 *
 * Units:  money in one currency.
 * Source: docs/calculations/vesting-analysis.md.
 * Fails:  never; undefined without a share above zero.
 */
export function vestedBalance(balance: Decimal, shares: readonly VestedShareOfSource[]): VestedBalance | undefined {
  if (!balance.gt(0)) return { vested: balance, unvested: zero };
  const vested = shares.reduce<Decimal>((sum, share) => sum.plus(share.vested), zero);
  const whole = shares.reduce<Decimal>((sum, share) => sum.plus(share.unvested), vested);
  if (whole.isZero()) return undefined;
  const part = roundMoney(balance.times(vested).div(whole));
  return { vested: part, unvested: balance.minus(part) };
}

/** Returns the amount that an account was paid above its accruals: the negative of a balance below zero, otherwise zero. */
export const paidAboveAccrued = (balance: Decimal): Decimal => (balance.lt(0) ? balance.negated() : zero);

/** Adds up the balances of several sources in one currency; undefined if there are none. */
export const vestedBalanceOfAll = (balances: readonly VestedBalance[]): VestedBalance | undefined =>
  balances.length === 0
    ? undefined
    : balances.reduce((sum, balance) => ({
        vested: sum.vested.plus(balance.vested),
        unvested: sum.unvested.plus(balance.unvested),
      }));
