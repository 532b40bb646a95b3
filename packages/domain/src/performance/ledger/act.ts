import type { CalendarDate, Decimal } from '@carrara/domain/kernel';
import type { CommitmentFacts, InvestorCommitment } from './decideCommitment.ts';
import type { EnteredShare } from './entry.ts';
import type { EntryType } from './entryType.ts';
import type { LedgerActKind } from './ledgerActs.ts';
import type { Ledger } from './ledgerState.ts';
import type { StoredNavs } from './netAssetValues.ts';
import type { TransferPolicy } from './partnerTransfers.ts';
import type { EarlierAct } from './sameAct.ts';

/** An act as entered. Fields that it doesn't have are null. */
export interface RequestedAct {
  readonly kind: LedgerActKind;
  readonly date: CalendarDate;
  /** The amounts of its lines. */
  readonly amounts: Readonly<Record<string, Decimal>>;
  /** The investor of a late closing, or the seller of a transfer. */
  readonly investorId: string | null;
  readonly buyerId: string | null;
  readonly securityId: string | null;
  readonly issueDate: CalendarDate | null;
  readonly commitment: Decimal | null;
  /** The NAV that a transfer passes. */
  readonly value: Decimal | null;
  readonly interestRate: Decimal | null;
  readonly costRelieved: Decimal | null;
  readonly isOutside: boolean;
  readonly settledOn: CalendarDate | null;
  readonly description: string | null;
  /** Proceeds that are split by the carry terms. Null for typed amounts. */
  readonly proceeds: Decimal | null;
  /** The investments that were sold. */
  readonly holdingIds: readonly string[];
  /** Why amounts are typed although the carry terms propose them. */
  readonly reason: string | null;
  /** The currency of the amounts. Null for the vehicle's. */
  readonly currency: string | null;
}

/** An entry that the carry terms propose, with each partner's share. */
export interface ProposedEntry {
  readonly type: EntryType;
  readonly amount: Decimal;
  readonly holdingId: string | null;
  readonly shares: readonly EnteredShare[];
}

/** The ledger that an act is checked against. */
export interface ActLedger extends Ledger {
  readonly commitments: readonly InvestorCommitment[];
  readonly securities: readonly { readonly id: string; readonly holdingId: string }[];
  readonly latest: CalendarDate;
  readonly transfers: TransferPolicy;
}

/** The facts about the records that an act names. */
export interface ActFacts {
  /** By investor id. */
  readonly investors: ReadonlyMap<string, CommitmentFacts>;
  /** Names by id. */
  readonly holdings: ReadonlyMap<string, string>;
  /** The number of the vehicle's last notice; 0 if there is none. */
  readonly lastNotice: number;
  /** The last figures before the act, null if there are none. */
  readonly figures: StoredNavs | null;
  /** Ids of the entries of earlier late closings. */
  readonly earlierClosings: ReadonlySet<string>;
  /** The vehicle's acts of the same kind and date. */
  readonly earlierActs: readonly EarlierAct[];
  /** The days of distributions that the carry terms split. */
  readonly distributions?: readonly CalendarDate[];
  /** The split of a distribution of proceeds. */
  readonly proposed: readonly ProposedEntry[];
  /** True if the carry terms can propose a split, so that typed amounts need a reason. */
  readonly hasCompleteTerms: boolean;
  /** The vehicle's currency. */
  readonly currency: string;
}
