import type { AllocationProfile, ProfileEntry } from '@carrara/contract/carry/allocation/allocationProfile';
import type { Reference } from '@carrara/contract/core/kinds';
import type { ParticipantRow } from '@carrara/contract/people/participant';
import type { VestingSchedule } from '@carrara/contract/carry/vesting/vestingSchedule';
import { defaultSchedule as scheduleByDefault } from '@carrara/domain/carry/vesting';
import type { GridEdit, UnreadText } from '@carrara/ui/grid/gridTypes.ts';

/** A row of the editor: the input for one participant, and the records it refers to. */
export interface DraftEntry {
  readonly id: string | null;
  readonly participantId: string;
  readonly type: ProfileEntry['type'];
  /** The id of the entity whose profiles pass its share on. */
  readonly entityId: string | null;
  readonly name: string;
  readonly businessTitle: string | null;
  readonly status: string;
  readonly predilute: string | null;
  readonly fixed: string | null;
  readonly discretionary: string | null;
  readonly shares: string | null;
  readonly participantClass: Reference | null;
  readonly vestingSchedule: Reference | null;
  readonly profile: Reference | null;
  readonly memberMismatch: boolean;
  /** True if a person has resolved the entity's changed members here. The save includes this. */
  readonly isSettled?: boolean;
  readonly originalMembers: ProfileEntry['originalMembers'];
  readonly currentMembers: ProfileEntry['currentMembers'];
  /** Input that could not be parsed, by column. */
  readonly unread?: Readonly<Record<string, UnreadText>>;
}

/** True if an effective percentage is above zero. */
export const hasRate = (effective: string | null | undefined): boolean => /[1-9]/.test(effective ?? '');

/** Returns the entries as stored. A copy gets entries without ids. */
export const draftEntries = (profile: AllocationProfile, isCopy: boolean): readonly DraftEntry[] =>
  profile.entries.map((entry) => ({
    id: isCopy ? null : entry.id,
    participantId: entry.participantId,
    type: entry.type,
    entityId: entry.entityId,
    name: entry.name,
    businessTitle: entry.businessTitle,
    status: entry.status,
    predilute: entry.predilute,
    fixed: entry.fixed,
    discretionary: entry.discretionary,
    shares: entry.shares,
    participantClass: entry.participantClass,
    vestingSchedule: entry.vestingSchedule,
    profile: entry.profile,
    memberMismatch: entry.memberMismatch,
    originalMembers: entry.originalMembers,
    currentMembers: entry.currentMembers,
  }));

/** Creates the entry of a new participant, with the default schedule of the class. An entity gets its profile in force. */
export const entryFor = (
  participant: Pick<ParticipantRow, 'participantId' | 'type' | 'name' | 'businessTitle' | 'participantClass'> & {
    readonly id: string;
    readonly status: { readonly description: string };
  },
  schedules: readonly VestingSchedule[],
  profile: Reference | null,
): DraftEntry => ({
  id: null,
  participantId: participant.participantId,
  type: participant.type,
  entityId: participant.type === 'Entity' ? participant.id : null,
  name: participant.name,
  businessTitle: participant.businessTitle,
  status: participant.status.description,
  predilute: null,
  fixed: null,
  discretionary: null,
  shares: null,
  participantClass: participant.participantClass,
  vestingSchedule: defaultSchedule(participant.participantClass, schedules),
  profile,
  memberMismatch: false,
  originalMembers: [],
  currentMembers: [],
});

interface MemberFacts {
  readonly schedules: readonly VestingSchedule[];
  readonly participants: readonly ParticipantRow[];
  /** The entity's profile in force, whose classes and schedules are reused. */
  readonly inForce: AllocationProfile | undefined;
  /** For members that are entities, the profile that passes their share on. */
  readonly profiles: ReadonlyMap<string, Reference | undefined>;
}
type Member = Pick<ProfileEntry, 'participantId' | 'type' | 'name'> & {
  readonly status: { readonly description: string } | null;
};

/** Creates an entry for each member of an entity, for a new profile of it. Their percentages are still to be entered. */
export const memberEntries = (
  members: readonly Member[],
  { schedules, participants, inForce, profiles }: MemberFacts,
): readonly DraftEntry[] =>
  members.map((member) => {
    const { participantId } = member;
    const existing = inForce?.entries.find((entry) => entry.participantId === participantId);
    const own = participants.find((row) => row.participantId === participantId);
    const participantClass = existing?.participantClass ?? own?.participantClass ?? null;
    const entry = entryFor(
      {
        ...member,
        id: participantId,
        businessTitle: own?.businessTitle ?? null,
        status: member.status ?? { description: '' },
        participantClass,
      },
      schedules,
      profiles.get(participantId) ?? null,
    );
    return existing?.vestingSchedule ? { ...entry, vestingSchedule: existing.vestingSchedule } : entry;
  });

