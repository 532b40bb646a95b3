import {
  type CalendarDate,
  compareDates,
  type Decimal,
  err,
  type Failures,
  fail,
  ok,
  type Result,
} from '../../kernel/index.ts';
import { payNotVisible, type PayableEmployee } from '../payDay/index.ts';
import {
  type DeferredEntry,
  dueEntries,
  leaverEntries,
  type LeaverTreatment,
  type TrancheTerms,
  trancheAmounts,
} from './deferred.ts';
import type { LedgerOfAward } from './leaving.ts';
import { grantFailures, isReversed } from './ledger.ts';

/** The amounts of a grant's tranches, and the first entry of its ledger. */
export interface DecidedGrant {
  readonly amounts: readonly Decimal[];
  readonly entry: DeferredEntry;
}

/**
 * Decides on a grant to an employee, who is undefined if their pay isn't visible.
 *
 * Fails: NOT_FOUND, and those of `grantFailures` and `trancheAmounts`.
 */
export function decideGrant(
  grant: { readonly amount: Decimal; readonly grantDate: CalendarDate; readonly tranches: readonly TrancheTerms[] },
  employee: PayableEmployee | undefined,
  today: CalendarDate,
): Result<DecidedGrant, Failures> {
  if (!employee) return err([payNotVisible]);
  const failures = grantFailures(grant, employee.isOwn, today);
  if (failures.length > 0) return err(failures);
  const entry = { kind: 'GRANT', tranche: null, on: grant.grantDate, amount: grant.amount } as const;
  return trancheAmounts(grant.amount, grant.tranches).map((amounts) => ({ amounts, entry }));
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

/** Decides on the entries of awards that are due by a date. Fails: DATE_TOO_LATE. */
export function decideDueEntries<A extends LedgerOfAward>(
  awards: readonly A[],
  until: CalendarDate,
  today: CalendarDate,
): Result<readonly NewEntries<A>[], Failures> {
  if (compareDates(until, today) > 0)
    return err([fail('DATE_TOO_LATE', ['until'], 'Enter vesting and payments up to today only.')]);
  return ok(entriesOfEach(awards, ({ tranches, entries }) => dueEntries(tranches, entries, until)));
}

/**
 * Decides on the unvested part of a leaver's awards. First, everything due by then is entered, because the vested part can't be forfeited. If the
 * awards continue after a date in the future, there is nothing to enter yet. `field`
 * is the input field of the date. The employee is undefined if their pay isn't visible.
 *
 * Fails: NOT_FOUND, OWN_PAY, DATE_TOO_LATE.
 */
export function decideLeaverEntries<A extends LedgerOfAward>(
  awards: readonly A[],
  { on, treatment, field }: { readonly on: CalendarDate; readonly treatment: LeaverTreatment; readonly field: string },
  employee: PayableEmployee | undefined,
  today: CalendarDate,
): Result<readonly NewEntries<A>[], Failures> {
  if (!employee) return err([payNotVisible]);
  if (employee.isOwn) return err([fail('OWN_PAY', ['employeeId'], 'You can’t edit your own pay.')]);
  if (compareDates(on, today) > 0) {
    if (treatment === 'CONTINUE') return ok([]);
    const text =
      'The unvested part can’t be settled on a date in the future. Change the date to today or earlier, or choose Continue.';
    return err([fail('DATE_TOO_LATE', [field], text)]);
  }
  return ok(
    entriesOfEach(awards, ({ tranches, entries }) => {
      const due = dueEntries(tranches, entries, on);
      return [...due, ...leaverEntries(tranches, [...entries, ...due], treatment, on)];
    }),
  );
}
