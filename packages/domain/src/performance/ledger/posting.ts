import {
  type CalendarDate,
  err,
  fail,
  type Failure,
  type Failures,
  ok,
  type Result,
  displayedDate,
} from '@carrara/domain/kernel';
import { type CommitmentState, commitmentsOn } from './commitment.ts';
import type { RequestedEntry, EntryFacts, EntryShare, LedgerEntry } from './entry.ts';
import { isQuarterEnd, quarterEnd, quartersLater } from './quarter.ts';
import { shareOut } from './shareOut.ts';
import { amountFailures, costFailures, fieldFailures, lineFailures } from './entryFailures.ts';
import type { Ledger, Posting, Quarters } from './ledgerState.ts';
import { unfundedFailures } from './unfundedCommitment.ts';

/** Checks that dates aren't after the last quarter end that can be booked. Fails: DATE_TOO_LATE at each. */
export const enteredTooLate = (days: Readonly<Record<string, string | null>>, latest: CalendarDate): Failures =>
  Object.entries(days).flatMap(([field, day]) =>
    day === null || day <= latest
      ? []
      : [
          fail(
            'DATE_TOO_LATE',
            [field],
            `${displayedDate(day)} is after ${displayedDate(latest)}, the last quarter end that you can enter data for. Choose an earlier date.`,
          ),
        ],
  );

/**
 * Returns the quarter that shows an event of a date: its own or, if that is locked, the first open one after it ('late').
 *
 * Fails:  PERIOD_LOCKED (the requested quarter is locked, or ends before the date), DATE_TOO_LATE (every quarter until then would have figures).
 */
export function bookedQuarter(
  day: CalendarDate,
  { locked, latest }: Quarters,
  requestedDate: CalendarDate | null = null,
): Result<CalendarDate, Failures> {
  const late = latest === undefined ? [] : enteredTooLate({ date: day, bookedPeriod: requestedDate }, latest);
  if (late.length > 0) return err(late.slice(0, 1));
  if (requestedDate !== null) {
    const isOpen = requestedDate >= day && isQuarterEnd(requestedDate) && !locked.has(requestedDate);
    if (isOpen) return ok(requestedDate);
    const why = !isQuarterEnd(requestedDate)
      ? `${displayedDate(requestedDate)} is not a quarter end.`
      : locked.has(requestedDate)
        ? `The quarter ending ${displayedDate(requestedDate)} is locked.`
        : `The quarter ending ${displayedDate(requestedDate)} ends before ${displayedDate(day)}.`;
    const text = `${why} Choose ${displayedDate(firstOpen(day, locked))} or later.`;
    return err([fail('PERIOD_LOCKED', ['bookedPeriod'], text)]);
  }
  return ok(firstOpen(day, locked));
}

/**
 * Returns the first open quarter that can show an event of a date. Quarters are locked in order, so all quarters after the last locked one are open.
 */
function firstOpen(day: CalendarDate, locked: Quarters['locked']): CalendarDate {
  const last = [...locked].reduce((latest, end) => (end > latest ? end : latest), '' as CalendarDate);
  const own = quarterEnd(day);
  return own > last ? own : quartersLater(last, 1);
}

/**
 * Returns the quarter that shows a value, by the value's date. A future date is rejected: it is probably a typo in the year, and would open every quarter until
 * then.
 *
 * Fails:  DATE_TOO_LATE, and as `bookedQuarter`.
 */
export const valuedQuarter = (
  day: CalendarDate,
  quarters: Quarters,
  {
    today,
    requestedPeriod: requested = null,
  }: { readonly today: CalendarDate; readonly requestedPeriod?: CalendarDate | null },
): Result<CalendarDate, Failures> =>
  day > today ? err([futureDateFailure(day)]) : bookedQuarter(day, quarters, requested);

export const futureDateFailure = (day: CalendarDate): Failure =>
  fail('DATE_TOO_LATE', ['date'], `${displayedDate(day)} is in the future. Choose today or earlier.`);

/**
 * Checks an entry against the ledger and splits it over the commitments.
 *
 * Units:  the vehicle's currency, whole cents.
 * Source: docs/calculations/vehicle-ledger.md.
 * Fails:  AMOUNT_MISSING, MONEY_SCALE, NEGATIVE_AMOUNT (the sign rule), REQUIRED and FIELD_NOT_OF_TYPE (fields that a type needs or does not have),
 *         DATE_TOO_LATE, PERIOD_LOCKED, those of `shareOut`, UNFUNDED_BELOW_ZERO (of a commitment, on the entry's date or a later one), COST_ABOVE_REMAINING (of a
 *         security, likewise), NEGATIVE_AMOUNT (of the credit line, likewise).
 */
