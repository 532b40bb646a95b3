import { type Decimal, type Failures, fail, hundred } from '../kernel/index.ts';

/**
 * The warning that a distribution raises: a terminated participant is still paid in full, though not fully vested.
 * Forfeiture happens by an explicit act only (apply vesting, reallocate).
 *
 * Source: calculations section 4.
 */
export function warnOfUnvested(isTerminated: boolean, vestedPercentages: readonly Decimal[]): Failures {
  if (!isTerminated || vestedPercentages.every((vested) => vested.equals(hundred))) return [];
  return [fail('TERMINATED_NOT_FULLY_VESTED', [], 'the participant is terminated and not fully vested')];
}
