import type { TaxProfile } from '../tax/index.ts';
import type { VestingPosition } from '../vesting/index.ts';
import type { CarryBalance, HolderFacts, SharedSource, ShareFacts } from '../run/index.ts';

/** The recorded facts of a source. */
export interface SourceFacts extends SharedSource {
  /** The facts that determine how an allocation in this source vests, except its schedule. */
  readonly vesting: Omit<VestingPosition, 'schedule'>;
  readonly taxProfileIds: readonly string[];
  /** Carry balances as of the distribution date. */
  readonly balances: readonly CarryBalance[];
  /** True if anything has been accrued or opened at the source by the date. Before that, the balance is unknown rather than zero or negative. */
  readonly isBalanceDetermined: boolean;
  /** Other sources of the same fund or coinvestment where carry was accrued or opened by the date. Their accounts are separate. */
  readonly accruedAt?: readonly string[];
}

/** A participant as of the distribution date. */
export interface ParticipantFacts extends HolderFacts {
  readonly isEscrowExempt: boolean;
  readonly defaultEscrow: string | null;
  readonly taxProfileIds: readonly string[];
}

/** All recorded facts about a run, as of its date. */
export interface RunFacts extends ShareFacts<SourceFacts, ParticipantFacts> {
  readonly taxProfiles: ReadonlyMap<string, TaxProfile>;
  /** The requested tax characterizations that exist. */
  readonly characterizationIds: ReadonlySet<string>;
  /** The tax profiles assigned to all sources. */
  readonly taxProfileIds: readonly string[];
  /** True if the tenant allows distributions by carry balance. */
  readonly allowsInvestorBalance: boolean;
}
