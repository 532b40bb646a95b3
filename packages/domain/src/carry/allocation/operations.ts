import { err, type Failure, type Failures, fail, ok, type Result, zero, type FailureCode } from '../../kernel/index.ts';
import { computeProfile } from './computeProfile.ts';
import type { EntryDraft, ProfilePorts, ProfileToStore, StoredProfile } from './ports.ts';
import { type ComputedProfile, SHARES_PLACES, sumOf } from './profile.ts';
import { checkProfileComplete } from './profileCompleteness.ts';
import { canBeDefault, isProfileValid } from './profileUse.ts';
import { reallocate } from './reallocate.ts';

type Outcome = Promise<Result<string, Failures>>;

export interface ProfileDraft {
  readonly id?: string | null | undefined;
  readonly rowVersion?: number | null | undefined;
  readonly reason?: string | null | undefined;
  readonly containerId: string;
  readonly name: string;
  readonly description: string | null;
  readonly effectiveDate: string;
  readonly isCurrent: boolean;
  readonly isShareBased: boolean;
  readonly entries: readonly EntryDraft[];
  readonly asNewVersion?: boolean | undefined;
  /** The profile that a new profile is copied from. */
  readonly copiedFromId?: string | null | undefined;
}

const profileContainers: ReadonlySet<string> = new Set([
  'fund',
  'coinvestment',
  'fundInvestment',
  'coinvestmentInvestment',
  'tranche',
  'vintage',
  'fundVintage',
  'entity',
]);

const missing = (what: string, name: string) => err([fail('NOT_FOUND', [name], `There is no such ${what}.`)]);

/**
 * Creates or changes a profile. A profile that a distribution uses never changes: editing it creates the next version, which the caller must request.
 *
 * An over-allocated profile, or one with an entry in error, is saved as a draft with `isValid` false. A draft, or a profile that gives nobody a
 * share, can't be the default. The first profile of a container becomes the default only if it can be used.
 *
 * Source: calculations 3; decisions, 'Allocation profile versions'; carry specification section 5.
 * Fails:  NOT_FOUND, ROW_VERSION_REQUIRED, STALE_VERSION, PROFILE_IN_USE, CLASS_REQUIRED, VESTING_SCHEDULE_REQUIRED, SCHEDULE_OF_OTHER_CLASS,
 *         MEMBER_PROFILE_MISSING, PROFILE_NOT_USABLE, PARTICIPANT_UNKNOWN, PARTICIPANT_DUPLICATE, ENTITY_IN_ITSELF, NOT_A_MEMBER, NEGATIVE_INPUT,
 *         NO_SHARES.
 */
export async function saveAllocationProfile(ports: ProfilePorts, draft: ProfileDraft): Outcome {
  const container = await ports.container(draft.containerId);
  if (!container || !profileContainers.has(container.kind)) return missing('container', 'containerId');
  let before: StoredProfile | undefined;
  if (draft.id) {
    before = await ports.hold(draft.id);
    if (before?.containerId !== container.id) return missing('allocation profile', 'id');
    const stale = await ports.stale(before, draft.rowVersion);
    if (stale) return err([stale]);
  }
  if (before?.isInUse && !draft.asNewVersion) return err([inUse]);
  const copied = before || !draft.copiedFromId ? undefined : await ports.hold(draft.copiedFromId);
  const origin = copied?.containerId === container.id ? copied : undefined;
  const resolved = await resolveEntries(ports, draft.entries, container, before ?? origin);
  if (resolved.isErr()) return err(resolved.error);
  const isNext = before === undefined || draft.asNewVersion === true;
  const staysDefault = before?.isCurrent === true && !isNext;
  const profile = computed(draft, resolved.value, container.kind === 'entity', {
    isDefault: draft.isCurrent || staysDefault ? 'wanted' : container.hasCurrentProfile ? 'no' : 'whenUsable',
    operation: (before ?? origin) && isNext ? 'copyAllocationProfile' : 'saveAllocationProfile',
  });
  if (profile.isErr()) return err(profile.error);
  return ok(await store(ports, profile.value, before ?? origin, isNext));
}

const defaultNotUsable = fail(
  'PROFILE_NOT_USABLE',
  ['isCurrent'],
  'A profile that has errors or allocates nothing can’t be the default. Fix it, or save it as a non-default version.',
);
const inUse = fail(
  'PROFILE_IN_USE',
  [],
  'This profile can not be edited because it is associated with a distribution. Do you want to create a copy of this profile?',
);

