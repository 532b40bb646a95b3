import { type PlanState, groups, normalizeKey, optional } from './planState.ts';
import { findContainer } from './findContainer.ts';
import { checkProfileRows } from './profileChecks.ts';
import { missingMembers } from './planParticipants.ts';
import { type PlannedEntry, putProfile } from './putProfile.ts';
import { referenceId } from './records.ts';
import type { CarryPlan, PlanRow } from './sheets.ts';

type Row = PlanRow<'allocationProfiles'>;

function entryOf(state: PlanState, plan: CarryPlan, row: Row): PlannedEntry | undefined {
  const participantId = state.names.find('participant', row.participant);
  if (!participantId) {
    state.refuse('allocationProfiles', row.row, 'participant', `There is no participant '${row.participant}'`);
    return undefined;
  }
  const reason = missingMembers(state, plan, row.participant);
  if (reason !== undefined) state.refuse('allocationProfiles', row.row, 'participant', reason);
  const participantClass = optional(row.participantClass, (label) =>
    state.entry('participant-class', label, { sheet: 'allocationProfiles', row: row.row }),
  );
  const schedule = optional(row.vestingSchedule, (name) => state.names.find('vestingSchedule', name) ?? '');
  if (!row.participantClass) state.refuse('allocationProfiles', row.row, 'participantClass', 'is required');
  if (!row.vestingSchedule) state.refuse('allocationProfiles', row.row, 'vestingSchedule', 'is required');
  else if (schedule === '') {
    state.refuse(
      'allocationProfiles',
      row.row,
      'vestingSchedule',
      `There is no vesting schedule '${row.vestingSchedule}'`,
    );
  } else {
    const classOf = classOfSchedule(state, plan, row.vestingSchedule);
    if (classOf && participantClass && classOf !== participantClass.id) {
      state.refuse(
        'allocationProfiles',
        row.row,
        'vestingSchedule',
        `must be a schedule of the class '${row.participantClass}'`,
      );
    }
  }
  const { predilute, fixed, discretionary, shares } = row;
  return {
    participantId,
    predilute,
    fixed,
    discretionary,
    shares,
    participantClass,
    vestingSchedule: schedule ? { id: schedule } : null,
  };
}

function classOfSchedule(state: PlanState, plan: CarryPlan, name: string): string | undefined {
  const row = plan.vestingSchedules.find((each) => normalizeKey(each.name) === normalizeKey(name));
  if (row) return row.participantClass ? state.existingEntry('participant-class', row.participantClass)?.id : undefined;
  return referenceId(
    state.existing.vestingSchedule.find((each) => normalizeKey(String(each['name'])) === normalizeKey(name))?.[
      'participantClass'
    ],
  );
}

/** Plans the profiles of funds, coinvestments, tranches and holdings. */
export function planProfiles(state: PlanState, plan: CarryPlan): void {
  const all = groups(plan.allocationProfiles, (row) =>
    [row.containerType, row.container, row.profile].map(normalizeKey).join('|'),
  );
  const current = new Map<string, Row>();
  for (const rows of all) {
    const isWhole = rows.every(({ faulty }) => !faulty);
    const [first, ...others] = rows.filter(({ faulty }) => !faulty);
    if (!first) continue;
    checkProfileRows(state, [first, ...others], isWhole);
    const containerId = findContainer(state, first.containerType, first.container);
    const entries = [first, ...others].flatMap((row) => {
      const reason = `There is no ${row.containerType.toLowerCase()} '${row.container}'`;
      if (!containerId) state.refuse('allocationProfiles', row.row, 'container', reason);
      return entryOf(state, plan, row) ?? [];
    });
    if (!containerId) continue;
    const other = first.current === 'yes' ? current.get(containerId) : undefined;
    if (other)
      state.refuse(
        'allocationProfiles',
        first.row,
        'current',
        `the profile in row ${other.row} is already the current one of '${first.container}'`,
      );
    if (first.current === 'yes') current.set(containerId, first);
    if (!isWhole) continue;
    putProfile(state, {
      containerId,
      name: first.profile,
      values: {
        effectiveDate: first.effectiveDate,
        isShareBased: first.method === 'shares',
        isCurrent: optional(first.current, (answer) => answer === 'yes') ?? undefined,
      },
      entries,
    });
  }
}
