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
  ok,
  type Recorder,
  type Result,
  zero,
} from '../../kernel/index.ts';

/** A part of a deferred award with its vesting date and pay date. */
export interface TrancheTerms {
  readonly vestDate: CalendarDate;
  readonly percent: Decimal;
  readonly payDate: CalendarDate;
}

/** The kinds of entries of a deferred award. Entries are never deleted, only reversed. */
export const deferredKinds = { GRANT: 'Granted', VEST: 'Vested', PAY: 'Paid', FORFEIT: 'Forfeited' } as const;
export type DeferredKind = keyof typeof deferredKinds;
/** Returns the description of an entry in the ledger. */
export const deferredEntryTitle = (kind: DeferredKind, isReversal: boolean): string =>
  isReversal ? `${deferredKinds[kind]}, reversed` : deferredKinds[kind];

export interface DeferredEntry {
  readonly kind: DeferredKind;
  /** The number of the tranche, starting at 1; null for the grant. */
  readonly tranche: number | null;
  readonly on: CalendarDate;
  /** Negative for a reversal. */
  readonly amount: Decimal;
}

/** The treatment of the unvested part when somebody leaves. */
export const leaverTreatments = { FORFEIT: 'Forfeit', CONTINUE: 'Continue', ACCELERATE: 'Accelerate' } as const;
export type LeaverTreatment = keyof typeof leaverTreatments;

/** The kinds of leavers. They don't determine the treatment of deferred awards, which is recorded separately. */
export const leaverKinds = { GOOD: 'Good leaver', BAD: 'Bad leaver' } as const;
export type LeaverKind = keyof typeof leaverKinds;

/**
 * Computes the amounts of an award's tranches, which add up to the award.
 *
 *     amount of a tranche = its part of the award by percent, by largest remainder
 *
 * Units:  amounts in one currency, percent of 100.
 * Source: docs/calculations/deferred-award.md.
 * Fails:  NO_WEIGHTS, NEGATIVE_WEIGHT, NO_POSITIVE_WEIGHT, MONEY_SCALE, TRANCHES_NOT_100, PAID_BEFORE_VESTED, and INVALID_VALUE for a tranche that
 *         gets nothing.
 */
export function trancheAmounts(
  amount: Decimal,
  tranches: readonly TrancheTerms[],
  explain?: Recorder,
): Result<readonly Decimal[], Failures> {
  const total = tranches.reduce((sum, { percent }) => sum.add(percent), zero);
  const early = tranches.flatMap(({ vestDate, payDate }, at) =>
    compareDates(payDate, vestDate) < 0
      ? [fail('PAID_BEFORE_VESTED', ['tranches', at, 'payDate'], 'A tranche can’t be paid before it vests.')]
      : [],
  );
  const failures = [
    ...(tranches.length > 0 && !total.eq(hundred)
      ? [fail('TRANCHES_NOT_100', ['tranches'], `The tranches must add up to 100%, not ${total.toString()}%.`)]
      : []),
    ...early,
  ];
  if (failures.length > 0) return err(failures);
  return allocate(
    amount,
    tranches.map(({ percent }) => percent),
    2,
    explain,
  ).andThen((amounts) => {
    const empty = amount.isZero() ? [] : amounts.flatMap((part, at) => (part.isZero() ? [emptyTranche(at)] : []));
    return empty.length > 0 ? err(empty) : ok(amounts);
  });
}

const emptyTranche = (at: number) =>
  fail(
    'INVALID_VALUE',
    ['tranches', at, 'percent'],
    `Tranche ${at + 1} would be 0.00. Enter fewer tranches or a larger amount.`,
  );

export interface RollForward {
  readonly opening: Decimal;
  readonly granted: Decimal;
  readonly paid: Decimal;
  readonly forfeited: Decimal;
  readonly closing: Decimal;
  /** The vested part of the closing amount. */
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
  entries.reduce((sum, entry) => (entry.kind === kind ? sum.add(entry.amount) : sum), zero);
const outstanding = (entries: readonly DeferredEntry[]): Decimal =>
  sumOf(entries, 'GRANT').sub(sumOf(entries, 'PAY')).sub(sumOf(entries, 'FORFEIT'));

/**
 * Computes the roll-forward of outstanding deferred awards from the start of one date to the end of another.
 *
 *     closing = opening + granted - paid - forfeited
 *
 * The closing amount on any day is the opening amount of the next.
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

/** A tranche of an award with its amount. */
export interface Tranche extends TrancheTerms {
  readonly amount: Decimal;
}

/** Returns the amount of a tranche that was vested, paid or forfeited. */
const ofTranche = (entries: readonly DeferredEntry[], tranche: number, kind: DeferredKind): Decimal =>
  sumOf(
    entries.filter((entry) => entry.tranche === tranche),
    kind,
  );

/**
 * Returns the date of a new entry of a tranche. It can't be earlier than the tranche's last reversal, because the reversed entry counts until then
 * and would otherwise count twice.
 */
const notBeforeReversal = (entries: readonly DeferredEntry[], tranche: number, day: CalendarDate): CalendarDate =>
  entries.reduce(
    (last, entry) =>
      entry.tranche === tranche && entry.amount.lt(0) && compareDates(entry.on, last) > 0 ? entry.on : last,
    day,
  );

/**
 * Returns the entries that are due by a date. Tranches vest on their vesting date and are paid on their pay date, excluding forfeited parts. Nothing
 * is due twice. A reversed entry is due again from the date of its reversal.
 */
export function dueEntries(
  tranches: readonly Tranche[],
  entries: readonly DeferredEntry[],
  until: CalendarDate,
): readonly DeferredEntry[] {
  return tranches.flatMap(({ amount, vestDate, payDate }, at) => {
    const tranche = at + 1;
    const remaining = amount.sub(ofTranche(entries, tranche, 'FORFEIT'));
    const vests = remaining.sub(ofTranche(entries, tranche, 'VEST'));
    const pays = remaining.sub(ofTranche(entries, tranche, 'PAY'));
    const vestsOn = notBeforeReversal(entries, tranche, vestDate);
    const paysOn = notBeforeReversal(entries, tranche, payDate);
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
 * Returns the entries for somebody who leaves: the unvested part is forfeited, continues unchanged, or vests on that date. This is a separate action
 * and never follows automatically from the termination.
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
    return open.isZero() ? [] : [{ kind, tranche, on: notBeforeReversal(entries, tranche, on), amount: open }];
  });
}