async function store(
  ports: ProfilePorts,
  profile: ProfileToStore,
  before: StoredProfile | undefined,
  isNext: boolean,
): Promise<string> {
  if (isNext || !before) return ports.create(profile, before);
  await ports.revise(profile, before);
  return before.id;
}

/** The fields of the request that failures belong to. */
const fieldOf: Readonly<Partial<Record<FailureCode, string>>> = {
  CLASS_REQUIRED: 'participantClass',
  VESTING_SCHEDULE_REQUIRED: 'vestingSchedule',
  SCHEDULE_OF_OTHER_CLASS: 'vestingSchedule',
  MEMBER_PROFILE_MISSING: 'profile',
};

async function resolveEntries(
  ports: ProfilePorts,
  entries: readonly EntryDraft[],
  container: { readonly id: string; readonly kind: string },
  before: StoredProfile | undefined,
): Promise<Result<readonly EntryDraft[], Failures>> {
  const references = await ports.references(entries);
  // Participants already in the source profile may stay, even if they have left since.
  const members =
    container.kind === 'entity'
      ? new Set([
          ...(await ports.members(container.id)),
          ...(before?.entries ?? []).map(({ participantId }) => participantId),
        ])
      : undefined;
  const failures: Failure[] = entries.flatMap((entry, i) => {
    const path = ['entries', i, 'participantId'];
    if (!references[i]) return [fail('PARTICIPANT_UNKNOWN', path, 'There is no such participant.')];
    if (entry.participantId === container.id)
      return [fail('ENTITY_IN_ITSELF', path, 'An entity can’t be a member of itself.')];
    return members && !members.has(entry.participantId)
      ? [fail('NOT_A_MEMBER', path, 'This participant isn’t a member of the entity. Add it to the members first.')]
      : [];
  });
  if (failures.length > 0) return err(failures);
  const known = references.map((reference) => reference!);
  const incomplete = checkProfileComplete(known).map((failure) => {
    const field = fieldOf[failure.code];
    return { ...failure, path: field ? [...failure.path.slice(0, 2), field] : failure.path };
  });
  if (incomplete.length > 0) return err(incomplete);
  const foreign = entries.flatMap(({ memberProfileId }, i) =>
    memberProfileId && known[i]?.memberProfileId && known[i].memberProfileId !== memberProfileId
      ? [fail('PROFILE_NOT_USABLE', ['entries', i, 'profile'], 'This isn’t a member profile of this entity.')]
      : [],
  );
  if (foreign.length > 0) return err(foreign);
  return ok(entries.map((entry, i) => ({ ...entry, memberProfileId: known[i]?.memberProfileId })));
}

type Wanted = Pick<ProfileToStore, 'containerId' | 'name' | 'description' | 'effectiveDate' | 'isShareBased'> & {
  readonly reason?: string | null | undefined;
};

function computed(
  wanted: Wanted,
  entries: readonly EntryDraft[],
  isEntity: boolean,
  { operation, isDefault }: { readonly operation: string; readonly isDefault: 'wanted' | 'whenUsable' | 'no' },
): Result<ProfileToStore, Failures> {
  const { containerId, name, description, effectiveDate, isShareBased, reason } = wanted;
  const method = isShareBased ? 'shares' : 'percent';
  const inputs = entries.map((entry) => ({ ...entry, id: entry.participantId }));
  if (isShareBased && inputs.length === 0)
    return err([fail('NO_SHARES', ['entries'], 'A share-based profile needs an entry with shares.')]);
  const toStore = (result: ComputedProfile, isCurrent: boolean): ProfileToStore => ({
    containerId,
    name,
    description,
    effectiveDate,
    isShareBased,
    reason: reason ?? null,
    isCurrent,
    operation,
    isValid: isProfileValid(result, isEntity),
    totalEffective: sumOf(result.entries.map(({ effective }) => effective)),
    totalShares: isShareBased ? sumOf(entries.map(({ shares = zero }) => shares)) : null,
    entries: entries.map((entry, i) => ({ ...entry, effective: result.entries[i]!.effective })),
  });
  return computeProfile({ method, entries: inputs }).andThen((result) => {
    const usable = canBeDefault(result, isEntity);
    if (isDefault === 'wanted' && !usable) return err([defaultNotUsable]);
    return ok(toStore(result, usable && isDefault !== 'no'));
  });
}

