import {
  type CalendarDate,
  compareDates,
  type Decimal,
  err,
  type Failures,
  fail,
  ok,
  type Result,
  displayedDate,
  listedByDay,
} from '../../kernel/index.ts';
import { payNotVisible, type PayableEmployee } from '../payDay/index.ts';
import { afterLeavingFailures, type Span } from '../salary/index.ts';
import {
  type DeferredEntry,
  deferredEntryTitle,
  dueEntries,
  leaverEntries,
  type LeaverTreatment,
  type TrancheTerms,
  trancheAmounts,
} from './deferredAward.ts';
import type { LedgerOfAward } from './leaverTreatment.ts';
import { grantFailures, isReversed, type StoredEntry, withoutReversed } from './ledger.ts';

/** The amounts of a grant's tranches, and the first entry of its ledger. */
export interface DecidedGrant {
  readonly amounts: readonly Decimal[];
  readonly entry: DeferredEntry;
}

const repeatedGrant = fail(
  'DUPLICATE',
  ['grantDate'],
  'There is already a deferred award in this currency on this date. Reverse that one first, or choose another date.',
);

/**
 * Decides on a grant to an employee, who is undefined if their pay isn't visible.
 *
 * Fails: NOT_FOUND, DUPLICATE, those of `grantFailures` and `trancheAmounts`, and WARNINGS_NOT_CONFIRMED (as for an award).
 */
export function decideGrant(
  {
    isRepeated,
    warningsConfirmed,
    ...grant
  }: {
    readonly amount: Decimal;
    readonly grantDate: CalendarDate;
    readonly tranches: readonly TrancheTerms[];
    /** True if the employee has another grant of this date and currency that isn't reversed. */
    readonly isRepeated: boolean;
    readonly warningsConfirmed: boolean;
  },
  employee: (PayableEmployee & { readonly employment: readonly Span[] }) | undefined,
  today: CalendarDate,
): Result<DecidedGrant, Failures> {
  if (!employee) return err([payNotVisible]);
  const failures = [...grantFailures(grant, employee.isOwn, today), ...(isRepeated ? [repeatedGrant] : [])];
  if (failures.length > 0) return err(failures);
  const amounts = trancheAmounts(grant.amount, grant.tranches);
  if (amounts.isErr()) return err(amounts.error);
  const leaving = { day: grant.grantDate, field: 'grantDate', noun: 'deferred award' };
  const unconfirmed = warningsConfirmed ? [] : afterLeavingFailures(employee.employment, leaving);
  if (unconfirmed.length > 0) return err(unconfirmed);
  const entry = { kind: 'GRANT', tranche: null, on: grant.grantDate, amount: grant.amount } as const;
  return ok({ amounts: amounts.value, entry });
}

/** New entries of an award. */
interface NewEntries<A> {
  readonly award: A;
  readonly entries: readonly DeferredEntry[];
}

/** Returns the new entries of awards. Leaves out reversed grants, and awards without new entries. */
const entriesOfEach = <A extends LedgerOfAward>(
  awards: readonly A[],
  entriesOf: (award: A) => readonly DeferredEntry[],
): readonly NewEntries<A>[] =>
  awards.flatMap((award) => {
    const entries = isReversed(award.entries) ? [] : entriesOf(award);
    return entries.length === 0 ? [] : [{ award, entries }];
  });

/**
 * Decides on the entries of awards that are due by a date. `isVisible` is false if the pay of the requested employee isn't visible.
 *
 * Fails: NOT_FOUND, DATE_TOO_LATE.
 */
export function decideDueEntries<A extends LedgerOfAward>(
  awards: readonly A[],
  isVisible: boolean,
  until: CalendarDate,
  today: CalendarDate,
): Result<readonly NewEntries<A>[], Failures> {
  if (!isVisible) return err([{ ...payNotVisible, path: ['employeeId'] }]);
  if (compareDates(until, today) > 0)
    return err([fail('DATE_TOO_LATE', ['until'], 'Enter vesting and payments up to today only.')]);
  return ok(entriesOfEach(awards, ({ tranches, entries }) => dueEntries(tranches, entries, until)));
}

/** The award of a leaver with its stored entries. */
type StoredLedger = LedgerOfAward & { readonly entries: readonly StoredEntry[] };

/** Checks that nothing was entered after a leaving day, apart from reversed entries. Fails: BUILT_UPON. */
function laterEntryFailures(awards: readonly StoredLedger[], on: CalendarDate, field: string): Failures {
  const later = awards
    .flatMap(({ entries }) => withoutReversed(entries))
    .filter((entry) => compareDates(entry.on, on) > 0);
  if (later.length === 0) return [];
  const all = listedByDay(later.map((entry) => ({ title: deferredEntryTitle(entry.kind, false), on: entry.on })));
  const text = `Deferred awards have entries after ${displayedDate(on)}: ${all}. Reverse these entries first, or choose a later day.`;
  return [fail('BUILT_UPON', [field], text)];
}

/** A settlement of a leaver's awards on a day. */
interface LeaverSettlement {
  readonly on: CalendarDate;
  readonly treatment: LeaverTreatment;
  /** The leaving in force on that day; null if the person is employed then. */
  readonly leavingDate: CalendarDate | null;
  /** The input field of the day. */
  readonly field: string;
  /** The input field of the treatment, if it has its own. */
  readonly treatmentField?: string | undefined;
  /** True if a settlement needs an unvested part. A termination doesn't. */
  readonly needsUnvested?: boolean | undefined;
}

/**
 * Decides on the unvested part of a leaver's awards. First, everything due by then is entered, because the vested part can't be forfeited. If the
 * awards continue after a date in the future, there is nothing to enter yet. Awards that continue may have later entries; with the other treatments,
 * these would count twice. The employee is undefined if their pay isn't visible.
 *
 * Fails: NOT_FOUND, OWN_PAY, WRONG_STATE, DATE_TOO_LATE, BUILT_UPON.
 */
export function decideLeaverEntries<A extends StoredLedger>(
  awards: readonly A[],
  { on, treatment, leavingDate, field, treatmentField = field, needsUnvested }: LeaverSettlement,
  employee: PayableEmployee | undefined,
  today: CalendarDate,
): Result<readonly NewEntries<A>[], Failures> {
  if (!employee) return err([payNotVisible]);
  if (employee.isOwn) return err([fail('OWN_PAY', ['employeeId'], 'You can’t edit your own pay.')]);
  if (leavingDate === null) {
    const text = `The employee has not left by ${displayedDate(on)}. Record the termination first, or choose the last day of employment or a later day.`;
    return err([fail('WRONG_STATE', [field], text)]);
  }
  if (compareDates(on, today) > 0) {
    if (treatment === 'CONTINUE') return ok([]);
    const text =
      'The unvested part can’t be settled on a date in the future. Change the date to today or earlier, or choose Continue.';
    return err([fail('DATE_TOO_LATE', [treatmentField], text)]);
  }
  const later = treatment === 'CONTINUE' ? [] : laterEntryFailures(awards, on, field);
  if (later.length > 0) return err(later);
  const settled = entriesOfEach(awards, ({ tranches, entries }) => {
    const due = dueEntries(tranches, entries, on);
    return [...due, ...leaverEntries(tranches, [...entries, ...due], treatment, on)];
  });
  if (needsUnvested && treatment !== 'CONTINUE' && settled.length === 0) {
    const text = `No deferred award has an unvested part on ${displayedDate(on)}. To settle differently, first reverse the entries of the earlier settlement.`;
    return err([fail('WRONG_STATE', [field], text)]);
  }
  return ok(settled);
}
