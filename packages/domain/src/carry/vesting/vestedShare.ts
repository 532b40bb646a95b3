import {
  type CalendarDate,
  compareDates,
  type Decimal,
  err,
  type Failures,
  fail,
  monthsBetween,
  ok,
  type Result,
  roundPercent,
  zero,
} from '../../kernel/index.ts';
import { vestedPercent, vestingSchedule } from './schedule.ts';
import type { ScheduleRow } from './scheduleRows.ts';
import { type VestingStartDates, vestingStart } from './vestingDates.ts';

/** The parts of a tranche, or of a source itself, that vesting needs. */
export interface VestingPart extends VestingStartDates {
  readonly investedAmount?: Decimal | null | undefined;
}

/** A stored allocation: its vesting schedule and its investments. */
export interface VestingPosition<Part extends VestingPart = VestingPart> {
  readonly schedule: readonly ScheduleRow[] | null | undefined;
  /** The source itself, used if it has no tranches. */
  readonly own: Part;
  readonly tranches: readonly Part[];
}

/** The basis of the vested percentage: the tranches weighted by invested amount, or a single date. */
type VestedBasis = 'tranches' | 'trancheDate' | 'initialInvestment' | 'initialClose';

export interface VestedShare {
  readonly vested: Decimal;
  readonly basis: VestedBasis;
}

/**
 * Returns the parts that count for vesting on a date: the tranches invested by then. If there are none, or no invested amount is recorded, the source
 * counts as a single part. Later investments have no weight on that date. Before the first investment, nothing is vested.
 */
export function countedParts<Part extends VestingPart>(
  { own, tranches }: Omit<VestingPosition<Part>, 'schedule'>,
  on: CalendarDate,
): readonly Part[] {
  if (!investedIn(tranches).greaterThan(zero)) return [own];
  const purchased = tranches.filter((tranche) =>
    vestingStart(tranche).match(
      (start) => compareDates(start, on) <= 0,
      () => true,
    ),
  );
  return investedIn(purchased).greaterThan(zero) ? purchased : tranches;
}

/** Returns the total amount invested in the parts, as far as recorded. */
export const investedIn = (parts: readonly VestingPart[]): Decimal =>
  parts.reduce((sum, { investedAmount }) => sum.plus(investedAmount ?? zero), zero);

/**
 * Returns the vested percentage of an allocation on a date. Every screen and report uses this figure.
 *
 *     vested = sum(invested x vested % of the tranche) / sum(invested), 10 decimals; of a source without tranches its own vested %
 *
 * Tranches that start vesting after the date don't count. Each tranche vests from its investment date, otherwise from the initial investment,
 * otherwise from the initial close; the basis names which.
 *
 * Source: docs/calculations/vesting.md.
 * Fails:  NO_VESTING_SCHEDULE, NO_VESTING_START (a part without any date), and as `checkScheduleRows`: not determined then.
 */
export function vestedShare(position: VestingPosition, on: CalendarDate): Result<VestedShare, Failures> {
  if (!position.schedule)
    return err([fail('NO_VESTING_SCHEDULE', ['schedule'], 'the allocation has no vesting schedule')]);
  const schedule = vestingSchedule(position.schedule);
  if (schedule.isErr()) return err(schedule.error);
  const parts = countedParts(position, on);
  let weighted: Decimal = zero;
  for (const part of parts) {
    const start = vestingStart(part);
    if (start.isErr()) return err(start.error);
    const vested = vestedPercent(schedule.value, monthsBetween(start.value, on));
    if (part === position.own) return ok({ vested, basis: basisOf(part) });
    weighted = weighted.plus(vested.times(part.investedAmount ?? zero));
  }
  return ok({ vested: roundPercent(weighted.div(investedIn(parts))), basis: 'tranches' });
}

const basisOf = ({ trancheInvestmentDate, investmentInitialDate }: VestingStartDates): VestedBasis =>
  trancheInvestmentDate ? 'trancheDate' : investmentInitialDate ? 'initialInvestment' : 'initialClose';
