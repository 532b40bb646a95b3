import { allocate } from '../../kernel/apportionment/index.ts';
import {
  type CalendarDate,
  compareDates,
  type Decimal,
  defineFormula,
  err,
  type Failures,
  fail,
  hundred,
  type Recorder,
  type Result,
  zero,
} from '../../kernel/index.ts';

/** A part of a deferred award: what vests, and when it is paid. */
export interface TrancheTerms {
  readonly vestDate: CalendarDate;
  readonly percent: Decimal;
  readonly payDate: CalendarDate;
}

/** What can be entered of a deferred award. What is entered stays: it is taken back by a reversal. */
export const deferredKinds = { GRANT: 'Granted', VEST: 'Vested', PAY: 'Paid', FORFEIT: 'Forfeited' } as const;
export type DeferredKind = keyof typeof deferredKinds;

export interface DeferredEntry {
  readonly kind: DeferredKind;
  /** Of the award, from 1; null for the grant. */
  readonly tranche: number | null;
  readonly on: CalendarDate;
  /** Below zero for a reversal. */
  readonly amount: Decimal;
}

/** What becomes of what has not vested when somebody leaves. */
export const leaverTreatments = { FORFEIT: 'Forfeit', CONTINUE: 'Continue', ACCELERATE: 'Accelerate' } as const;
export type LeaverTreatment = keyof typeof leaverTreatments;

/** As what somebody leaves. What becomes of deferred awards does not follow from it: that is said beside. */
export const leaverKinds = { GOOD: 'Good leaver', BAD: 'Bad leaver' } as const;
export type LeaverKind = keyof typeof leaverKinds;

/**
 * The amounts of the tranches of an award, which add up to it.
 *
 *     amount of a tranche = its part of the award by percent, by largest remainder
 *
 * Units:  amounts in one currency, percent of 100.
 * Source: docs/calculations/deferred-award.md.
 * Fails:  NO_WEIGHTS, NEGATIVE_WEIGHT, NO_POSITIVE_WEIGHT, AMOUNT_TOO_FINE, TRANCHES_NOT_100, PAID_BEFORE_VESTED.
 */
export function trancheAmounts(
  amount: Decimal,
  tranches: readonly TrancheTerms[],
  explain?: Recorder,
): Result<readonly Decimal[], Failures> {
  const total = tranches.reduce((sum, { percent }) => sum.add(percent), zero);
  const early = tranches.flatMap(({ vestDate, payDate }, at) =>
    compareDates(payDate, vestDate) < 0
      ? [fail('PAID_BEFORE_VESTED', ['tranches', at, 'payDate'], 'A tranche is not paid before it vests.')]
      : [],
  );
  const failures = [
    ...(tranches.length > 0 && !total.eq(hundred)
      ? [fail('TRANCHES_NOT_100', ['tranches'], `The tranches add up to ${total.toString()} %, not 100 %.`)]
      : []),
    ...early,
  ];
  if (failures.length > 0) return err(failures);
  return allocate(
    amount,
    tranches.map(({ percent }) => percent),
    2,
    explain,
  );
}

export interface RollForward {
  readonly opening: Decimal;
  readonly granted: Decimal;
  readonly paid: Decimal;
  readonly forfeited: Decimal;
  readonly closing: Decimal;
  /** Of what is outstanding at the end, what has vested. */
  readonly vested: Decimal;
}

const rollFormula = defineFormula({
  id: 'compensation.deferred',
  text: 'closing = opening + granted - paid - forfeited',
  inputs: { opening: 'money', granted: 'money', paid: 'money', forfeited: 'money' },
  result: 'money',
  source: 'docs/calculations/deferred-award.md',
});

const sumOf = (entries: readonly DeferredEntry[], kind: DeferredKind): Decimal =>
  entries.reduce((sum, one) => (one.kind === kind ? sum.add(one.amount) : sum), zero);
const outstanding = (entries: readonly DeferredEntry[]): Decimal =>
  sumOf(entries, 'GRANT').sub(sumOf(entries, 'PAY')).sub(sumOf(entries, 'FORFEIT'));