export interface ProfileReallocation {
  readonly id: string;
  readonly rowVersion?: number | null | undefined;
  readonly reason?: string | null | undefined;
  /** The participant to remove. */
  readonly removed: string;
  readonly recipients: readonly string[];
}

/**
 * Gives one participant's percentage to others and saves the profile. If the profile is in use, this creates the next version; otherwise the next
 * revision.
 *
 * Source: calculations 3, 'Reallocate'.
 * Fails:  NOT_FOUND, STALE_VERSION, and those of `reallocate`.
 */
export async function reallocateAllocationProfile(ports: ProfilePorts, asked: ProfileReallocation): Outcome {
  const before = await ports.hold(asked.id);
  if (!before) return missing('allocation profile', 'id');
  const stale = typeof asked.rowVersion === 'number' ? await ports.stale(before, asked.rowVersion) : undefined;
  if (stale) return err([stale]);
  const container = await ports.container(before.containerId);
  const next = reallocated(before, asked).andThen((entries) =>
    computed({ ...before, reason: asked.reason ?? null }, entries, container?.kind === 'entity', {
      isDefault: before.isCurrent ? 'wanted' : 'no',
      operation: 'reallocateAllocationProfile',
    }),
  );
  if (next.isErr()) return err(next.error);
  return ok(await store(ports, next.value, before, before.isInUse));
}

export interface MemberResolution {
  readonly id: string;
  readonly rowVersion?: number | null | undefined;
  readonly reason?: string | null | undefined;
  /** The entity whose members have changed. */
  readonly participantId: string;
  /** The member profile that the entry uses from now on. If omitted, the entry keeps the one it was entered with. */
  readonly memberProfileId?: string | undefined;
}

/**
 * Resolves an entity's entry whose members have changed since it was entered. The entry keeps its members or takes another profile of them. Creates
 * the next version if the profile is in use; otherwise the next revision.
 *
 * Source: carry specification section 4, 'MemberMismatch stays true until resolved'.
 * Fails:  NOT_FOUND, STALE_VERSION, NO_ENTITY_ENTRY, PROFILE_NOT_USABLE, and those of a save.
 */
export async function resolveProfileMembers(ports: ProfilePorts, asked: MemberResolution): Outcome {
  const before = await ports.hold(asked.id);
  if (!before) return missing('allocation profile', 'id');
  const stale = typeof asked.rowVersion === 'number' ? await ports.stale(before, asked.rowVersion) : undefined;
  if (stale) return err([stale]);
  const { participantId, memberProfileId } = asked;
  const found = before.entries.find((entry) => entry.participantId === participantId);
  if (!found?.memberProfileId)
    return err([
      fail('NO_ENTITY_ENTRY', ['participantId'], 'The profile has no entry for this entity with a member profile.'),
    ]);
  if (memberProfileId && !(await ports.isUsableFor(memberProfileId, participantId)))
    return err([fail('PROFILE_NOT_USABLE', ['profile'], 'This isn’t a valid member profile of this entity.')]);
  const entries = before.entries.map((entry) =>
    entry === found
      ? { ...entry, memberProfileId: memberProfileId ?? entry.memberProfileId, membersSettled: true }
      : entry,
  );
  const container = await ports.container(before.containerId);
  const next = computed({ ...before, reason: asked.reason ?? null }, entries, container?.kind === 'entity', {
    isDefault: before.isCurrent ? 'wanted' : 'no',
    operation: 'resolveAllocationProfileMembers',
  });
  if (next.isErr()) return err(next.error);
  return ok(await store(ports, next.value, before, before.isInUse));
}

function reallocated(before: StoredProfile, { removed, recipients }: ProfileReallocation) {
  const method = before.isShareBased ? 'shares' : 'percent';
  const entries = before.entries.map((entry) => ({ ...entry, id: entry.participantId }));
  return reallocate({ method, entries, removed, recipients, sharesPlaces: SHARES_PLACES }).map((result) => {
    const byId = new Map(result.entries.map((entry) => [entry.id, entry]));
    return before.entries.flatMap((entry): readonly EntryDraft[] => {
      const after = byId.get(entry.participantId);
      if (!after) return [];
      const { predilute, fixed, discretionary, shares } = after;
      return [{ ...entry, predilute, fixed, discretionary, shares }];
    });
  });
}
