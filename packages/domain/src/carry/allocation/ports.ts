import type { Decimal, Failure } from '../../kernel/index.ts';
import type { EntryReferences } from './profileCompleteness.ts';

/** A row of a profile as it is given; blank and 0 mean 'no value'. */
export interface EntryDraft {
  readonly participantId: string;
  readonly predilute: Decimal | undefined;
  readonly fixed: Decimal | undefined;
  readonly discretionary: Decimal | undefined;
  readonly shares: Decimal | undefined;
  readonly participantClassId: string | undefined;
  readonly vestingScheduleId: string | undefined;
  /** Of an entity: the profile of its members; its profile in force when left out. */
  readonly memberProfileId: string | undefined;
  /** A person has seen that the entity's members changed and has settled the entry: it is mismatched again only when they change again. */
  readonly membersSettled?: boolean | undefined;
}

/** A stored profile, as far as decisions need it. */
export interface StoredProfile {
  readonly id: string;
  readonly containerId: string;
  readonly rowVersion: number;
  readonly name: string;
  readonly description: string | null;
  readonly effectiveDate: string;
  readonly isCurrent: boolean;
  readonly isShareBased: boolean;
  /** It can be used; a draft that gives too much, or has an entry in error, cannot. */
  readonly isValid: boolean;
  /** Somebody gets something by it. */
  readonly givesShares: boolean;
  /** A distribution uses it: it stays as it is. */
  readonly isInUse: boolean;
  readonly entries: readonly EntryDraft[];
}

export interface ContainerOfProfile {
  readonly id: string;
  readonly kind: string;
  readonly hasCurrentProfile: boolean;
}

/** A row with its effective percentage, ready to be stored. */
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

/** What the operations of allocation profiles need from outside; bound to one transaction. */
export interface ProfilePorts {
  container(id: string): Promise<ContainerOfProfile | undefined>;
  /** Reads a profile and holds it, and the versions beside it, for this transaction. */
  hold(id: string): Promise<StoredProfile | undefined>;
  stale(profile: StoredProfile, rowVersion: number | null | undefined): Promise<Failure | undefined>;
  /** What each entry refers to, with an entity's profile in force where none was named; undefined for an unknown participant. */
  references(entries: readonly EntryDraft[]): Promise<readonly (EntryReferences | undefined)[]>;
  /** Who is a member of an entity. */
  members(entityId: string): Promise<readonly string[]>;
  /** Whether a profile is a valid one of that entity's members. */
  isUsableFor(profileId: string, entityId: string): Promise<boolean>;
  /** Stores a new version of the container's profile; `from` is the version it was made of. */
  create(profile: ProfileToStore, from: StoredProfile | undefined): Promise<string>;
  /** Stores the next revision of an unused version; the one before is kept. */
  revise(profile: ProfileToStore, before: StoredProfile): Promise<void>;
}