/** Returns the vesting schedule that entries of a class start with. */
export function defaultSchedule(
  participantClass: Reference | null,
  schedules: readonly VestingSchedule[],
): Reference | null {
  const found = scheduleByDefault(participantClass?.id, schedules);
  return found ? { id: found.id, name: found.name } : null;
}

const isOfOtherClass = (entry: DraftEntry, schedules: readonly VestingSchedule[]): boolean => {
  const own = schedules.find(({ id }) => id === entry.vestingSchedule?.id)?.participantClass;
  return own !== null && own !== undefined && own.id !== entry.participantClass?.id;
};

/** Returns the entries after an edit in the grid. If the class changes, a schedule of another class is replaced. */
export function applyGridEdits(
  entries: readonly DraftEntry[],
  edits: readonly GridEdit[],
  schedules: readonly VestingSchedule[],
): readonly DraftEntry[] {
  const byKey = new Map<string, GridEdit[]>();
  for (const edit of edits) byKey.set(edit.key, [...(byKey.get(edit.key) ?? []), edit]);
  return entries.map((entry) => {
    const own = byKey.get(entry.participantId);
    if (!own) return entry;
    const read = own.filter(({ unread }) => unread === undefined);
    const unread = Object.fromEntries([
      ...Object.entries(entry.unread ?? {}).filter(([field]) => !own.some((edit) => edit.field === field)),
      ...own.flatMap((edit) => (edit.unread ? [[edit.field, edit.unread]] : [])),
    ]) as Readonly<Record<string, UnreadText>>;
    const changed = {
      ...entry,
      ...Object.fromEntries(read.map(({ field, value }) => [field, value])),
      unread,
    } as DraftEntry;
    const classChanged = read.some(({ field }) => field === 'participantClass');
    if (!classChanged || (changed.vestingSchedule && !isOfOtherClass(changed, schedules))) return changed;
    return { ...changed, vestingSchedule: defaultSchedule(changed.participantClass, schedules) };
  });
}

/** Counts the cells with input that could not be parsed. Saving requires zero. */
export const unreadCells = (entries: readonly DraftEntry[]): number =>
  entries.reduce((count, { unread = {} }) => count + Object.keys(unread).length, 0);

/** Returns the entries as the server expects them. A share-based profile sends no percentages, and other profiles send no shares. */
export const entriesToSave = (entries: readonly DraftEntry[], isShareBased: boolean) =>
  entries.map((entry) => ({
    id: entry.id,
    participantId: entry.participantId,
    predilute: isShareBased ? null : entry.predilute,
    fixed: isShareBased ? null : entry.fixed,
    discretionary: isShareBased ? null : entry.discretionary,
    shares: isShareBased ? entry.shares : null,
    participantClass: idOf(entry.participantClass),
    vestingSchedule: idOf(entry.vestingSchedule),
    profile: idOf(entry.profile),
    ...(entry.isSettled ? { memberMismatch: false as const } : {}),
  }));

const idOf = (reference: Reference | null) => (reference ? { id: reference.id } : null);

/** The possible orders of the entries. Reordering can be undone. */
export const entryOrders = {
  class: 'Class, then name',
  name: 'Name',
  effective: 'Effective %, largest first',
} as const;
export type EntryOrder = keyof typeof entryOrders;

const byName = (first: DraftEntry, other: DraftEntry) => first.name.localeCompare(other.name);
const classOf = ({ participantClass }: DraftEntry) => participantClass?.description ?? participantClass?.code ?? '~';

export function sortEntries(
  entries: readonly DraftEntry[],
  order: EntryOrder,
  effectives: ReadonlyMap<string, string>,
): readonly DraftEntry[] {
  const rate = ({ participantId }: DraftEntry) => Number(effectives.get(participantId) ?? 0);
  const compare = {
    class: (first: DraftEntry, other: DraftEntry) =>
      classOf(first).localeCompare(classOf(other)) || byName(first, other),
    name: byName,
    effective: (first: DraftEntry, other: DraftEntry) => rate(other) - rate(first) || byName(first, other),
  }[order];
  return [...entries].sort(compare);
}
