import type { ParticipantStatus } from '../escrow/index.ts';
import type { CalendarDate } from '../../kernel/index.ts';
import type { TaxProfile } from '../tax/index.ts';
import type { ScheduleRow, VestingPosition } from '../vesting/index.ts';
import type { Share, CarryBalance, SourceType } from '../run/index.ts';

/** An entry of a profile as a distribution needs it. */
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

/** A source as the records have it. */
export interface SourceFacts {
  readonly id: string;
  readonly type: SourceType;
  readonly name: string;
  readonly currencyId: string | null;
  readonly profile: ProfileFacts | undefined;
  /** A profile was named that is none of this source or of what it is a part of. */
  readonly hasForeignProfile: boolean;
  /** What the vesting of an allocation in it counts by. */
  readonly vesting: Omit<VestingPosition, 'schedule'>;
  readonly taxProfileIds: readonly string[];
  /** Carry balances as of the distribution date; only read in investor-balance mode. */
  readonly balances: readonly CarryBalance[];
  /** Something has been accrued or opened at the source by then; before that a balance is not a debt but unknown. */
  readonly isBalanceDetermined: boolean;
}

/** A participant as of the distribution date. */
export interface ParticipantFacts {
  readonly id: string;
  readonly name: string;
  readonly status: ParticipantStatus;
  readonly terminationDate: CalendarDate | null;
  readonly isEscrowExempt: boolean;
  readonly defaultEscrow: string | null;
  readonly taxProfileIds: readonly string[];
  /** Of an entity: the entries of its profile in force on the date, none when it has no profile. */
  readonly members: readonly EntryFacts[] | undefined;
}

/** All that the records say about a run, as of its date. */
export interface RunFacts {
  readonly sources: ReadonlyMap<string, SourceFacts>;
  /** Everyone whom the sources can reach, and whom the request names. */
  readonly participants: ReadonlyMap<string, ParticipantFacts>;
  readonly taxProfiles: ReadonlyMap<string, TaxProfile>;
  /** Those tax characterizations among the ones that the request names which the records have. */
  readonly characterizationIds: ReadonlySet<string>;
  /** Assigned to all sources. */
  readonly taxProfileIds: readonly string[];
  /** The tenant allows distributions by carry balance. */
  readonly allowsInvestorBalance: boolean;
}
