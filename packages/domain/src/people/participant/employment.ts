import {
  addDays,
  type CalendarDate,
  compareDates,
  Decimal,
  type Failures,
  fail,
  monthsBetween,
  shownDate,
  significantText,
} from '../../kernel/index.ts';

const MONTHS_PER_YEAR = 12;

export interface Employment {
  readonly hireDate?: CalendarDate | null | undefined;
  readonly terminationDate?: CalendarDate | null | undefined;
}

/** Terminated as of a day: the termination is on or before it. One that lies ahead changes nothing before it. */
export function isTerminated(terminationDate: CalendarDate | null | undefined, asOf: CalendarDate): boolean {
  return terminationDate !== null && terminationDate !== undefined && compareDates(terminationDate, asOf) <= 0;
}

/**
 * Years of service: whole months since hire, to the termination of somebody who is terminated by then, divided by 12.
 *
 * Null when there is no hire date or it lies ahead. Source: decisions, 'Data behind the figures'.
 */
export function yearsOfService({ hireDate, terminationDate }: Employment, today: CalendarDate): Decimal | null {
  if (!hireDate) return null;
  const months = monthsBetween(hireDate, isTerminated(terminationDate, today) ? terminationDate! : today);
  return months < 0 ? null : new Decimal(significantText(new Decimal(months).div(MONTHS_PER_YEAR)));
}

export interface EmploymentEvent {
  readonly kind: 'HIRED' | 'TERMINATED' | 'REHIRED';
  readonly eventDate: CalendarDate;
  readonly reason?: string | null | undefined;
}

/**
 * The history of an employment in step with its dates: the hire is that of the hire date, and who is terminated has the termination as the
 * last event. What was kept of earlier terminations and rehires stays.
 */
export function employmentHistory<E extends EmploymentEvent>(
  kept: readonly E[],
  { hireDate, terminationDate, terminationReason }: Employment & { readonly terminationReason?: string | null },
): readonly (E | EmploymentEvent)[] {
  const later = kept.filter(({ kind }) => kind !== 'HIRED');
  const hired = kept.find(({ kind }) => kind === 'HIRED') ?? { kind: 'HIRED' as const, reason: null };
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

/** Days of employment, the first and the last included; without a last one they go on. */
export interface EmployedSpan {
  readonly from: CalendarDate;
  readonly to: CalendarDate | null;
}

/** The spans of an employment, by its history in order. */
export function employedSpans(history: readonly EmploymentEvent[]): readonly EmployedSpan[] {
  const begins = history.flatMap(({ kind, eventDate }, at) => (kind === 'TERMINATED' ? [] : [{ eventDate, at }]));
  return begins.map(({ eventDate, at }) => ({
    from: eventDate,
    to: history.slice(at).find(({ kind }) => kind === 'TERMINATED')?.eventDate ?? null,
  }));
}

/**
 * The history without a termination that has not come yet: taking it back leaves the employment as it was, without a break.
 */
export function withoutTermination<E extends EmploymentEvent>(history: readonly E[]): readonly E[] {
  return history.at(-1)?.kind === 'TERMINATED' ? history.slice(0, -1) : history;
}

/** Carry-eligible as of a day: the eligibility date is on or before it. */
export function isCarryEligible(carryEligibleDate: CalendarDate | null | undefined, asOf: CalendarDate): boolean {
  return Boolean(carryEligibleDate) && compareDates(carryEligibleDate!, asOf) <= 0;
}

/** Nobody takes part in carry before the hire. Fails: ELIGIBLE_BEFORE_HIRE. */
export function checkEligibility(
  carryEligibleDate: CalendarDate | null | undefined,
  { hireDate }: Employment,
): Failures {
  if (!hireDate || !carryEligibleDate || compareDates(hireDate, carryEligibleDate) <= 0) return [];
  return [fail('ELIGIBLE_BEFORE_HIRE', ['carryEligibleDate'], 'Carry eligible from is before the hire date.')];
}

/** Nobody goes before the hire, or again before the last rehire. Fails: TERMINATED_BEFORE_HIRE. */
export function checkTermination(
  terminationDate: CalendarDate,
  { hireDate }: Employment,
  history: readonly EmploymentEvent[] = [],
): Failures {
  const rehired = history.findLast(({ kind }) => kind === 'REHIRED')?.eventDate;
  const begun = rehired ?? hireDate;
  if (!begun || compareDates(begun, terminationDate) <= 0) return [];
  const text = rehired
    ? `The termination is before the rehire on ${shownDate(rehired)}.`
    : 'The termination is before the hire date.';
  return [fail('TERMINATED_BEFORE_HIRE', ['terminationDate'], text)];
}

/** The first day on which somebody may be taken on again: the day of a termination is still one of the employment. */
const firstDayBack = (terminationDate: CalendarDate): CalendarDate => addDays(terminationDate, 1);

/** The day that is offered for a rehire: today, and of somebody who goes today the day after. */
export const rehireOffered = (terminationDate: string | null | undefined, today: CalendarDate): CalendarDate =>
  terminationDate === today ? firstDayBack(today) : today;

/** Nobody is taken on again before that day. Fails: REHIRED_BEFORE_TERMINATION. */
export function checkRehire(rehireDate: CalendarDate, { terminationDate }: Employment): Failures {
  if (!terminationDate || compareDates(terminationDate, rehireDate) < 0) return [];
  const text = 'The rehire does not lie after the day of the termination, which is the last one of the employment.';
  return [fail('REHIRED_BEFORE_TERMINATION', ['rehireDate'], text)];
}
