import {
  type CalendarDate,
  compareDates,
  displayedDate,
  err,
  type Failures,
  fail,
  listedByDay,
  type NamedRecord,
  ok,
  required,
  type Result,
} from '../../kernel/index.ts';
import {
  checkRehire,
  checkTermination,
  type Employment,
  type EmploymentEvent,
  employmentHistory,
  firstDayBack,
  isTerminated,
  leavingOn,
  plannedRehire,
  withoutTermination,
} from './employment.ts';

export interface StoredEmployment extends Employment {
  readonly terminationReason?: string | null;
  readonly employmentEvents: readonly EmploymentEvent[];
}
type EmploymentEnd = Required<Pick<StoredEmployment, 'terminationDate' | 'terminationReason' | 'employmentEvents'>>;

/**
 * Decides on a termination: date, reason and history change together. If the person has left and isn't back yet, the planned rehire is undone
 * instead, and the leaving stays as it was.
 *
 * Fails: TERMINATED_BEFORE_HIRE, DATE_TOO_LATE.
 */
export function decideTermination(
  { employmentEvents, ...employment }: StoredEmployment,
  terminationDate: CalendarDate,
  reason: string,
  today: CalendarDate,
): Result<EmploymentEnd, Failures> {
  const history = employmentHistory(employmentEvents, employment);
  const leaving = leavingOn(history, today);
  const back = plannedRehire(history, today);
  if (leaving && back) {
    if (terminationDate !== leaving.eventDate) return err([rehireAhead(back, leaving.eventDate)]);
    const events = history.filter(({ kind, eventDate }) => kind !== 'REHIRED' || eventDate !== back);
    return ok({ terminationDate, terminationReason: leaving.reason ?? null, employmentEvents: events });
  }
  const failures = checkTermination(terminationDate, employment, today, history);
  if (failures.length > 0) return err(failures);
  const event = { kind: 'TERMINATED', eventDate: terminationDate, reason } as const;
  return ok({ terminationDate, terminationReason: reason, employmentEvents: [...history, event] });
}

const rehireAhead = (back: CalendarDate, lastDay: CalendarDate) =>
  fail(
    'TERMINATED_BEFORE_HIRE',
    ['terminationDate'],
    `A rehire on ${displayedDate(back)} is recorded. To reverse it, enter the last day of employment, ${displayedDate(lastDay)}.`,
  );

const terminationAhead = (leaves: CalendarDate) =>
  fail(
    'REHIRED_BEFORE_TERMINATION',
    ['rehireDate'],
    `The last day of employment, ${displayedDate(leaves)}, is in the future. To reverse the termination, enter that day. A rehire on a later day can be recorded once it is over.`,
  );

