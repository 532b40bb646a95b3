import {
  addDays,
  type CalendarDate,
  compareDates,
  dayAheadFailures,
  Decimal,
  type Failures,
  fail,
  monthsBetween,
  displayedDate,
  significantText,
} from '../../kernel/index.ts';

const MONTHS_PER_YEAR = 12;

export interface Employment {
  readonly hireDate?: CalendarDate | null | undefined;
  readonly terminationDate?: CalendarDate | null | undefined;
}

/** Returns true if the termination is on or before a date. A future termination has no effect until then. */
export const isTerminated = (terminationDate: CalendarDate | null | undefined, asOf: CalendarDate): boolean =>
  terminationBy(terminationDate, asOf) !== null;

/** Returns the termination date if it is on or before a date; otherwise null. */
export const terminationBy = (
  terminationDate: CalendarDate | null | undefined,
  asOf: CalendarDate,
): CalendarDate | null => (terminationDate && compareDates(terminationDate, asOf) <= 0 ? terminationDate : null);

/**
 * Returns the date for computing vesting on a date: the termination if it is on or before it, otherwise the date itself. Nothing vests after a
 * termination, whether the date is today or chosen. Every figure of carry and of deferred awards uses this date.
 *
 * Source: docs/calculations/vesting.md.
 */
export const vestingDate = (date: CalendarDate, terminationDate: CalendarDate | null | undefined): CalendarDate =>
  terminationBy(terminationDate, date) ?? date;

/**
 * Returns the years of service: whole months from hire to today, or to the termination if that is earlier, divided by 12.
 *
 * Null if there is no hire date or it is in the future.
 */
export function yearsOfService({ hireDate, terminationDate }: Employment, today: CalendarDate): Decimal | null {
  if (!hireDate) return null;
  const months = monthsBetween(hireDate, terminationBy(terminationDate, today) ?? today);
  return months < 0 ? null : new Decimal(significantText(new Decimal(months).div(MONTHS_PER_YEAR)));
}

export interface EmploymentEvent {
  readonly kind: 'HIRED' | 'TERMINATED' | 'REHIRED';
  readonly eventDate: CalendarDate;
  readonly reason?: string | null | undefined;
}

/**
 * Returns the leaving in force on a date: the last termination on or before it, unless a rehire on or before it follows. Terminations and rehires
 * after the date have no effect on it.
 *
 * Source: docs/calculations/vesting.md.
 */
export function leavingOn<E extends EmploymentEvent>(history: readonly E[], asOf: CalendarDate): E | null {
  const last = history
    .filter(({ kind, eventDate }) => kind !== 'HIRED' && compareDates(eventDate, asOf) <= 0)
    .toSorted((event, other) => compareDates(event.eventDate, other.eventDate))
    .at(-1);
  return last?.kind === 'TERMINATED' ? last : null;
}

/** Returns the date of a rehire after a date, or null. */
export const plannedRehire = (history: readonly EmploymentEvent[], today: CalendarDate): CalendarDate | null =>
  history.find(({ kind, eventDate }) => kind === 'REHIRED' && compareDates(eventDate, today) > 0)?.eventDate ?? null;

/**
 * Adjusts the history of an employment to its dates. The first event is on the hire date and, for a terminated
 * person, the last event is the termination. Earlier terminations and rehires stay unchanged.
 */
export function employmentHistory<E extends EmploymentEvent>(
  existing: readonly E[],
  { hireDate, terminationDate, terminationReason }: Employment & { readonly terminationReason?: string | null },
): readonly (E | EmploymentEvent)[] {
  const later = existing.filter(({ kind }) => kind !== 'HIRED');
  const hired = existing.find(({ kind }) => kind === 'HIRED') ?? { kind: 'HIRED' as const, reason: null };
  const history: (E | EmploymentEvent)[] = hireDate ? [{ ...hired, eventDate: hireDate }, ...later] : later;
  if (!terminationDate) return history;
  const last = later.at(-1);
  if (last?.kind !== 'TERMINATED')
    return [...history, { kind: 'TERMINATED', eventDate: terminationDate, reason: terminationReason ?? null }];
  return [
    ...history.slice(0, -1),
    { ...last, eventDate: terminationDate, reason: terminationReason ?? last.reason ?? null },
  ];
}

