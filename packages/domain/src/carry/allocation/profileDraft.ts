import {
  type Decimal,
  err,
  fail,
  type Failure,
  type FailureCode,
  type Failures,
  ok,
  type Result,
  zero,
  zip,
} from '../../kernel/index.ts';
import { computeProfile } from './computeProfile.ts';
import { type ComputedProfile, SHARES_DECIMALS, sumDecimals } from './profile.ts';
import { checkProfileComplete, type EntryReferences } from './profileCompleteness.ts';
import { canBeDefault, isProfileValid } from './profileUse.ts';
import { reallocate } from './reallocate.ts';

/** A profile row as entered. Blank and 0 mean 'no value'. */
export interface EntryDraft {
  readonly participantId: string;
  readonly predilute: Decimal | undefined;
  readonly fixed: Decimal | undefined;
  readonly discretionary: Decimal | undefined;
  readonly shares: Decimal | undefined;
  readonly participantClassId: string | undefined;
  readonly vestingScheduleId: string | undefined;
  /** For an entity, the profile of its members. If omitted, the entity's current profile. */
  readonly memberProfileId: string | undefined;
  /**
   * True if somebody has reviewed the changed members of the entity and confirmed the entry. The entry is flagged again only after the next change.
   */
  readonly membersSettled?: boolean | undefined;
}

/** The parts of a stored profile that decisions need. */
export interface StoredProfile {
  readonly id: string;
  readonly containerId: string;
  readonly rowVersion: number;
  readonly name: string;
  readonly description: string | null;
  readonly effectiveDate: string;
  readonly isCurrent: boolean;
  readonly isShareBased: boolean;
  /** True if the profile can be used. A draft that allocates too much, or has an entry in error, can't be. */
  readonly isValid: boolean;
  /** True if the profile gives somebody a share. */
  readonly hasShares: boolean;
  /** True if a distribution uses the profile, so it can no longer change. */
  readonly isInUse: boolean;
  readonly entries: readonly EntryDraft[];
}

export interface ContainerOfProfile {
  readonly id: string;
  readonly kind: string;
  readonly hasCurrentProfile: boolean;
}

/** A row with its effective percentage, ready to store. */
interface EntryToStore extends EntryDraft {
  readonly effective: Decimal;
}

export interface ProfileToStore {
  readonly containerId: string;
  readonly name: string;
  readonly description: string | null;
  readonly effectiveDate: string;
  readonly isCurrent: boolean;
  readonly isShareBased: boolean;
  readonly isValid: boolean;
  readonly totalEffective: Decimal;
  readonly totalShares: Decimal | null;
  readonly entries: readonly EntryToStore[];
  readonly operation: string;
  readonly reason: string | null;
}

/** A profile as somebody filled it in. */
export interface ProfileInput {
  readonly name: string;
  readonly description: string | null;
  readonly effectiveDate: string;
  readonly isCurrent: boolean;
  readonly isShareBased: boolean;
  readonly entries: readonly EntryDraft[];
  readonly asNewVersion?: boolean | undefined;
  readonly reason?: string | null | undefined;
}

