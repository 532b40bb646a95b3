import { isTerminated } from '../../people/participant/index.ts';
import { type CalendarDate, err, type Failures, fail, ok, type Result } from '../../kernel/index.ts';

export interface VestingStartDates {
  readonly trancheInvestmentDate?: CalendarDate | null | undefined;
  readonly investmentInitialDate?: CalendarDate | null | undefined;
  /** Of the fund or coinvestment. */
  readonly initialCloseDate?: CalendarDate | null | undefined;
}

/**
 * The day from which vesting counts: the tranche's investment date, else the investment's initial date, else the
 * initial close of the fund or coinvestment.
 *
 * Source: calculations section 4.
 * Fails:  NO_VESTING_START.
 */
export function vestingStart(dates: VestingStartDates): Result<CalendarDate, Failures> {
  const start = dates.trancheInvestmentDate ?? dates.investmentInitialDate ?? dates.initialCloseDate;
  return start ? ok(start) : err([fail('NO_VESTING_START', ['vestingStart'], 'there is no start date for vesting')]);
}

export interface VestingDateChoice {
  readonly chosen?: CalendarDate | null | undefined;
  /** Of a termination that has come or lies ahead; a rehire clears it. */
  readonly terminationDate?: CalendarDate | null | undefined;
  /** The clock's date in the tenant's time zone. */
  readonly today: CalendarDate;
}

/**
 * The day as of which vesting is asked: the chosen one, else the termination date of a participant who is terminated
 * by today, else today.
 */
export function vestingDate({ chosen, terminationDate, today }: VestingDateChoice): CalendarDate {
  if (chosen) return chosen;
  return isTerminated(terminationDate, today) ? terminationDate! : today;
}
