import { type Desk, groups, keyOf } from './desk.ts';
import { entityDepth } from './members.ts';
import { storedParticipant } from './planParticipants.ts';
import { putProfile, storedProfile } from './putProfile.ts';
import { idOf } from './records.ts';
import type { CarryPlan } from './sheets.ts';

/** An entity passes its share on by a profile of its own: its members with their percentages. */
export function planMemberProfiles(desk: Desk, plan: CarryPlan): void {
  const all = groups(plan.entityMembers, ({ entity }) => keyOf(entity));
  const depthOf = entityDepth(plan);
  // An entity among the members needs its own profile before.
  const innermostFirst = [...all].sort((a, b) => depthOf(a[0].entity) - depthOf(b[0].entity));
  for (const rows of innermostFirst) {
    const [{ entity }] = rows;
    const entityId = desk.names.find('participant', entity);
    if (!entityId || rows.some(({ faulty }) => faulty)) continue;
    const row = plan.participants.find(({ code }) => keyOf(code) === keyOf(entity));
    const stored = storedParticipant(desk, entity);
    const name = `${row?.name ?? String(stored?.record['name'] ?? entity)} Allocation Profile`.slice(0, 200);
    const entries = rows.flatMap(({ member, effective }) => {
      const participantId = desk.names.find('participant', member);
      return participantId ? [{ participantId, fixed: effective, ...rulesOfMember(desk, plan, member) }] : [];
    });
    const before = storedProfile(desk, entityId, name);
    const values = before ? {} : { effectiveDate: firstDate(plan), isShareBased: false, isCurrent: true };
    putProfile(desk, { containerId: entityId, name, values, entries });
  }
}

/** The plan does not say since when; its members share from the first day that any profile of it counts. */
const firstDate = (plan: CarryPlan): string =>
  [
    ...plan.allocationProfiles.filter(({ faulty }) => !faulty).map(({ effectiveDate }) => effectiveDate),
    ...plan.distribution.map(({ date }) => date),
  ]
    .filter(Boolean)
    .sort()[0] ?? '1900-01-01';

/** A member's class, and the schedule of that class: the sheet of members has neither. */
function rulesOfMember(desk: Desk, plan: CarryPlan, member: string) {
  const words = plan.participants.find(({ code }) => keyOf(code) === keyOf(member))?.participantClass;
  const classId = words
    ? desk.entry('participant-class', words).id
    : idOf(storedParticipant(desk, member)?.record['participantClass']);
  if (!classId) return { participantClass: null, vestingSchedule: null };
  const planned = plan.vestingSchedules.find(
    (each) => each.participantClass && desk.knownEntry('participant-class', each.participantClass)?.id === classId,
  );
  const stored = desk.existing.vestingSchedule.find((each) => idOf(each['participantClass']) === classId);
  const schedule = planned ? desk.names.find('vestingSchedule', planned.name) : stored?.id;
  return { participantClass: { id: classId }, vestingSchedule: schedule ? { id: schedule } : null };
}
