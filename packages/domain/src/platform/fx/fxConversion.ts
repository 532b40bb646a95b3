import {
  type Decimal,
  defineFormula,
  err,
  type Failures,
  ok,
  type Recorder,
  type Result,
  roundMoney,
} from '@carrara/domain/kernel';
import { findFxRate, type FxRateSearch, type FxRateUsed } from './fxRate.ts';

export interface FxInput extends FxRateSearch {
  readonly amount: Decimal;
}

export interface FxResult extends FxRateUsed {
  readonly amount: Decimal;
}

const fxFormula = defineFormula({
  id: 'fx.convert',
  text: 'converted = amount x rate',
  inputs: { amount: 'money', rate: 'rate', derivation: 'text', date: 'date' },
  result: 'money',
  rounding: 'half away from zero, to cents; the rate itself is not rounded',
  source: 'docs/calculations/fx.md',
});

/**
 * Converts an amount with the rate of a date.
 *
 *     converted = amount x rate, rounded to cents
 *
 * Units:  amount in `from`, result in `to`.
 * Source: docs/calculations/fx.md.
 * Fails:  NO_FX_RATE (naming pair and date), FX_RATE_NOT_POSITIVE.
 */
export function convertCurrency(input: FxInput, explain?: Recorder): Result<FxResult, Failures> {
  const { amount, date } = input;
  const found = findFxRate(input);
  if (found.isErr()) return err(found.error);
  const { rate, derivation, rateDates } = found.value;
  const converted = roundMoney(amount.mul(rate));
  explain?.record(['amount'], fxFormula, { amount, rate, derivation, date: rateDates.join(', ') || date }, converted);
  return ok({ amount: converted, ...found.value });
}
