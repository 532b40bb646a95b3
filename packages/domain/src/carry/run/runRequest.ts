import type { TypedCell } from '../typedCell/index.ts';

/** The records that can pay carry, by the names of the specification. */
export type SourceType = 'Fund' | 'Coinvestment' | 'Fund Investment' | 'Coinvestment Investment' | 'Tranche';

/** The input for one row. Decimals are strings. A tax or escrow that is present, even '0', overrides the computed one. */
export interface DetailRequest {
  readonly participantId: string;
  /** Entities on the path, outermost first; empty for the direct row. */
  readonly via: readonly string[];
  readonly effectiveAllocation?: string | null | undefined;
  readonly loanRepayment?: string | null | undefined;
  readonly otherAdjustment?: string | null | undefined;
  readonly tax?: string | null | undefined;
  readonly escrow?: string | null | undefined;
  /** Figures as the caller saw them. They must match the computed ones. */
  readonly grossCarryDistributed?: string | null | undefined;
  readonly netCarryDistributed?: string | null | undefined;
}

/** A typed cell that isn't a valid figure. It is stored with the draft and prevents submission. */
interface UnreadCell {
  /** Null for a cell of the source itself. */
  readonly participantId: string | null;
  readonly via: readonly string[];
  readonly field: TypedCell;
  readonly text: string;
}

/** A request to reduce a share in one source of one run to its vested part. The forfeited part goes to the recipients, or to nobody. */
export interface VestingRequest {
  /** A participant that the source's profile names, or a member of an entity in it. */
  readonly participantId: string;
  /** The entities on the path to a member, outermost first. Empty for a share of the profile. */
  readonly via?: readonly string[] | undefined;
  readonly recipients: readonly string[];
}

export interface SourceRequest {
  readonly sourceId: string;
  readonly type: SourceType;
  /** The profile to use. If omitted, the source's default profile. */
  readonly profileId?: string | undefined;
  readonly netDistributableAmount: string;
  /** Replaces the run's default for participants who aren't terminated. If blank, the run's default applies. */
  readonly defaultEscrow?: string | null | undefined;
  readonly characterizations: readonly { readonly id: string; readonly percent: string }[];
  readonly details: readonly DetailRequest[];
  /** The shares to which vesting is applied. */
  readonly vestingApplied?: readonly VestingRequest[] | undefined;
  /** The typed cells that couldn't be read. */
  readonly unread?: readonly UnreadCell[] | undefined;
}

/** Returns true if a source has an unreadable cell, so that its result is unknown. */
export const isUnread = ({ unread = [] }: Pick<SourceRequest, 'unread'>): boolean => unread.length > 0;

/** Returns true if the amount of a source is readable. */
export const hasAmount = (source: Pick<SourceRequest, 'unread'> | undefined): boolean =>
  !source?.unread?.some(({ participantId, field }) => participantId === null && field === 'netDistributableAmount');

/** The user's request in JSON form. It is stored with the draft, so that it can be run again with later records. */
export interface RunRequest {
  readonly distributionDate: string;
  readonly defaultEscrow: string;
  readonly defaultTerminatedEscrow: string;
  readonly investorBalanceBased: boolean;
  readonly unallocatedAcknowledged: boolean;
  readonly sources: readonly SourceRequest[];
}
