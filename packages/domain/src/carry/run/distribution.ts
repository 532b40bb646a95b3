import type { EscrowDefaults, EscrowTerms, ParticipantStatus } from '../escrow/index.ts';
import type { Decimal, Failure } from '../../kernel/index.ts';
import type { Characterization, TaxAllocation, TaxProfile } from '../tax/index.ts';
import type { Forfeiture } from './forfeiture.ts';

/** A participant's stored effective percentage of a source or of an entity. */
export interface Share {
  readonly participantId: string;
  readonly effective: Decimal;
  /** In investor-balance mode, the balance that determines the effective percentage and by which the amount is split. */
  readonly balance?: Decimal;
  /** The sum of all positive balances at the source. */
  readonly totalBalance?: Decimal;
}

export interface SourceInput {
  readonly id: string;
  readonly netDistributableAmount: Decimal;
  /** Replaces the run's default, even if 0, for participants who aren't terminated. */
  readonly defaultEscrow?: Decimal;
  readonly characterizations?: readonly Characterization[];
  /** The tax profiles assigned to this source. */
  readonly taxProfiles?: readonly TaxProfile[];
  readonly allocations: readonly Share[];
  /** The forfeitures from applying vesting. Allocations and member shares already include them, so they don't enter the calculation. */
  readonly forfeitures?: readonly Forfeiture[];
  /** Shares that replace the entity's profile at this source and path. */
  readonly memberShares?: readonly MemberShares[];
}

/** The split of an entity's part over its members, in the order of its profile. */
export interface MemberShares {
  /** The entities on the path, outermost first. The last one is split. */
  readonly via: readonly string[];
  readonly shares: readonly Share[];
}

/** A person or trust or, with members, an entity whose money goes to them. */
export interface ParticipantInput extends EscrowTerms {
  readonly id: string;
  readonly status: ParticipantStatus;
  readonly taxProfiles?: readonly TaxProfile[];
  /** The entity's member profile in force on the distribution date. */
  readonly members?: readonly Share[];
  /** True if terminated and not fully vested in a source of this distribution. Causes a warning but doesn't affect any figure. */
  readonly isPartlyVested?: boolean;
  /** True if terminated and the vested percentage can't be determined. Causes a warning but doesn't affect any figure. */
  readonly isVestingUnknown?: boolean;
}

/**
 * Figures entered for one participant at one source. A tax or escrow that is present, even 0, replaces the computed one.
 *
 * `via` names the entities on the path, outermost first. Without it, the adjustment applies to the participant's direct row or, if there is none, to
 * the only row.
 */
export interface Adjustment {
  readonly sourceId: string;
  readonly participantId: string;
  readonly via?: readonly string[];
  readonly loanRepayment?: Decimal;
  readonly otherAdjustment?: Decimal;
  readonly tax?: Decimal;
  readonly escrow?: Decimal;
}

/** All inputs of a distribution. They are stored with it, so that it can be recomputed. */
export interface DistributionInput extends EscrowDefaults {
  readonly sources: readonly SourceInput[];
  readonly participants: readonly ParticipantInput[];
  /** The tax profiles assigned to 'all' sources. */
  readonly taxProfiles?: readonly TaxProfile[];
  readonly adjustments?: readonly Adjustment[];
  /** True if somebody has acknowledged that part of a source is allocated to nobody. */
  readonly unallocatedAcknowledged?: boolean;
}

/** The figures of every row, source and total. */
export interface CarryFigures {
  readonly gross: Decimal;
  readonly tax: Decimal;
  readonly escrow: Decimal;
  readonly loanRepayment: Decimal;
  readonly otherAdjustment: Decimal;
  readonly net: Decimal;
}

/** The part of an amount that one participant gets on one path. An entity's row is the sum of its members' rows. */
export interface GrossRow {
  readonly participantId: string;
  /** Percent of the source or, for a member, of the entity. */
  readonly effective: Decimal;
  readonly gross: Decimal;
  readonly members?: readonly GrossRow[];
}

/** A row with its deductions. */
export interface DetailRow extends GrossRow, CarryFigures {
  readonly taxAllocations: readonly TaxAllocation[];
  /** The percentage used to compute a person's or trust's escrow; absent if the escrow was entered. */
  readonly escrowPercent?: Decimal;
  readonly taxOverridden?: true;
  readonly escrowOverridden?: true;
  readonly members?: readonly DetailRow[];
}

export interface SourceResult extends CarryFigures {
  readonly id: string;
  /** The sum of tax, escrow, loan repayment and other adjustment. */
  readonly adjustments: Decimal;
  readonly unallocated: Decimal;
  /** The number of distinct people and trusts with a gross above 0. */
  readonly numberOfParticipants: number;
  readonly details: readonly DetailRow[];
}

export interface ParticipantTotal extends CarryFigures {
  readonly id: string;
}

export interface DistributionTotals extends CarryFigures {
  readonly adjustments: Decimal;
  readonly unallocated: Decimal;
  readonly numberOfParticipants: number;
}

export interface DistributionResult {
  readonly sources: readonly SourceResult[];
  /** People and trusts, each totaled over all paths and sources. */
  readonly participants: readonly ParticipantTotal[];
  readonly entities: readonly ParticipantTotal[];
  readonly totals: DistributionTotals;
  readonly warnings: readonly Failure[];
}
