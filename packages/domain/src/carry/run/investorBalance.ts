import {
  type Decimal,
  defineFormula,
  err,
  type Failures,
  fail,
  hundred,
  ok,
  type Path,
  type Recorder,
  type Result,
  roundPercent,
  spokenMoney,
  zero,
} from '../../kernel/index.ts';
import type { Share } from './distribution.ts';

/** A participant's carry balance at the source as of the distribution date. */
export interface CarryBalance {
  readonly participantId: string;
  readonly balance: Decimal;
  /** True if something has been accrued or opened for the participant by then. Before that, the balance is unknown rather than negative. */
  readonly isDetermined?: boolean;
}

export const balanceShareFormula = defineFormula({
  id: 'distribution.effective.balance',
  text: 'effective = max(0, balance) / sum of the balances above 0 x 100',
  inputs: { balance: 'money', total: 'money' },
  result: 'percent',
  rounding: 'half away from zero, to 10 decimals',
  source: 'docs/calculations/distribution.md',
});

/**
 * Computes the effectives of investor-balance mode, which replace those of a profile.
 *
 *     weight = max(0, carry balance);  effective = weight / sum of the weights x 100
 *
 * Units:  balances and amount in major currency units, effectives in percent with 10 decimals.
 * Source: docs/calculations/distribution.md.
 * Fails:  AMOUNT_ABOVE_BALANCES if the amount exceeds the balances.
 */
export function investorBalanceShares(
  netDistributableAmount: Decimal,
  balances: readonly CarryBalance[],
  path: Path = [],
  explain?: Recorder,
): Result<readonly Share[], Failures> {
  const weightOf = (balance: Decimal) => (balance.gt(0) ? balance : zero);
  const total = balances.reduce((sum, { balance }) => sum.plus(weightOf(balance)), zero);
  if (netDistributableAmount.gt(total)) {
    const detail = `${spokenMoney(netDistributableAmount)} is more than the total of the balances, ${spokenMoney(total)}`;
    return err([fail('AMOUNT_ABOVE_BALANCES', [...path, 'netDistributableAmount'], detail)]);
  }
  return ok(
    balances.map(({ participantId, balance }, i) => {
      const effective = total.isZero() ? zero : roundPercent(weightOf(balance).times(hundred).div(total));
      explain?.record(['allocations', i, 'effective'], balanceShareFormula, { balance, total }, effective);
      return { participantId, effective, balance, totalBalance: total };
    }),
  );
}
