import { TOTAL_PERCENT_DECIMALS } from '../allocation/index.ts';
import { decimal, hundred, roundTo, zero } from '../../kernel/index.ts';
import type { ExistingRecord, ExistingRecords } from './existingRecords.ts';
import type { PlanContainer } from './filledHoldings.ts';
import { type FilledRow, rowsOf, sortRows, textOf, yesNo } from './filledRow.ts';
import { normalizeKey } from './planState.ts';
import { referenceId } from './records.ts';

type ProfileRecords = Pick<ExistingRecords, 'references' | 'vestingSchedule' | 'entity' | 'allocationProfile'>;
type Entry = ReturnType<typeof rowsOf>[number];

/** The texts of the records that a profile refers to, by id. */
interface ProfileNames {
  readonly participants: ReadonlyMap<string, FilledRow>;
  readonly classes: ReadonlyMap<string, string>;
  readonly schedules: ReadonlyMap<string, ExistingRecord>;
}

export interface FilledProfiles {
  readonly entityMembers: readonly FilledRow[];
  readonly allocationProfiles: readonly FilledRow[];
  /** The containers and entities with a current profile in these rows. */
  readonly allocated: ReadonlySet<string>;
}

/**
 * Returns the members of entities, and the newest version of each profile. Leaves out profiles that the sheets can't state: drafts, profiles without
 * an effective date, and profiles that name a participant, class or schedule outside the plan. `participants` has the listed ones by id.
 */
export function filledProfiles(
  records: ProfileRecords,
  containers: ReadonlyMap<string, PlanContainer>,
  participants: ReadonlyMap<string, FilledRow>,
): FilledProfiles {
  const names: ProfileNames = {
    participants,
    classes: new Map(
      records.references.flatMap(({ id, type, description }) =>
        type === 'participant-class' ? [[id, description] as const] : [],
      ),
    ),
    schedules: new Map(records.vestingSchedule.map((schedule) => [schedule.id, schedule])),
  };
  const codeOf = (id: unknown) => participants.get(String(id))?.['code'];
  const statable = newestVersions(records.allocationProfile).filter((profile) => isStatable(profile, names));
  const { splits, isSplit } = memberSplits(records.entity, statable, names);
  const allocated = new Set(splits.keys());
  const allocationProfiles = statable.flatMap((profile) => {
    const containerId = referenceId(profile['container']) ?? '';
    const container = containers.get(containerId);
    if (!container || !isSplit(profile)) return [];
    if (profile['isCurrent'] === true) allocated.add(containerId);
    return profileRows(profile, container, names);
  });
  const entityMembers = records.entity.flatMap(({ id }) =>
    rowsOf(splits.get(id)?.['entries']).map(({ participantId, fixed }) => ({
      entity: codeOf(id),
      member: codeOf(participantId),
      effective: textOf(fixed),
    })),
  );
  return { entityMembers, allocationProfiles: sortRows(allocationProfiles, 'container', 'profile'), allocated };
}

/** Returns the profiles that split entities among their members, by entity, and if all entities of a profile have one. */
function memberSplits(entities: readonly ExistingRecord[], statable: readonly ExistingRecord[], names: ProfileNames) {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const splits = new Map(
    statable.flatMap((profile) => {
      const entity = byId.get(referenceId(profile['container']) ?? '');
      const isListed = entity && profile['isCurrent'] === true && names.participants.has(entity.id);
      return isListed && isOfMembers(profile, entity, names) ? [[entity.id, profile] as const] : [];
    }),
  );
  const isSplit = ({ entries }: ExistingRecord) =>
    rowsOf(entries).every(({ participantId }) => !byId.has(String(participantId)) || splits.has(String(participantId)));
  // Without the members of an entity, the entities above it can't be split either.
  for (let before = -1; before !== splits.size; ) {
    before = splits.size;
    for (const [id, profile] of splits) if (!isSplit(profile)) splits.delete(id);
  }
  return { splits, isSplit };
}

/** Returns the newest version of each profile, because the plan matches profiles by container and name. */
function newestVersions(profiles: readonly ExistingRecord[]): readonly ExistingRecord[] {
  const newest = new Map<string, ExistingRecord>();
  for (const profile of profiles) {
    const key = `${referenceId(profile['container'])}|${normalizeKey(String(profile['name']))}`;
    const other = newest.get(key);
    if (!other || Number(other['version']) < Number(profile['version'])) newest.set(key, profile);
  }
  return [...newest.values()];
}

function isStatable(profile: ExistingRecord, { participants, classes, schedules }: ProfileNames): boolean {
  const entries = rowsOf(profile['entries']);
  const isListed = ({ participantId, participantClass, vestingSchedule }: Entry) => {
    const classId = referenceId(participantClass) ?? '';
    const schedule = schedules.get(referenceId(vestingSchedule) ?? '');
    const scheduleClass = referenceId(schedule?.['participantClass']) ?? classId;
    return participants.has(String(participantId)) && classes.has(classId) && schedule && scheduleClass === classId;
  };
  return (
    profile['isValid'] !== false &&
    textOf(profile['effectiveDate']) !== null &&
    entries.length > 0 &&
    entries.every(isListed)
  );
}

/** True if a profile splits everything among an entity's members by fixed percentages and their own classes, as the sheet of members does. */
function isOfMembers(
  profile: ExistingRecord,
  entity: ExistingRecord,
  { participants, classes }: Pick<ProfileNames, 'participants' | 'classes'>,
): boolean {
  const entries = rowsOf(profile['entries']);
  const members = new Set(rowsOf(entity['members']).map(({ participantId }) => participantId));
  const isFixed = ({ predilute, fixed, discretionary }: Entry) =>
    textOf(fixed) !== null && [predilute, discretionary].every((value) => decimal(textOf(value) ?? '0').isZero());
  const isOwnClass = ({ participantId, participantClass }: Entry) =>
    participants.get(String(participantId))?.['participantClass'] === classes.get(referenceId(participantClass) ?? '');
  const total = entries.reduce((sum, { fixed }) => sum.plus(textOf(fixed) ?? '0'), zero);
  return (
    profile['isShareBased'] !== true &&
    entries.every((entry) => isFixed(entry) && isOwnClass(entry)) &&
    members.size === entries.length &&
    entries.every(({ participantId }) => members.has(participantId)) &&
    roundTo(total, TOTAL_PERCENT_DECIMALS).equals(hundred)
  );
}

const profileRows = (
  profile: ExistingRecord,
  { type, name }: PlanContainer,
  { participants, classes, schedules }: ProfileNames,
): readonly FilledRow[] =>
  rowsOf(profile['entries']).map((entry) => ({
    profile: textOf(profile['name']),
    containerType: type,
    container: name,
    method: profile['isShareBased'] === true ? 'shares' : 'percent',
    effectiveDate: textOf(profile['effectiveDate']),
    current: yesNo(profile['isCurrent']),
    participant: participants.get(String(entry['participantId']))?.['code'],
    predilute: textOf(entry['predilute']),
    fixed: textOf(entry['fixed']),
    discretionary: textOf(entry['discretionary']),
    shares: textOf(entry['shares']),
    participantClass: classes.get(referenceId(entry['participantClass']) ?? ''),
    vestingSchedule: textOf(schedules.get(referenceId(entry['vestingSchedule']) ?? '')?.['name']),
  }));
