/** What can pay carry out, by the names of the specification. */
export type SourceType = 'Fund' | 'Coinvestment' | 'Fund Investment' | 'Coinvestment Investment' | 'Tranche';

/** What a person gives for one row; decimals as text. A tax or escrow that is there, '0' too, overrides the computed one. */
export interface DetailRequest {
  readonly participantId: string;
  /** Entities on the way, the outermost first; empty for the direct row. */
  readonly via: readonly string[];
  readonly effectiveAllocation?: string | null | undefined;
  readonly loanRepayment?: string | null | undefined;
  readonly otherAdjustment?: string | null | undefined;
  readonly tax?: string | null | undefined;
  readonly escrow?: string | null | undefined;
  /** Figures as the caller saw them: they must be those that are computed. */
  readonly grossCarryDistributed?: string | null | undefined;
  readonly netCarryDistributed?: string | null | undefined;
}

/** A cell as it was typed that is not a figure: kept with the draft, and a reason against submitting it. */
export interface UnreadCell {
  /** Null for a cell of the source itself. */
  readonly participantId: string | null;
  readonly via: readonly string[];
  readonly field: string;
  readonly text: string;
}

/** Somebody keeps only the vested part of a share, in one source of one run; what is given up goes to the recipients, or to nobody. */
export interface VestingRequest {
  /** Whom the source's profile names, or a member of an entity in it. */
  readonly participantId: string;
  /** The entities on the way to a member, the outermost first; empty, or absent in what was kept before it could be, for a share of the profile. */
  readonly via?: readonly string[] | undefined;
  readonly recipients: readonly string[];
}

export interface SourceRequest {
  readonly sourceId: string;
  readonly type: SourceType;
  /** The profile to use; the source's default one when left out. */
  readonly profileId?: string | undefined;
  readonly netDistributableAmount: string;
  /** In place of the run's default for those who are not terminated; blank, and absent in what was kept before, is the run's. */
  readonly defaultEscrow?: string | null | undefined;
  readonly characterizations: readonly { readonly id: string; readonly percent: string }[];
  readonly details: readonly DetailRequest[];
  /** Whose vesting is applied; absent in what was kept before it could be. */
  readonly vestingApplied?: readonly VestingRequest[] | undefined;
  /** What was typed and could not be read; absent in what was kept before there were any. */
  readonly unread?: readonly UnreadCell[] | undefined;
}

/** Whether something that was typed for a source holds no figure: what it comes to is not known then. */
export const isUnread = ({ unread = [] }: Pick<SourceRequest, 'unread'>): boolean => unread.length > 0;

/** Whether a figure was typed for what a source distributes. */
export const hasAmount = (source: Pick<SourceRequest, 'unread'> | undefined): boolean =>
  !source?.unread?.some(({ participantId, field }) => participantId === null && field === 'netDistributableAmount');

/** What a person asks to be distributed, JSON-ready: kept with the draft, so that it can be run again on the records as they are then. */
export interface RunRequest {
  readonly distributionDate: string;
  readonly defaultEscrow: string;
  readonly defaultTerminatedEscrow: string;
  readonly investorBalanceBased: boolean;
  readonly unallocatedAcknowledged: boolean;
  readonly sources: readonly SourceRequest[];
}
