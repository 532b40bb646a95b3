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

/** A tranche, or a source itself, as far as vesting asks about it. */
export interface VestingPart extends VestingStartDates {
  readonly investedAmount?: Decimal | null | undefined;
}

/** An allocation as it is stored: by which schedule it vests, and what it was invested in. */
export interface VestingPosition<Part extends VestingPart = VestingPart> {
  readonly schedule: readonly ScheduleRow[] | null | undefined;
  /** The source itself, which counts where it has no tranches. */
  readonly own: Part;
  readonly tranches: readonly Part[];
}

/** What the vested percentage rests on: the tranches by what they invested, or one date. */
export type VestedBasis = 'tranches' | 'trancheDate' | 'initialInvestment' | 'initialClose';

export interface VestedShare {
  readonly vested: Decimal;
  readonly basis: VestedBasis;
}

/**
 * The parts that vesting counts by on a day: the tranches made by then, or the source as one where it has none or nothing is known to be
 * invested in them. Money that is invested later has no weight on that day; before the first of all nothing is vested of any.
 */
export function countedParts<Part extends VestingPart>(
  { own, tranches }: Omit<VestingPosition<Part>, 'schedule'>,
  on: CalendarDate,
): readonly Part[] {
  if (!investedIn(tranches).greaterThan(zero)) return [own];
  const made = tranches.filter((tranche) =>
    vestingStart(tranche).match(
      (start) => compareDates(start, on) <= 0,
      () => true,
    ),
  );
  return investedIn(made).greaterThan(zero) ? made : tranches;
}

/** What is known to be invested in the parts. */
export const investedIn = (parts: readonly VestingPart[]): Decimal =>
  parts.reduce((sum, { investedAmount }) => sum.plus(investedAmount ?? zero), zero);

/**
 * The vested percentage of an allocation on a day: one figure, whoever asks.
 *
 *     vested = sum(invested x vested % of the tranche) / sum(invested), 10 decimals; of a source without tranches its own vested %
 *
 * Tranches that start to vest after the day do not count on it.
 * Each tranche vests from its investment date, else from the initial investment, else from the initial close; the basis names which.
 *
 * Source: calculations section 4, 'One vested percentage'.
 * Fails:  NO_VESTING_SCHEDULE, NO_VESTING_START (a part without any date), and as `checkScheduleRows`: not determined then.
 */
export function vestedShare(position: VestingPosition, on: CalendarDate): Result<VestedShare, Failures> {
  if (!position.schedule)
    return err([fail('NO_VESTING_SCHEDULE', ['schedule'], 'the allocation has no vesting schedule')]);
  const schedule = vestingSchedule(position.schedule);
  if (schedule.isErr()) return err(schedule.error);
  const parts = countedParts(position, on);
  const vested: Decimal[] = [];
  for (const part of parts) {
    const start = vestingStart(part);
    if (start.isErr()) return err(start.error);
    vested.push(vestedPercent(schedule.value, monthsBetween(start.value, on)));
  }
  const [only] = parts;
  if (only === position.own) return ok({ vested: vested[0]!, basis: basisOf(only) });
  const weighted = parts.reduce(
    (sum, { investedAmount }, i) => sum.plus(vested[i]!.times(investedAmount ?? zero)),
    zero,
  );
  return ok({ vested: roundPercent(weighted.div(investedIn(parts))), basis: 'tranches' });
}

const basisOf = ({ trancheInvestmentDate, investmentInitialDate }: VestingStartDates): VestedBasis =>
  trancheInvestmentDate ? 'trancheDate' : investmentInitialDate ? 'initialInvestment' : 'initialClose';
