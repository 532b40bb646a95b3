import type { Ledger, Posting, WaysOf } from '../ledger/index.ts';
import type { Decimal, Failure, Failures } from '../../kernel/index.ts';
import type { PayingSource } from './accrualWarnings.ts';
import type { DistributionEvent, DistributionState, DistributionStatus } from './decisions.ts';
import type { CarryBalance, DistributionInputJson, KeptInputs, Remark, RunRequest, RunRows } from '../run/index.ts';
import type { RunFacts } from './runFacts.ts';
import type { HeldVesting, RunHolding } from './vestingOfRun.ts';

/** A stored distribution without its rows. */
export interface DistributionHead extends DistributionState {
  readonly rowVersion: number;
  readonly name: string;
  readonly description: string | null;
  readonly distributionDate: string;
  /** True if the run pays carry balances. */
  readonly isByBalance: boolean;
  readonly engineVersion: string | null;
}

/** A warning that somebody acknowledged. */
export interface Acknowledgment {
  readonly text: string;
  /** The key of the warning, which ends in its amount. */
  readonly key: string;
}

/** A computed draft, ready to store. */
export interface DraftToKeep {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly request: RunRequest;
  readonly input: DistributionInputJson;
  readonly engineVersion: string;
  readonly currencyId: string | null;
  readonly remarks: readonly Remark[];
  readonly rows: RunRows;
  /** Replaces the approvers if given. */
  readonly approverIds?: readonly string[] | undefined;
  readonly reversesId?: string | undefined;
  readonly reason?: string | null | undefined;
}

/** Dependencies of the distribution operations, bound to one transaction, tenant and person. */
export interface DistributionPorts {
  readonly personId: string;
  readonly allowSelfApproval: boolean;
  /** A typed adjustment, tax or escrow that raises the net by more than this amount needs an acknowledgment. */
  readonly acknowledgesAbove: Decimal;
  newId(): string;
  /** Reads the head and locks it for this transaction, so that concurrent operations run one after another. */
  hold(id: string): Promise<DistributionHead | undefined>;
  /** Returns undefined if the given version is the stored one. Otherwise the failure names who changed it and when. */
  stale(head: DistributionHead, rowVersion: number | null | undefined): Promise<Failure | undefined>;
  facts(request: RunRequest): Promise<RunFacts>;
  inputsOf(id: string): Promise<KeptInputs>;
  /** Returns the payments of a stored run by source, in the order of its sources. */
  paidOf(id: string): Promise<readonly PayingSource[]>;
  /** Returns the warnings and problems that were stored with the draft. */
  remarksOf(id: string): Promise<readonly Remark[]>;
  /** Returns the carry balances at these sources on a date. With `hold`, they stay locked until this transaction ends. */
  balancesAt(
    sourceIds: readonly string[],
    date: string,
    hold: boolean,
  ): Promise<ReadonlyMap<string, readonly CarryBalance[]>>;
  /** Returns the acknowledgments given since the distribution was last submitted. */
  acknowledgmentsOf(id: string): Promise<readonly Acknowledgment[]>;
  rowsOf(id: string): Promise<RunRows>;
  /** Returns the vesting terms of each holder named in a run's profiles. */
  holdingsOf(id: string): Promise<readonly RunHolding[]>;
  approverCandidates(): Promise<ReadonlySet<string>>;
  /** Replaces identifiers in the messages with names. */
  readable(failures: Failures): Promise<Failures>;
  keep(draft: DraftToKeep, before: DistributionHead | undefined): Promise<void>;
  /** Moves the head to its next state and stores the additions of the event. */
  move(head: DistributionHead, move: DistributionMove): Promise<void>;
  addApprovers(head: DistributionHead, approverIds: readonly string[]): Promise<void>;
  removeApprover(head: DistributionHead, approvalId: string): Promise<void>;
  /** Returns the paths of the balances that a run by balance pays, or that the reversed distribution used. */
  waysOf(head: DistributionHead): Promise<WaysOf | undefined>;
  /** Reads every account entry that a posting affects, and locks them until this transaction ends. */
  ledgerOf(posted: Posting<{ readonly detailId: string }>): Promise<Ledger>;
  post(head: DistributionHead, posted: Posting<{ readonly detailId: string }>): Promise<void>;
  remove(head: DistributionHead): Promise<void>;
}

export interface DistributionMove {
  readonly event: DistributionEvent;
  readonly status: DistributionStatus;
  readonly comment?: string | null | undefined;
  /** True if all approvers must answer again. */
  readonly asksAnew?: boolean;
  /** The warnings that the person acknowledges. */
  readonly acknowledged?: readonly Acknowledgment[];
  /** The vested percentages on the run's date, stored with its rows. */
  readonly vested?: readonly HeldVesting[];
  readonly answered?: { readonly approvalId: string; readonly decision: 'APP' | 'REJ' };
}
