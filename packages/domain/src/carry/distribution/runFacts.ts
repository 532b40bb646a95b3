import type { TaxProfile } from '../tax/index.ts';
import type { VestingPosition } from '../vesting/index.ts';
import type { CarryBalance, HolderFacts, SharedSource, ShareFacts } from '../run/index.ts';

/** A source as the records have it. */
export interface SourceFacts extends SharedSource {
  /** What the vesting of an allocation in it counts by. */
  readonly vesting: Omit<VestingPosition, 'schedule'>;
  readonly taxProfileIds: readonly string[];
  /** Carry balances as of the distribution date. */
  readonly balances: readonly CarryBalance[];
  /** Something has been accrued or opened at the source by then; before that a balance is not a debt but unknown. */
  readonly isBalanceDetermined: boolean;
  /** Other sources of the same fund or coinvestment at which carry was accrued or opened by the day: their accounts are others. */
  readonly accruedAt?: readonly string[];
}

/** A participant as of the distribution date. */
export interface ParticipantFacts extends HolderFacts {
  readonly isEscrowExempt: boolean;
  readonly defaultEscrow: string | null;
  readonly taxProfileIds: readonly string[];
}

/** All that the records say about a run, as of its date. */
export interface RunFacts extends ShareFacts<SourceFacts, ParticipantFacts> {
  readonly taxProfiles: ReadonlyMap<string, TaxProfile>;
  /** Those tax characterizations among the ones that the request names which the records have. */
  readonly characterizationIds: ReadonlySet<string>;
  /** Assigned to all sources. */
  readonly taxProfileIds: readonly string[];
  /** The tenant allows distributions by carry balance. */
  readonly allowsInvestorBalance: boolean;
}
