import { type CalendarDate, calendarDate, displayedDate } from '../../kernel/index.ts';
import {
  decideLeavingCorrection,
  decideTermination,
  employeeLifecycle,
  type EmploymentEvent,
  isTerminated,
  leavingOn,
  type LeavingDependent,
  plannedRehire,
} from '../../people/participant/index.ts';
import { recordTitle } from './changes.ts';
import type { ExistingRecord } from './existingRecords.ts';
import type { PlanState, Values } from './planState.ts';
import type { PlanRow } from './sheets.ts';

type Row = PlanRow<'participants'>;
/** The reason for a leaving that an import records. The plan has no column for it. */
const IMPORT_REASON = 'Import of a carry plan';

/** Returns a status with its description, as the stores return it. */
export const statusValue = (code: keyof typeof employeeLifecycle.states) => ({
  code,
  description: employeeLifecycle.states[code],
});

function employmentOf({ hireDate }: Row, before: ExistingRecord | undefined) {
  const stored = (before ?? {}) as {
    readonly hireDate?: CalendarDate | null;
    readonly terminationDate?: CalendarDate | null;
    readonly terminationReason?: string | null;
    readonly employmentEvents?: readonly EmploymentEvent[];
    readonly leavingDependents?: readonly LeavingDependent[];
  };
  return {
    hireDate: hireDate === undefined ? (stored.hireDate ?? null) : hireDate ? calendarDate(hireDate) : null,
    terminationDate: stored.terminationDate ?? null,
    terminationReason: stored.terminationReason ?? null,
    employmentEvents: stored.employmentEvents ?? [],
    leavingDependents: stored.leavingDependents ?? [],
  };
}

/**
 * Plans the termination of an employee by the rules of the calls for a termination and a correction. An import can record a leaving or correct its
 * day, both after a confirmation. It can't undo a leaving or a planned rehire, because the plan has no rehire date. Returns the values to store.
 */
export function planLeaving(state: PlanState, row: Row, before: ExistingRecord | undefined): Values {
  const { leavingDependents, ...employment } = employmentOf(row, before);
  const { terminationDate: recorded } = employment;
  const day = row.terminationDate && calendarDate(row.terminationDate);
  const { status } = row;
  if (!day) {
    const isUndone = recorded !== null && (status === 'Active' || (!status && day === null));
    if (isUndone) refuseReturn(state, row, recorded);
    return before ? {} : { status: statusValue('ACTIVE') };
  }
  const back = plannedRehire(employment.employmentEvents, state.today);
  if (back) {
    const isUnchanged = leavingOn(employment.employmentEvents, state.today)?.eventDate === day;
    const returns = `${row.name} returns on ${displayedDate(back)}`;
    if (isUnchanged) state.notes.push(`${row.code} ${returns}. The plan doesn’t change that.`);
    else
      state.refuse(
        'participants',
        row.row,
        'terminationDate',
        `${returns}, and an import can’t undo that. Use Terminate on the employee’s page first`,
      );
    return {};
  }
  const terminated = { status: statusValue('TERMINATED') };
  if (day === recorded) return status ? terminated : {};
  // The other checks of the row have refused such a date.
  if (status === 'Active' || (row.hireDate && day < row.hireDate)) return {};
  const reason = employment.terminationReason ?? IMPORT_REASON;
  const decision =
    recorded === null
      ? decideTermination(employment, day, reason, state.today)
      : decideLeavingCorrection(employment, day, reason, state.today, leavingDependents);
  if (decision.isErr()) {
    for (const { detail } of decision.error) state.refuse('participants', row.row, 'terminationDate', detail);
    return {};
  }
  if (!before) return { ...terminated, terminationDate: day };
  const change =
    recorded === null
      ? `The employment ends on ${displayedDate(day)}.`
      : `The last day of employment changes from ${displayedDate(recorded)} to ${displayedDate(day)}.`;
  state.warnings.push(`${recordTitle(before)}: ${change}`);
  return { ...terminated, ...decision.value };
}

function refuseReturn(state: PlanState, row: Row, recorded: CalendarDate): void {
  const column = row.status === 'Active' ? 'status' : 'terminationDate';
  const leaves = `${row.name} ${isTerminated(recorded, state.today) ? 'left' : 'leaves'} on ${displayedDate(recorded)}`;
  const reason = `${leaves}, and an import can’t undo that. Enter Terminated with that date, or use Rehire on the employee’s page first`;
  state.refuse('participants', row.row, column, reason);
}
