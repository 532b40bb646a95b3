import type { EscrowDefaults, EscrowTerms, ParticipantStatus } from '../escrow/index.ts';
import type { Decimal, Failure } from '../../kernel/index.ts';
import type { Characterization, TaxAllocation, TaxProfile } from '../tax/index.ts';
import type { Forfeiture } from './forfeiture.ts';

/** A participant's kept effective percentage: of a source, or of an entity. */
export interface Share {
  readonly participantId: string;
  readonly effective: Decimal;
  /** In investor-balance mode what the effective comes from, and what the amount is split by. */
  readonly balance?: Decimal;
  /** The sum of all balances above zero at the source. */
  readonly totalBalance?: Decimal;
}

export interface SourceInput {
  readonly id: string;
  readonly netDistributableAmount: Decimal;
  /** In place of the run's default for those who are not terminated; 0 too. */
  readonly defaultEscrow?: Decimal;
  readonly characterizations?: readonly Characterization[];
  /** Assigned to this source. */
  readonly taxProfiles?: readonly TaxProfile[];
  readonly allocations: readonly Share[];
  /** What applying vesting took and gave. The allocations and member shares include it already; it is no part of the calculation. */
  readonly forfeitures?: readonly Forfeiture[];
  /** At this source, and on this way, an entity is split by these shares instead of its profile. */
  readonly memberShares?: readonly MemberShares[];
}

/** How an entity's part is split over its members, in the order of its profile. */
export interface MemberShares {
  /** The entities on the way, the outermost first; the last one is split. */
  readonly via: readonly string[];
  readonly shares: readonly Share[];
}

/** A person or trust; with members, an entity whose money goes to them. */
export interface ParticipantInput extends EscrowTerms {
  readonly id: string;
  readonly status: ParticipantStatus;
  readonly taxProfiles?: readonly TaxProfile[];
  /** The entity's member profile in force on the distribution date. */
  readonly members?: readonly Share[];
  /** Terminated and not fully vested in a source of this distribution: raises a warning, changes no figure. */
  readonly isPartlyVested?: boolean;
  /** Terminated, and how much is vested cannot be told: raises a warning, changes no figure. */
  readonly isVestingUnknown?: boolean;
}

/**
 * Figures given for one participant at one source. A tax or escrow that is there, 0 too, takes the place of the computed one.
 *
 * `via` names the entities on the way, the outermost first. Without it the participant's direct row is meant, or else its only one.
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

/** All that a distribution is computed from; kept with it, so that it can be computed again. */
export interface DistributionInput extends EscrowDefaults {
  readonly sources: readonly SourceInput[];
  readonly participants: readonly ParticipantInput[];
  /** Assigned to 'all' sources. */
  readonly taxProfiles?: readonly TaxProfile[];
  readonly adjustments?: readonly Adjustment[];
  /** A person has taken note that a part of a source goes to nobody. */
  readonly unallocatedAcknowledged?: boolean;
}

/** The figures that every row, source and total has. */
export interface CarryFigures {
  readonly gross: Decimal;
  readonly tax: Decimal;
  readonly escrow: Decimal;
  readonly loanRepayment: Decimal;
  readonly otherAdjustment: Decimal;
  readonly net: Decimal;
}

/** What one participant gets of an amount on one way; an entity's row is the sum of its members' rows. */
export interface GrossRow {
  readonly participantId: string;
  /** Percent of the source, or of the entity for a member. */
  readonly effective: Decimal;
  readonly gross: Decimal;
  readonly members?: readonly GrossRow[];
}

/** The same with what is taken of it. */
export interface DetailRow extends GrossRow, CarryFigures {
  readonly taxAllocations: readonly TaxAllocation[];
  /** Of a person or trust: at which percentage the escrow was computed; absent when it was given. */
  readonly escrowPercent?: Decimal;
  readonly taxOverridden?: true;
  readonly escrowOverridden?: true;
  readonly members?: readonly DetailRow[];
}

export interface SourceResult extends CarryFigures {
  readonly id: string;
  /** Sum of tax, escrow, loan repayment and other adjustment. */
  readonly adjustments: Decimal;
  readonly unallocated: Decimal;
  /** Distinct people and trusts with a gross above 0. */
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
  /** People and trusts, each over all ways and sources. */
  readonly participants: readonly ParticipantTotal[];
  readonly entities: readonly ParticipantTotal[];
  readonly totals: DistributionTotals;
  readonly warnings: readonly Failure[];
}
