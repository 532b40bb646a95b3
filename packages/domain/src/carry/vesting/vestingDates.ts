import { type CalendarDate, err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

export interface VestingStartDates {
  readonly trancheInvestmentDate?: CalendarDate | null | undefined;
  readonly investmentInitialDate?: CalendarDate | null | undefined;
  /** The initial close of the fund or coinvestment. */
  readonly initialCloseDate?: CalendarDate | null | undefined;
}

/**
 * Returns the date from which vesting counts: the tranche's investment date, otherwise the investment's initial date, otherwise the initial close of
 * the fund or coinvestment.
 *
 * Source: docs/calculations/vesting.md.
 * Fails:  NO_VESTING_START.
 */
export function vestingStart(dates: VestingStartDates): Result<CalendarDate, Failures> {
  const start = dates.trancheInvestmentDate ?? dates.investmentInitialDate ?? dates.initialCloseDate;
  return start ? ok(start) : err([fail('NO_VESTING_START', ['vestingStart'], 'there is no start date for vesting')]);
}