/** The records that a profile is checked against. */
export interface ProfileFacts {
  readonly container: ContainerOfProfile;
  /** The stored profile that is changed. */
  readonly before: StoredProfile | undefined;
  /** The profile that a new one is copied from. */
  readonly copiedFrom: StoredProfile | undefined;
  /** The records that each entry refers to. An entity without a named profile gets its current one. Undefined for an unknown participant. */
  readonly references: readonly (EntryReferences | undefined)[];
  /** The members of an entity; empty for other containers. */
  readonly members: readonly string[];
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

/** Returns true if records of this kind have allocation profiles. */
export const hasProfiles = ({ kind }: ContainerOfProfile): boolean => profileContainers.has(kind);

const defaultNotUsable = fail(
  'PROFILE_NOT_USABLE',
  ['isCurrent'],
  'A profile that has errors or allocates nothing can’t be the default. Fix it, or save it as a non-default version.',
);
const staysDefault = fail(
  'IS_DEFAULT',
  ['isCurrent'],
  'This is the default profile and can’t be saved as a non-default version. Set another profile as the default first.',
);
const inUse = fail(
  'PROFILE_IN_USE',
  [],
  'This profile can not be edited because it is associated with a distribution. Do you want to create a copy of this profile?',
);

/** Checks that a stored profile may be changed in this way: one that a distribution uses only changes as a new version. Fails: PROFILE_IN_USE. */
export const decideProfileEdit = (
  before: StoredProfile | undefined,
  { asNewVersion }: Pick<ProfileInput, 'asNewVersion'>,
): Result<void, Failures> => (before?.isInUse && !asNewVersion ? err([inUse]) : ok());

/**
 * Returns the profile to store, or the reasons against it. A profile that a distribution uses never changes: editing it creates the next version, which
 * the caller must request.
 *
 * An over-allocated profile, or one with an entry in error, is saved as a draft with `isValid` false. A draft, or a profile that gives nobody a
 * share, can't be the default. The first profile of a container becomes the default only if it can be used.
 *
 * Source: docs/calculations/allocation-profile.md.
 * Fails:  CLASS_REQUIRED, VESTING_SCHEDULE_REQUIRED, SCHEDULE_OF_OTHER_CLASS, MEMBER_PROFILE_MISSING, PROFILE_NOT_USABLE, PARTICIPANT_UNKNOWN,
 *         PARTICIPANT_DUPLICATE, IS_DEFAULT, ENTITY_IN_ITSELF, NOT_A_MEMBER, NEGATIVE_INPUT, NO_SHARES.
 */
export function profileDraft(input: ProfileInput, facts: ProfileFacts): Result<ProfileToStore, Failures> {
  const { container, before, copiedFrom } = facts;
  const isNext = before === undefined || input.asNewVersion === true;
  if (before?.isCurrent && !isNext && !input.isCurrent) return err([staysDefault]);
  return resolveEntries(input.entries, facts).andThen((entries) =>
    computed({ ...input, containerId: container.id }, entries, container.kind === 'entity', {
      isDefault: input.isCurrent ? 'requested' : container.hasCurrentProfile ? 'no' : 'whenUsable',
      operation: (before ?? copiedFrom) && isNext ? 'copyAllocationProfile' : 'saveAllocationProfile',
    }),
  );
}

/** The fields of the request that failures belong to. */
const fieldOf: Readonly<Partial<Record<FailureCode, string>>> = {
  CLASS_REQUIRED: 'participantClass',
  VESTING_SCHEDULE_REQUIRED: 'vestingSchedule',
  SCHEDULE_OF_OTHER_CLASS: 'vestingSchedule',
  MEMBER_PROFILE_MISSING: 'profile',
};

function resolveEntries(
  entries: readonly EntryDraft[],
  { container, before, copiedFrom, references, members }: ProfileFacts,
): Result<readonly EntryDraft[], Failures> {
  // Participants already in the source profile may stay, even if they have left since.
  const present = ((before ?? copiedFrom)?.entries ?? []).map(({ participantId }) => participantId);
  const allowed = container.kind === 'entity' ? new Set([...members, ...present]) : undefined;
  const failures: Failure[] = entries.flatMap((entry, i) => {
    const path = ['entries', i, 'participantId'];
    if (!references[i]) return [fail('PARTICIPANT_UNKNOWN', path, 'There is no such participant.')];
    if (entry.participantId === container.id)
      return [fail('ENTITY_IN_ITSELF', path, 'An entity can’t be a member of itself.')];
    return allowed && !allowed.has(entry.participantId)
      ? [fail('NOT_A_MEMBER', path, 'This participant isn’t a member of the entity. Add it to the members first.')]
      : [];
  });
  if (failures.length > 0) return err(failures);
  const complete = references.filter((reference) => reference !== undefined);
  const incomplete = checkProfileComplete(complete).map((failure) => {
    const field = fieldOf[failure.code];
    return { ...failure, path: field ? [...failure.path.slice(0, 2), field] : failure.path };
  });
  if (incomplete.length > 0) return err(incomplete);
  const foreign = entries.flatMap(({ memberProfileId }, i) =>
    memberProfileId && complete[i]?.memberProfileId && complete[i].memberProfileId !== memberProfileId
      ? [fail('PROFILE_NOT_USABLE', ['entries', i, 'profile'], 'This isn’t a member profile of this entity.')]
      : [],
  );
  if (foreign.length > 0) return err(foreign);
  return ok(entries.map((entry, i) => ({ ...entry, memberProfileId: complete[i]?.memberProfileId })));
}

type ProfileHead = Pick<ProfileToStore, 'containerId' | 'name' | 'description' | 'effectiveDate' | 'isShareBased'> & {
  readonly reason?: string | null | undefined;
};

function computed(
  input: ProfileHead,
  entries: readonly EntryDraft[],
  isEntity: boolean,
  { operation, isDefault }: { readonly operation: string; readonly isDefault: 'requested' | 'whenUsable' | 'no' },
): Result<ProfileToStore, Failures> {
  const { containerId, name, description, effectiveDate, isShareBased, reason } = input;
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
    totalEffective: sumDecimals(result.entries.map(({ effective }) => effective)),
    totalShares: isShareBased ? sumDecimals(entries.map(({ shares = zero }) => shares)) : null,
    entries: zip(entries, result.entries).map(([entry, { effective }]) => ({ ...entry, effective })),
  });
  return computeProfile({ method, entries: inputs }).andThen((result) => {
    const usable = canBeDefault(result, isEntity);
    if (isDefault === 'requested' && !usable) return err([defaultNotUsable]);
    return ok(toStore(result, usable && isDefault !== 'no'));
  });
}