/** An inclusive range of employed days. Without an end, it is open. */
export interface EmployedSpan {
  readonly from: CalendarDate;
  readonly to: CalendarDate | null;
}

/** Returns the spans of an employment from its ordered history. */
export function employedSpans(history: readonly EmploymentEvent[]): readonly EmployedSpan[] {
  const begins = history.flatMap(({ kind, eventDate }, at) => (kind === 'TERMINATED' ? [] : [{ eventDate, at }]));
  return begins.map(({ eventDate, at }) => ({
    from: eventDate,
    to: history.slice(at).find(({ kind }) => kind === 'TERMINATED')?.eventDate ?? null,
  }));
}

/** Returns the history without a future termination, as if it had never been entered. */
export function withoutTermination<E extends EmploymentEvent>(history: readonly E[]): readonly E[] {
  return history.at(-1)?.kind === 'TERMINATED' ? history.slice(0, -1) : history;
}

/** Returns true if the eligibility date is on or before a date. */
export function isCarryEligible(carryEligibleDate: CalendarDate | null | undefined, asOf: CalendarDate): boolean {
  return carryEligibleDate ? compareDates(carryEligibleDate, asOf) <= 0 : false;
}

/** Checks that nobody is carry-eligible before the hire. Fails: ELIGIBLE_BEFORE_HIRE. */
export function checkEligibility(
  carryEligibleDate: CalendarDate | null | undefined,
  { hireDate }: Employment,
): Failures {
  if (!hireDate || !carryEligibleDate || compareDates(hireDate, carryEligibleDate) <= 0) return [];
  return [fail('ELIGIBLE_BEFORE_HIRE', ['carryEligibleDate'], 'Carry eligible from can’t be before the hire date.')];
}

/** Checks that a termination isn't before the hire or the last rehire, or too far ahead. Fails: TERMINATED_BEFORE_HIRE, DATE_TOO_LATE. */
export function checkTermination(
  terminationDate: CalendarDate,
  { hireDate }: Employment,
  today: CalendarDate,
  history: readonly EmploymentEvent[] = [],
): Failures {
  const rehired = history.findLast(({ kind }) => kind === 'REHIRED')?.eventDate;
  const begun = rehired ?? hireDate;
  if (!begun || compareDates(begun, terminationDate) <= 0)
    return dayAheadFailures(terminationDate, today, ['terminationDate'], 'A termination');
  const text = rehired
    ? `The termination can’t be before the rehire on ${displayedDate(rehired)}.`
    : 'The termination can’t be before the hire date.';
  return [fail('TERMINATED_BEFORE_HIRE', ['terminationDate'], text)];
}

/** Returns the first possible date of a rehire. The day of a termination still belongs to the employment. */
export const firstDayBack = (terminationDate: CalendarDate): CalendarDate => addDays(terminationDate, 1);

/** Returns the suggested date of a rehire: today, or tomorrow if the termination is today. */
export const rehireOffered = (terminationDate: string | null | undefined, today: CalendarDate): CalendarDate =>
  terminationDate === today ? firstDayBack(today) : today;

/** Checks that a rehire isn't before its first possible date, or too far ahead. Fails: REHIRED_BEFORE_TERMINATION, DATE_TOO_LATE. */
export function checkRehire(rehireDate: CalendarDate, { terminationDate }: Employment, today: CalendarDate): Failures {
  if (!terminationDate || compareDates(terminationDate, rehireDate) < 0)
    return dayAheadFailures(rehireDate, today, ['rehireDate'], 'A rehire');
  const text = 'The rehire must be after the termination date, which is the last day of employment.';
  return [fail('REHIRED_BEFORE_TERMINATION', ['rehireDate'], text)];
}
