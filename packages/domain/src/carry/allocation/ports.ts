import type { Decimal, Failure } from '../../kernel/index.ts';
import type { EntryReferences } from './profileCompleteness.ts';

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
  readonly givesShares: boolean;
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
export interface EntryToStore extends EntryDraft {
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

/** Dependencies of the allocation profile operations, bound to one transaction. */
export interface ProfilePorts {
  container(id: string): Promise<ContainerOfProfile | undefined>;
  /** Reads a profile and locks it, together with the container's other versions, for this transaction. */
  hold(id: string): Promise<StoredProfile | undefined>;
  stale(profile: StoredProfile, rowVersion: number | null | undefined): Promise<Failure | undefined>;
  /** Returns what each entry refers to. An entity without a named profile gets its current one. Undefined for an unknown participant. */
  references(entries: readonly EntryDraft[]): Promise<readonly (EntryReferences | undefined)[]>;
  /** Returns the members of an entity. */
  members(entityId: string): Promise<readonly string[]>;
  /** Returns true if the profile is a valid profile of the entity's members. */
  isUsableFor(profileId: string, entityId: string): Promise<boolean>;
  /** Stores a new version of the container's profile. `from` is the version it is based on. */
  create(profile: ProfileToStore, from: StoredProfile | undefined): Promise<string>;
  /** Stores the next revision of an unused version. The previous revision stays stored. */
  revise(profile: ProfileToStore, before: StoredProfile): Promise<void>;
}
