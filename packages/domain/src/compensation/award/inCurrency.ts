import {
  type Decimal,
  err,
  type Failure,
  type Failures,
  ok,
  type Recorder,
  type Result,
  zero,
} from '../../kernel/index.ts';
import { convertCurrency, type FxRateSearch } from '../../platform/fx/index.ts';
import type { DatedMoney } from './yearOfPay.ts';

/**
 * Amounts of several currencies in one that a report is asked for: each converted at the rate of its own day and rounded, then added up.
 *
 * Units:  the answer in `to`.
 * Source: docs/calculations/pay-currency.md.
 * Fails:  NO_FX_RATE for each amount without a rate, naming pair and date; FX_RATE_NOT_POSITIVE.
 */
export function payInCurrency(
  amounts: readonly DatedMoney[],
  to: string,
  rates: FxRateSearch['rates'],
  base: string,
  explain?: Recorder,
): Result<{ readonly total: Decimal; readonly parts: readonly Decimal[] }, Failures> {
  const failures: Failure[] = [];
  const parts = amounts.map(({ amount, currency, on }, at): Decimal => {
    if (currency === to) return amount;
    const asked = { amount, from: currency, to, date: on, rates, base };
    const converted = convertCurrency(asked, explain?.within(['parts', at]));
    if (converted.isOk()) return converted.value.amount;
    failures.push(...converted.error);
    return zero;
  });
  if (failures.length > 0) return err(failures);
  return ok({ total: parts.reduce((sum, part) => sum.add(part), zero), parts });
}
