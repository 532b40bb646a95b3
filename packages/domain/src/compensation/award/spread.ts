import { allocate } from '../../kernel/apportionment/index.ts';
import type { Decimal, Failures, Recorder, Result } from '../../kernel/index.ts';

/**
 * Splits an amount over people in proportion to their salaries, to the cent.
 *
 * Units:  all in one currency.
 * Source: docs/calculations/pay-spread.md.
 * Fails:  those of `allocate`.
 */
export const spreadBySalary = (
  amount: Decimal,
  salaries: readonly Decimal[],
  explain?: Recorder,
): Result<readonly Decimal[], Failures> => allocate(amount, salaries, 2, explain);
