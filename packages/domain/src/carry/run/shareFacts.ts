import type { ParticipantStatus } from '../escrow/index.ts';
import type { CalendarDate } from '../../kernel/index.ts';
import type { ScheduleRow } from '../vesting/index.ts';
import type { Share } from './distribution.ts';
import type { SourceType } from './runRequest.ts';

/** An entry of a profile as a run needs it. */
export interface EntryFacts extends Share {
  readonly scheduleRows?: readonly ScheduleRow[] | undefined;
  /** The entity's members have changed since its profile was made. */
  readonly memberMismatch?: boolean;
}

export interface ProfileVersion {
  readonly version: number;
  readonly effectiveDate: string | null;
}

export interface ProfileFacts extends ProfileVersion {
  readonly id: string;
  /** The default version of the same profile; undefined when there is none. */
  readonly defaultVersion: ProfileVersion | undefined;
  readonly isValid: boolean;
  readonly entries: readonly EntryFacts[];
}

/** Who shares in a source, as the records have it on the day of the run. */
export interface SharedSource {
  readonly id: string;
  readonly type: SourceType;
  readonly name: string;
  readonly currencyId: string | null;
  /** The fund or coinvestment that it is, or is a part of. */
  readonly holderId: string | null;
  /** The part of an investment that it is a tranche of. */
  readonly partId?: string | null;
  readonly profile: ProfileFacts | undefined;
  /** A profile was named that is none of this source or of what it is a part of. */
  readonly hasForeignProfile: boolean;
}

/** A participant as of the day of the run. */
export interface HolderFacts {
  readonly id: string;
  readonly name: string;
  readonly status: ParticipantStatus;
  readonly terminationDate: CalendarDate | null;
  /** Of an entity: the entries of its profile in force on the day, none when it has no profile. */
  readonly members: readonly EntryFacts[] | undefined;
}

/** What the records say about who shares in what, as of one day. */
export interface ShareFacts<S extends SharedSource = SharedSource, H extends HolderFacts = HolderFacts> {
  readonly sources: ReadonlyMap<string, S>;
  /** Everyone whom the sources can reach, and whom the request names. */
  readonly participants: ReadonlyMap<string, H>;
}
