import type { Whole } from '../../kernel/cents/index.ts';
import {
  type CalendarDate,
  type Decimal,
  err,
  type Failure,
  type Failures,
  fromDayNumber,
  ok,
  type Result,
  roundMoney,
  zip,
} from '../../kernel/index.ts';
import { nettedCents } from '../../kernel/measures/index.ts';
import type { Account, MeasuredPeriod } from './periodReturn.ts';
import { centsToMoney, moneyToCents } from './rateOfReturn.ts';

/** Returns the exchange rate from an account's currency to the requested one, on a date. */
export type RateOn = (date: CalendarDate) => Result<Decimal, Failures>;

/**
 * Converts an account to another currency: each day's flows at that day's rate, and values at the rate of their own date.
 *
 * Units:  cents in and out, each day rounded to cents once.
 * Source: docs/calculations/pooled-irr.md.
 * Fails:  as the rates do, for every date without one (NO_FX_RATE).
 */
export function convertAccount(period: MeasuredPeriod, account: Account, rateOn: RateOn): Result<Account, Failures> {
  const failures: Failure[] = [];
  const converted = (cents: Whole | null, day: number | null): Whole | null => {
    if (cents === null || day === null) return null;
    if (cents === 0) return 0;
    const rate = rateOn(fromDayNumber(day));
    if (rate.isOk()) return moneyToCents(roundMoney(centsToMoney(cents).mul(rate.value)));
    failures.push(...rate.error);
    return null;
  };
  const netted = nettedCents(account.flows);
  const counted = zip(Array.from(netted.days), netted.cents).filter(([day]) => day <= period.to);
  const flows = {
    days: counted.map(([day]) => day),
    cents: counted.map(([day, cents]) => converted(cents, day) ?? 0),
  };
  const opening = converted(account.opening, period.from);
  const closing = converted(account.closing, period.to);
  return failures.length > 0 ? err(failures) : ok({ flows, opening, closing });
}
