import { type PlanState, groups, normalizeKey } from './planState.ts';
import { entityDepth } from './members.ts';
import { missingMembers, storedParticipant } from './planParticipants.ts';
import { putProfile, storedProfile } from './putProfile.ts';
import { referenceId } from './records.ts';
import type { CarryPlan } from './sheets.ts';

/** Plans the profile of each entity, which splits its share among its members. */
export function planMemberProfiles(state: PlanState, plan: CarryPlan): void {
  const all = groups(plan.entityMembers, ({ entity }) => normalizeKey(entity));
  const depthOf = entityDepth(plan);
  const wrong = new Set(plan.participants.filter(({ faulty }) => faulty).map(({ code }) => normalizeKey(code)));
  const isFaulty = (code: string) => wrong.has(normalizeKey(code));
  // An entity that is itself a member needs its profile first.
  const innermostFirst = [...all].sort((a, b) => depthOf(a[0].entity) - depthOf(b[0].entity));
  for (const rows of innermostFirst) {
    const [{ entity }] = rows;
    const entityId = state.names.find('participant', entity);
    if (!entityId) continue;
    const before = storedProfileOf(state, plan, entityId, entity);
    const entries = rows.flatMap(({ row, member, effective, faulty }) => {
      const participantId = state.names.find('participant', member);
      // If a participant's row is faulty, its class may be wrong.
      if (faulty || !participantId || isFaulty(member)) return [];
      const existing = (before.record?.['entries'] as readonly StoredEntry[] | undefined)?.find(
        (entry) => entry.participantId === participantId,
      );
      // Keep the class and schedule that somebody chose for the member, because the plan doesn't have them.
      const rules = existing
        ? { participantClass: pointer(existing.participantClass), vestingSchedule: pointer(existing.vestingSchedule) }
        : rulesOfMember(state, plan, member);
      if (!rules.participantClass) state.refuse('entityMembers', row, 'member', `'${member}' has no participant class`);
      else if (!rules.vestingSchedule) {
        state.refuse(
          'entityMembers',
          row,
          'member',
          `there is no vesting schedule for the participant class of '${member}'`,
        );
      }
      const reason = missingMembers(state, plan, member);
      if (reason !== undefined) state.refuse('entityMembers', row, 'member', reason);
      return [{ participantId, fixed: effective, ...rules }];
    });
    if (rows.some(({ faulty, member }) => faulty || isFaulty(member))) continue;
    const values = before.record ? {} : { effectiveDate: firstDate(plan), isShareBased: false, isCurrent: true };
    const { name } = before;
    putProfile(state, { containerId: entityId, name, values, entries });
  }
}

interface StoredEntry {
  readonly participantId: string;
  readonly participantClass?: unknown;
  readonly vestingSchedule?: unknown;
}
const pointer = (reference: unknown) => {
  const id = referenceId(reference);
  return id ? { id } : null;
};

/** Returns the entity's current profile under any name; for a new profile, the name to use. */
function storedProfileOf(state: PlanState, plan: CarryPlan, entityId: string, entity: string) {
  const row = plan.participants.find(({ code }) => normalizeKey(code) === normalizeKey(entity));
  const stored = storedParticipant(state, entity)?.record;
  const usual = `${row?.name ?? String(stored?.['name'] ?? entity)} Allocation Profile`.slice(0, 200);
  const current = state.existing.allocationProfile.find(
    (each) => referenceId(each['container']) === entityId && each['isCurrent'] === true,
  );
  const record = current ?? storedProfile(state, entityId, usual);
  return { record, name: record ? String(record['name']) : usual };
}

/** Returns the start date of member profiles. The plan has none, so it is the earliest effective date of any of its profiles. */
const firstDate = (plan: CarryPlan): string =>
  [
    ...plan.allocationProfiles.filter(({ faulty }) => !faulty).map(({ effectiveDate }) => effectiveDate),
    ...plan.distribution.map(({ date }) => date),
  ]
    .filter(Boolean)
    .sort()[0] ?? '1900-01-01';

/** Returns a member's class and the schedule of that class, because the sheet of members has neither. */
function rulesOfMember(state: PlanState, plan: CarryPlan, member: string) {
  const row = plan.participants.find(({ code }) => normalizeKey(code) === normalizeKey(member));
  const classId = row?.participantClass
    ? state.entry('participant-class', row.participantClass, { sheet: 'participants', row: row.row }).id
    : referenceId(storedParticipant(state, member)?.record['participantClass']);
  if (!classId) return { participantClass: null, vestingSchedule: null };
  const classOf = (className: string | null | undefined) =>
    className && state.existingEntry('participant-class', className)?.id;
  const planned =
    plan.vestingSchedules.find((each) => classOf(each.participantClass) === classId) ??
    plan.vestingSchedules.find((each) => !each.participantClass);
  const { vestingSchedule: all } = state.existing;
  const stored =
    all.find((each) => referenceId(each['participantClass']) === classId) ??
    all.find((each) => !referenceId(each['participantClass']));
  const schedule = planned ? state.names.find('vestingSchedule', planned.name) : stored?.id;
  return { participantClass: { id: classId }, vestingSchedule: schedule ? { id: schedule } : null };
}
