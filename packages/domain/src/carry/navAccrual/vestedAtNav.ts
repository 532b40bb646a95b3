import { type CalendarDate, compareDates, type Decimal, type FailureCode, hundred, zero } from '../../kernel/index.ts';
import { type HolderShare, vestingAt } from '../distribution/index.ts';
import { vestedBalance, vestedShare, type VestingPosition, vestingDatesAfter } from '../vesting/index.ts';

/** The vested part of an amount. Amounts are null if not determined. */
export interface VestedAtNav {
  readonly vested: Decimal | null;
  readonly unvested: Decimal | null;
  readonly vestedPercent: Decimal | null;
  /** Why the vested part isn't determined. */
  readonly missing: FailureCode | null;
  /** The next day on which more vests. Null if nothing does, as after a termination. */
  readonly next: {
    readonly on: CalendarDate;
    readonly vestedPercent: Decimal;
    readonly amount: Decimal | null;
  } | null;
}

/** The effect of leaving: vesting stops on that day, everything vests, or everything is forfeited. */
export const leavingEffects = ['VESTING_STOPS', 'ALL_VESTS', 'ALL_FORFEITED'] as const;

/** A person who would leave on a day. */
export interface NavLeaving {
  readonly participantId: string;
  readonly on: CalendarDate;
  readonly effect: (typeof leavingEffects)[number];
}

interface VestedPercent {
  readonly vested: Decimal | null;
  readonly missing: FailureCode | null;
  readonly next: { readonly on: CalendarDate; readonly vested: Decimal } | null;
}

/**
 * Creates the function that splits an amount by the vested percentage of a share on a date, as a distribution on that day would.
 *
 *     vested = round2(amount x vested % / 100);  unvested = amount - vested;  next = vested on the next vesting date - vested
 *
 * Everyone with the same schedule in a source has the same percentages, which are therefore stored.
 *
 * Source: docs/calculations/vesting.md.
 */
export function createVestings(date: CalendarDate) {
  const stored = new Map<HolderShare['scheduleRows'], Map<string, VestedPercent>>();
  return (
    sourceId: string,
    vesting: Omit<VestingPosition, 'schedule'>,
    share: Pick<HolderShare, 'scheduleRows' | 'terminationDate'>,
    amount: Decimal,
  ): VestedAtNav => {
    const ofSchedule = stored.get(share.scheduleRows) ?? new Map<string, VestedPercent>();
    stored.set(share.scheduleRows, ofSchedule);
    const key = `${sourceId} ${share.terminationDate ?? ''}`;
    const percent = ofSchedule.get(key) ?? vestedPercent(vesting, share, date);
    ofSchedule.set(key, percent);
    return amountsOf(amount, percent);
  };
}

/**
 * Creates the function that splits an amount as if a person left. Vesting stops on the day of leaving, or on an earlier termination, also if that day is
 * after the quarter end of the amount.
 *
 * Source: docs/calculations/vesting.md.
 */
export function createLeavingVestings(
  { on, effect }: NavLeaving,
  date: CalendarDate,
): ReturnType<typeof createVestings> {
  const vestings = createVestings(compareDates(on, date) > 0 ? on : date);
  return (sourceId, vesting, share, amount) => {
    if (effect === 'VESTING_STOPS') {
      const { terminationDate } = share;
      const isEarlier = terminationDate !== null && compareDates(terminationDate, on) < 0;
      return vestings(sourceId, vesting, isEarlier ? share : { ...share, terminationDate: on }, amount);
    }
    const [vested, unvested] = effect === 'ALL_VESTS' ? [amount, zero] : [zero, amount];
    return { vested, unvested, vestedPercent: effect === 'ALL_VESTS' ? hundred : zero, missing: null, next: null };
  };
}

function vestedPercent(
  vesting: Omit<VestingPosition, 'schedule'>,
  share: Pick<HolderShare, 'scheduleRows' | 'terminationDate'>,
  date: CalendarDate,
): VestedPercent {
  const { vested } = vestingAt({ vesting }, share, { distributionDate: date });
  if (vested.isErr()) return { vested: null, missing: vested.error[0]?.code ?? null, next: null };
  const position = { ...vesting, schedule: share.scheduleRows };
  const [on] = share.terminationDate === null ? vestingDatesAfter(position, date) : [];
  const then = on === undefined ? undefined : vestedShare(position, on).unwrapOr(undefined);
  return {
    vested: vested.value.vested,
    missing: null,
    next: on === undefined || then === undefined ? null : { on, vested: then.vested },
  };
}

function amountsOf(amount: Decimal, { vested, missing, next }: VestedPercent): VestedAtNav {
  const split = vested === null ? undefined : vestedPart(amount, vested);
  if (split === undefined) return { vested: null, unvested: null, vestedPercent: null, missing, next: null };
  const then = next === null ? undefined : vestedPart(amount, next.vested);
  return {
    ...split,
    vestedPercent: vested,
    missing,
    next:
      next === null || then === undefined
        ? null
        : { on: next.on, vestedPercent: next.vested, amount: then.vested.minus(split.vested) },
  };
}

const vestedPart = (amount: Decimal, vested: Decimal) =>
  vestedBalance(amount, [{ vested, unvested: hundred.minus(vested) }]);