/**
 * What is outstanding of deferred awards from the beginning of one day to the end of another.
 *
 *     closing = opening + granted - paid - forfeited
 *
 * The closing at any day is the opening of the next.
 *
 * Units:  entries of one currency.
 * Source: docs/calculations/deferred-award.md.
 */
export function rollForward(
  entries: readonly DeferredEntry[],
  first: CalendarDate,
  last: CalendarDate,
  explain?: Recorder,
): RollForward {
  const before = entries.filter(({ on }) => compareDates(on, first) < 0);
  const until = entries.filter(({ on }) => compareDates(on, last) <= 0);
  const during = until.filter(({ on }) => compareDates(on, first) >= 0);
  const opening = outstanding(before);
  const [granted, paid, forfeited] = [sumOf(during, 'GRANT'), sumOf(during, 'PAY'), sumOf(during, 'FORFEIT')];
  const closing = opening.add(granted).sub(paid).sub(forfeited);
  explain?.record(['closing'], rollFormula, { opening, granted, paid, forfeited }, closing);
  return { opening, granted, paid, forfeited, closing, vested: sumOf(until, 'VEST').sub(sumOf(until, 'PAY')) };
}

/** A tranche of an award with what it comes to. */
export interface Tranche extends TrancheTerms {
  readonly amount: Decimal;
}

/** What has vested, was paid and forfeited of a tranche. */
const ofTranche = (entries: readonly DeferredEntry[], tranche: number, kind: DeferredKind): Decimal =>
  sumOf(
    entries.filter((one) => one.tranche === tranche),
    kind,
  );

/** The day of an entry of a tranche: what was taken back of it counts until then, and no day counts both. */
const notBeforeTakenBack = (entries: readonly DeferredEntry[], tranche: number, day: CalendarDate): CalendarDate =>
  entries.reduce(
    (last, one) => (one.tranche === tranche && one.amount.lt(0) && compareDates(one.on, last) > 0 ? one.on : last),
    day,
  );

/**
 * What is to be entered by a day because it is due: tranches vest on their vest date and are paid on their pay date, of what was not forfeited.
 * Nothing is due twice; what was taken back is due again, from the day on which it was.
 */
export function dueEntries(
  tranches: readonly Tranche[],
  entries: readonly DeferredEntry[],
  until: CalendarDate,
): readonly DeferredEntry[] {
  return tranches.flatMap(({ amount, vestDate, payDate }, at) => {
    const tranche = at + 1;
    const kept = amount.sub(ofTranche(entries, tranche, 'FORFEIT'));
    const vests = kept.sub(ofTranche(entries, tranche, 'VEST'));
    const pays = kept.sub(ofTranche(entries, tranche, 'PAY'));
    const vestsOn = notBeforeTakenBack(entries, tranche, vestDate);
    const paysOn = notBeforeTakenBack(entries, tranche, payDate);
    return [
      ...(compareDates(vestsOn, until) <= 0 && !vests.isZero()
        ? [{ kind: 'VEST' as const, tranche, on: vestsOn, amount: vests }]
        : []),
      ...(compareDates(paysOn, until) <= 0 && !pays.isZero()
        ? [{ kind: 'PAY' as const, tranche, on: paysOn, amount: pays }]
        : []),
    ];
  });
}

/**
 * What is entered when somebody leaves: what has not vested by then is forfeited, goes on as it was, or vests on that day. An act of its own, never
 * a consequence of the termination.
 */
export function leaverEntries(
  tranches: readonly Tranche[],
  entries: readonly DeferredEntry[],
  treatment: LeaverTreatment,
  on: CalendarDate,
): readonly DeferredEntry[] {
  if (treatment === 'CONTINUE') return [];
  const kind = treatment === 'FORFEIT' ? 'FORFEIT' : 'VEST';
  return tranches.flatMap(({ amount }, at) => {
    const tranche = at + 1;
    const open = amount.sub(ofTranche(entries, tranche, 'VEST')).sub(ofTranche(entries, tranche, 'FORFEIT'));
    return open.isZero() ? [] : [{ kind, tranche, on: notBeforeTakenBack(entries, tranche, on), amount: open }];
  });
}