export function postEntry(
  entry: RequestedEntry,
  ledger: Ledger,
  bookedPeriod: CalendarDate | null = null,
): Result<Posting, Failures> {
  return draftEntry(
    entry,
    ledger,
    () => commitmentsOn(ledger.commitments, ledger.events, entry.effective),
    bookedPeriod,
  ).andThen((posting) => judged(posting, ledger));
}

/**
 * Returns an entry with its shares, without checking it against the rest of the ledger. Fails: as `postEntry`, without UNFUNDED_BELOW_ZERO and
 * COST_ABOVE_REMAINING.
 */
export function draftEntry(
  entry: RequestedEntry,
  quarters: Quarters,
  statesOn: (day: CalendarDate) => readonly CommitmentState[],
  bookedPeriod: CalendarDate | null = null,
): Result<Posting, Failures> {
  const wrong = [...amountFailures(entry), ...fieldFailures(entry), ...settledFailures(entry, quarters)];
  const booked = bookedQuarter(entry.effective, quarters, bookedPeriod).mapErr(ofEntry);
  if (booked.isErr()) return err([...wrong, ...booked.error]);
  if (wrong.length > 0) return err(wrong);
  return shareOut(entry, statesOn(entry.effective)).map((shares) => {
    const { enteredShares: _, ...facts } = entry;
    return { ...facts, booked: booked.value, reversalOf: null, shares };
  });
}

/** Refuses a future settlement date: the cash hasn't moved yet. Fails: DATE_TOO_LATE. */
export const settledFailures = (
  { settledOn }: Pick<EntryFacts, 'settledOn'>,
  { today }: Pick<Quarters, 'today'>,
): Failures =>
  settledOn !== null && today !== undefined && settledOn > today
    ? [
        fail(
          'DATE_TOO_LATE',
          ['settledOn'],
          `${displayedDate(settledOn)} is in the future. Leave it empty until the cash moves, then settle the entry.`,
        ),
      ]
    : [];

/** Maps failures of the date to the entry's field name, which differs. */
const ofEntry = (failures: Failures): Failures =>
  failures.map((failure) => (failure.path[0] === 'date' ? { ...failure, path: ['effectiveDate'] } : failure));

/**
 * Returns the entry that reverses another: all amounts negated on the same date, so that every figure is as if neither existed. It is booked in the
 * first open quarter from there on. If an event of a later date causes the reversal, it has that date.
 *
 * Fails:  ALREADY_REVERSED, REVERSAL_FIXED (a reversal itself), UNFUNDED_BELOW_ZERO, COST_ABOVE_REMAINING and NEGATIVE_AMOUNT (of the credit line) as
 *         `postEntry`.
 */
export function reverseEntry(
  entry: LedgerEntry,
  ledger: Ledger,
  effective: CalendarDate = entry.effective,
): Result<Posting, Failures> {
  if (entry.reversalOf !== null) {
    return err([fail('REVERSAL_FIXED', [], 'Reversals can’t be reversed. Enter the correct values as a new entry.')]);
  }
  if (ledger.entries.some(({ reversalOf }) => reversalOf === entry.id)) {
    return err([fail('ALREADY_REVERSED', [], 'This entry has already been reversed.')]);
  }
  return draftReversal(entry, ledger, effective).andThen((posting) => judged(posting, ledger));
}

/** Returns the entry that reverses another, without checking it against the rest of the ledger. */
export function draftReversal(
  entry: LedgerEntry,
  quarters: Quarters,
  effective: CalendarDate = entry.effective,
): Result<Posting, Failures> {
  const { id, shares, amount, costRelieved, booked: _, ...facts } = entry;
  return bookedQuarter(effective, quarters).map((booked) => ({
    ...facts,
    effective,
    amount: amount.negated(),
    costRelieved: costRelieved === null ? null : costRelieved.negated(),
    booked,
    reversalOf: id,
    shares: shares.map(turned),
  }));
}

const turned = (share: EntryShare): EntryShare => ({
  ...share,
  amount: share.amount.negated(),
  cost: share.cost.negated(),
  unfunded: share.unfunded.negated(),
});

function judged(posting: Posting, ledger: Ledger): Result<Posting, Failures> {
  const failures = [
    ...unfundedFailures(posting, ledger),
    ...costFailures(posting, ledger),
    ...lineFailures(posting, ledger),
  ];
  return failures.length > 0 ? err(failures) : ok(posting);
}