export interface ProfileReallocation {
  /** The participant to remove. */
  readonly removed: string;
  readonly recipients: readonly string[];
  readonly reason?: string | null | undefined;
}

/**
 * Gives one participant's percentage to others.
 *
 * Source: docs/calculations/reallocation.md.
 * Fails:  those of `reallocate` and `profileDraft`.
 */
export const reallocatedProfile = (
  before: StoredProfile,
  container: Pick<ContainerOfProfile, 'kind'> | undefined,
  reallocation: ProfileReallocation,
): Result<ProfileToStore, Failures> =>
  reallocated(before, reallocation).andThen((entries) =>
    computed({ ...before, reason: reallocation.reason ?? null }, entries, container?.kind === 'entity', {
      isDefault: before.isCurrent ? 'requested' : 'no',
      operation: 'reallocateAllocationProfile',
    }),
  );

function reallocated(before: StoredProfile, { removed, recipients }: ProfileReallocation) {
  const method = before.isShareBased ? 'shares' : 'percent';
  const entries = before.entries.map((entry) => ({ ...entry, id: entry.participantId }));
  return reallocate({ method, entries, removed, recipients, sharesDecimals: SHARES_DECIMALS }).map((result) => {
    const byId = new Map(result.entries.map((entry) => [entry.id, entry]));
    return before.entries.flatMap((entry): readonly EntryDraft[] => {
      const after = byId.get(entry.participantId);
      if (!after) return [];
      const { predilute, fixed, discretionary, shares } = after;
      return [{ ...entry, predilute, fixed, discretionary, shares }];
    });
  });
}

export interface MemberResolution {
  /** The entity whose members have changed. */
  readonly participantId: string;
  /** The member profile that the entry uses from now on. If omitted, the entry keeps the one it was entered with. */
  readonly memberProfileId?: string | undefined;
  readonly reason?: string | null | undefined;
}

/**
 * Resolves an entity's entry whose members have changed since it was entered. The entry keeps its members or takes another profile of them.
 *
 * Fails:  NO_ENTITY_ENTRY, PROFILE_NOT_USABLE (unless `isUsable`), and those of `profileDraft`.
 */
export function profileWithResolvedMembers(
  before: StoredProfile,
  container: Pick<ContainerOfProfile, 'kind'> | undefined,
  { participantId, memberProfileId, reason }: MemberResolution,
  isUsable: boolean,
): Result<ProfileToStore, Failures> {
  const found = before.entries.find((entry) => entry.participantId === participantId);
  if (!found?.memberProfileId)
    return err([
      fail('NO_ENTITY_ENTRY', ['participantId'], 'The profile has no entry for this entity with a member profile.'),
    ]);
  if (!isUsable)
    return err([fail('PROFILE_NOT_USABLE', ['profile'], 'This isn’t a valid member profile of this entity.')]);
  const entries = before.entries.map((entry) =>
    entry === found
      ? { ...entry, memberProfileId: memberProfileId ?? entry.memberProfileId, membersSettled: true }
      : entry,
  );
  return computed({ ...before, reason: reason ?? null }, entries, container?.kind === 'entity', {
    isDefault: before.isCurrent ? 'requested' : 'no',
    operation: 'resolveAllocationProfileMembers',
  });
}