/** A record that was created because of a leaving, such as a forfeiture, with its day. */
export interface LeavingDependent {
  /** Null if the author of the change can't see the record. */
  readonly title: string | null;
  readonly on: CalendarDate;
  /** The record to reverse. Null or absent if the author of the change can't open it. */
  readonly record?: Pick<NamedRecord, 'type' | 'id'> | null | undefined;
  /** True for a settlement of the leaving itself. It agrees with a leaving on its own day. */
  readonly isSettlement: boolean;
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Returns the refusal of a change to a leaving. It doesn't describe records that the author of the change can't see. */
function builtUpon(dependents: readonly LeavingDependent[], field: string, remedy: string): Failures {
  const visible = dependents.flatMap(({ title, on }) => (title === null ? [] : [{ title, on }]));
  const hidden = visible.length < dependents.length ? ['compensation records that you can’t see'] : [];
  const used = [...(visible.length > 0 ? [listedByDay(visible)] : []), ...hidden].join(', and ');
  const failure = fail('BUILT_UPON', [field], `The last day of employment was used by: ${used}. ${remedy}`);
  const records = dependents.flatMap(({ title, on, record }) =>
    title !== null && record ? [{ ...record, name: `${capitalized(title)} on ${displayedDate(on)}` }] : [],
  );
  return [records.length > 0 ? { ...failure, records } : failure];
}

/**
 * Decides on a rehire. If the person hasn't left yet, the termination is undone instead, and the employment continues without a break. Such a rehire
 * can't be later than the day after the last day of employment. Both are refused while anything depends on a leaving on days on which the person would
 * be employed.
 *
 * Fails: REHIRED_BEFORE_TERMINATION, DATE_TOO_LATE, BUILT_UPON.
 */
export function decideRehire(
  { employmentEvents, ...employment }: StoredEmployment,
  rehireDate: CalendarDate,
  reason: string,
  today: CalendarDate,
  dependents: readonly LeavingDependent[],
): Result<EmploymentEnd, Failures> {
  const history = employmentHistory(employmentEvents, employment);
  const active = { terminationDate: null, terminationReason: null };
  const dependentsFrom = (day: CalendarDate) => dependents.filter(({ on }) => compareDates(on, day) >= 0);
  const { terminationDate } = employment;
  if (!isTerminated(terminationDate, today)) {
    if (terminationDate && compareDates(rehireDate, firstDayBack(terminationDate)) > 0)
      return err([terminationAhead(terminationDate)]);
    const built = terminationDate ? dependentsFrom(terminationDate) : [];
    if (built.length > 0) return err(builtUpon(built, 'rehireDate', 'Reverse these first.'));
    return ok({ ...active, employmentEvents: withoutTermination(history) });
  }
  const failures = checkRehire(rehireDate, employment, today);
  if (failures.length > 0) return err(failures);
  const built = dependentsFrom(rehireDate);
  if (built.length > 0) return err(builtUpon(built, 'rehireDate', 'Reverse these first, or choose a later day.'));
  const event = { kind: 'REHIRED', eventDate: rehireDate, reason } as const;
  return ok({ ...active, employmentEvents: [...history, event] });
}

/** Returns true if the steps after a change contain a leaving that the steps before it don't. Its leaver type isn't that of an earlier one. */
export const isNewLeaving = (before: readonly EmploymentEvent[], after: readonly EmploymentEvent[]): boolean =>
  leavings(after) > leavings(before);
const leavings = (history: readonly EmploymentEvent[]) => history.filter(({ kind }) => kind === 'TERMINATED').length;

/**
 * Decides on a correction of the last leaving: its last day and reason replace the recorded ones. Another day is refused while anything on or after
 * the earlier of both days depends on the leaving. A settlement of the leaving on the new day doesn't prevent it.
 *
 * Fails: TERMINATED_BEFORE_HIRE, DATE_TOO_LATE, BUILT_UPON.
 */
export function decideLeavingCorrection(
  { employmentEvents, ...employment }: StoredEmployment,
  terminationDate: CalendarDate,
  reason: string,
  today: CalendarDate,
  dependents: readonly LeavingDependent[],
): Result<EmploymentEnd, Failures> {
  const history = employmentHistory(employmentEvents, employment);
  const before = withoutTermination(history);
  const failures = checkTermination(terminationDate, employment, today, before);
  if (failures.length > 0) return err(failures);
  const recorded = required(history.at(-1), 'the leaving');
  const [first = terminationDate] = [recorded.eventDate, terminationDate].toSorted(compareDates);
  const blocksChange = ({ on, isSettlement }: LeavingDependent) =>
    compareDates(on, first) >= 0 && !(isSettlement && on === terminationDate);
  const built = recorded.eventDate === terminationDate ? [] : dependents.filter(blocksChange);
  if (built.length > 0)
    return err(builtUpon(built, 'terminationDate', 'Reverse these first, or leave the day unchanged.'));
  const event = { ...recorded, eventDate: terminationDate, reason };
  return ok({ terminationDate, terminationReason: reason, employmentEvents: [...before, event] });
}

/**
 * Returns why a termination or rehire isn't possible while another one is planned, and how to change the planned one. Undefined if none is planned.
 */
export function plannedChangeText(
  name: string,
  { employmentEvents, ...employment }: StoredEmployment,
  today: CalendarDate,
): string | undefined {
  const { terminationDate } = employment;
  const back = plannedRehire(employmentHistory(employmentEvents, employment), today);
  if (back)
    return `${name} returns on ${displayedDate(back)}. Reverse that rehire first: terminate with the last day of employment.`;
  return terminationDate && !isTerminated(terminationDate, today)
    ? `${name} leaves on ${displayedDate(terminationDate)}. Reverse that termination with a rehire first.`
    : undefined;
}

/**
 * Checks that a change of office or title doesn't make an employee's pay visible to its author: pay access can depend on them. `field` is the one
 * that would.
 *
 * Fails: PAY_ACCESS_NOT_YOURS.
 */
export const failuresAtFields = (field: 'office' | 'title' | undefined): Failures =>
  field === undefined
    ? []
    : [
        fail(
          'PAY_ACCESS_NOT_YOURS',
          [field],
          `With this ${field}, you would see the employee’s pay. Ask someone else to change it.`,
        ),
      ];
