import {
  err,
  type Failure,
  type Failures,
  fail,
  ok,
  type Recorder,
  required,
  type Result,
} from '../../kernel/index.ts';
import type { Whole } from '../../kernel/cents/index.ts';
import type { CentFlows } from '../../kernel/measures/index.ts';
import { joinFlows, type RateOfReturn, rateOfReturn } from './rateOfReturn.ts';

/** The period of a return, from the end of one day to the end of another. Without a first day, it starts with the first flow. */
export interface MeasuredPeriod {
  readonly from: number | null;
  readonly to: number;
}

/** The cash and values that a return is computed from. */
export interface Account {
  /** Negative paid in, positive received. Flows outside the period are ignored. */
  readonly flows: CentFlows;
  /** The value at the end of the first day; null if there is none. */
  readonly opening: Whole | null;
  readonly closing: Whole | null;
}

/**
 * Computes the return of a period: the opening value counts as paid in, the closing value as received.
 *
 *     -NAV(S), flows of S < day <= T, +NAV(T)
 *
 * Null for an account that began after S, because the period doesn't apply to it.
 *
 * Units:  cents of one currency, day numbers; the rate a fraction, not annualized if the flows span less than 365 days.
 * Source: docs/calculations/period-return.md.
 * Fails:  NAV_MISSING, NO_SIGN_CHANGE, NO_ROOT.
 */
export function periodReturn(
  period: MeasuredPeriod,
  account: Account,
  explain?: Recorder,
): Result<RateOfReturn | null, Failures> {
  return pooledReturn(period, [account], explain);
}

/**
 * Computes the return of several accounts as if they were one: flows and values are added up by day.
 *
 * An account that began after S joins without an opening value; null if all of them did. For a single account, it is that account's own return.
 *
 * Units:  as `periodReturn`; one currency.
 * Source: docs/calculations/pooled-irr.md.
 * Fails:  NAV_MISSING (with the account), NO_SIGN_CHANGE, NO_ROOT.
 */
export function pooledReturn(
  period: MeasuredPeriod,
  accounts: readonly Account[],
  explain?: Recorder,
): Result<RateOfReturn | null, Failures> {
  const measured: CentFlows[] = [];
  const failures: Failure[] = [];
  let isYounger = period.from !== null;
  accounts.forEach((account, i) => {
    const opened = opensWith(period, account);
    if (opened === undefined) failures.push(navMissing([i, 'opening']));
    const { closing, flows } = account;
    if (closing === null) failures.push(navMissing([i, 'closing']));
    if (opened !== null) isYounger = false;
    if (opened !== undefined && closing !== null) measured.push(within(period, flows, opened ?? 0, closing));
  });
  if (isYounger) return ok(null);
  if (failures.length > 0) return err(failures);
  return rateOfReturn(joinFlows(measured), explain).mapErr((failure) => [failure]);
}

const navMissing = (path: readonly (string | number)[]): Failure =>
  fail('NAV_MISSING', ['accounts', ...path], 'there is no NAV on that day');

/**
 * Returns the opening value, which is zero since inception. It is null for an account that began later, even if it
 * has a value of 0.00 before, and undefined if the value is missing.
 */
function opensWith({ from }: MeasuredPeriod, { opening, flows }: Account): Whole | null | undefined {
  if (from === null) return 0;
  if (opening !== null && opening !== 0) return opening;
  for (let i = 0; i < flows.days.length; i++)
    if (required(flows.days[i], 'the day of a flow') <= from && flows.cents[i] !== 0) return opening ?? undefined;
  return null;
}

function within({ from, to }: MeasuredPeriod, flows: CentFlows, opening: Whole, closing: Whole): CentFlows {
  const days: number[] = [];
  const cents: Whole[] = [];
  if (from !== null && opening !== 0) {
    days.push(from);
    cents.push(-opening);
  }
  for (let i = 0; i < flows.days.length; i++) {
    const day = required(flows.days[i], 'the day of a flow');
    if (day > to || (from !== null && day <= from)) continue;
    days.push(day);
    cents.push(required(flows.cents[i], 'the cents of a flow'));
  }
  days.push(to);
  cents.push(closing);
  return { days, cents };
}
