import type { ParticipantStatus } from '../escrow/index.ts';
import type { CalendarDate } from '../../kernel/index.ts';
import type { ScheduleRow } from '../vesting/index.ts';
import type { Share } from './distribution.ts';
import type { SourceType } from './runRequest.ts';

/** The parts of a profile's entry that a run needs. */
export interface EntryFacts extends Share {
  readonly scheduleRows?: readonly ScheduleRow[] | undefined;
  /** True if the entity's members have changed since its profile was created. */
  readonly memberMismatch?: boolean;
}

interface ProfileVersion {
  readonly version: number;
  readonly effectiveDate: string | null;
}

export interface ProfileFacts extends ProfileVersion {
  readonly id: string;
  /** The default version of the same profile; undefined if there is none. */
  readonly defaultVersion: ProfileVersion | undefined;
  readonly isValid: boolean;
  readonly entries: readonly EntryFacts[];
}

/** The recorded shares of a source on the date of the run. */
export interface SharedSource {
  readonly id: string;
  readonly type: SourceType;
  readonly name: string;
  readonly currencyId: string | null;
  /** The fund or coinvestment that the source is, or belongs to. */
  readonly holderId: string | null;
  /** For a tranche, the holding that it belongs to. */
  readonly partId?: string | null;
  readonly profile: ProfileFacts | undefined;
  /** True if the request names a profile that belongs neither to this source nor to the record that contains it. */
  readonly hasForeignProfile: boolean;
}

/** A participant as of the date of the run. */
export interface HolderFacts {
  readonly id: string;
  readonly name: string;
  readonly status: ParticipantStatus;
  readonly terminationDate: CalendarDate | null;
  /** For an entity, the entries of its profile in force on the date; empty if it has no profile. */
  readonly members: readonly EntryFacts[] | undefined;
}

/** The recorded facts about all shares, as of one date. */
export interface ShareFacts<S extends SharedSource = SharedSource, H extends HolderFacts = HolderFacts> {
  readonly sources: ReadonlyMap<string, S>;
  /** Everyone whom the sources can reach, and everyone the request names. */
  readonly participants: ReadonlyMap<string, H>;
}
