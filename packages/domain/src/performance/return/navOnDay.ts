import { subtract, type Whole } from '../../kernel/cents/index.ts';
import {
  err,
  fail,
  type Failure,
  fromDayNumber,
  ok,
  required,
  type Result,
  displayedDate,
} from '../../kernel/index.ts';
import type { CentFlows } from '../../kernel/measures/index.ts';

/** A value at the end of a day. */
export interface DatedValue {
  readonly day: number;
  readonly cents: Whole;
}

export interface NavOnDay {
  readonly cents: Whole;
  /** The date of the report to which later cash was added, if it isn't the date itself. */
  readonly rolledForwardFrom?: number;
}

/**
 * Returns the NAV of the ledger on a date, or the reported one. An older report is rolled forward with later cash.
 *
 *     rolled = reported + paid in since - received since
 *
 * Units:  cents; flows negative paid in, positive received.
 * Source: docs/calculations/period-return.md.
 * Fails:  NAV_MISSING.
 */
export function navOnDay(
  basis: 'LEDGER' | 'REPORTED',
  values: readonly DatedValue[],
  flows: CentFlows,
  day: number,
): Result<NavOnDay, Failure> {
  const isUsable = (value: DatedValue) => (basis === 'LEDGER' ? value.day === day : value.day <= day);
  const last = values
    .filter(isUsable)
    .reduce<DatedValue | undefined>((a, b) => (a === undefined || b.day > a.day ? b : a), undefined);
  if (last === undefined)
    return err(fail('NAV_MISSING', ['navs'], `there is no NAV on ${displayedDate(fromDayNumber(day))}`));
  if (last.day === day) return ok({ cents: last.cents });
  let cents = last.cents;
  for (let i = 0; i < flows.days.length; i++) {
    const flowDay = required(flows.days[i], 'the day of a flow');
    if (flowDay > last.day && flowDay <= day) cents = subtract(cents, required(flows.cents[i], 'the cents of a flow'));
  }
  return ok({ cents, rolledForwardFrom: last.day });
}
