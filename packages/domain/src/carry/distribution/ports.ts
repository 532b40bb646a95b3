import type { Ledger, Posting, WaysOf } from '../ledger/index.ts';
import type { Decimal, Failure, Failures } from '../../kernel/index.ts';
import type { PayingSource } from './accrualWarnings.ts';
import type { DistributionEvent, DistributionState, DistributionStatus } from './decisions.ts';
import type { CarryBalance, DistributionInputJson, KeptInputs, Remark, RunRequest, RunRows } from '../run/index.ts';
import type { RunFacts } from './runFacts.ts';
import type { HeldVesting, RunHolding } from './vestingOfRun.ts';

/** A distribution as it is kept, without its rows. */
export interface DistributionHead extends DistributionState {
  readonly rowVersion: number;
  readonly name: string;
  readonly description: string | null;
  readonly distributionDate: string;
  /** It pays carry balances. */
  readonly isByBalance: boolean;
  readonly engineVersion: string | null;
}

/** A warning that somebody acknowledged. */
export interface Acknowledgement {
  readonly text: string;
  /** The key of the warning, which ends in its amount. */
  readonly key: string;
}

/** A computed draft, ready to be kept. */
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
  /** Made equal to these when given. */
  readonly approverIds?: readonly string[] | undefined;
  readonly reversesId?: string | undefined;
  readonly reason?: string | null | undefined;
}

/** What the operations of distributions need from outside; each binds to one transaction of one tenant and person. */
export interface DistributionPorts {
  readonly personId: string;
  readonly allowSelfApproval: boolean;
  /** An adjustment or a typed tax or escrow that raises the net by more than this needs an acknowledgement. */
  readonly acknowledgesAbove: Decimal;
  newId(): string;
  /** Reads the head and holds it for this transaction, so that of several at once each sees what the one before left. */
  hold(id: string): Promise<DistributionHead | undefined>;
  /** Undefined when the given version is the stored one; else who changed it and when. */
  stale(head: DistributionHead, rowVersion: number | null | undefined): Promise<Failure | undefined>;
  facts(request: RunRequest): Promise<RunFacts>;
  inputsOf(id: string): Promise<KeptInputs>;
  /** What a stored run pays of its sources, in their order. */
  paidOf(id: string): Promise<readonly PayingSource[]>;
  /** Warnings and problems as they were stored with the draft. */
  remarksOf(id: string): Promise<readonly Remark[]>;
  /** The carry balances at these sources on a day; with `hold` nobody else takes of them before this transaction ends. */
  balancesAt(
    sourceIds: readonly string[],
    date: string,
    hold: boolean,
  ): Promise<ReadonlyMap<string, readonly CarryBalance[]>>;
  /** What was acknowledged since the distribution was last submitted. */
  acknowledgementsOf(id: string): Promise<readonly Acknowledgement[]>;
  rowsOf(id: string): Promise<RunRows>;
  /** By what the share of each holder vests that the profiles of a run name. */
  holdingsOf(id: string): Promise<readonly RunHolding[]>;
  approverCandidates(): Promise<ReadonlySet<string>>;
  /** Puts names in the place of the identifiers in the texts. */
  readable(failures: Failures): Promise<Failures>;
  keep(draft: DraftToKeep, before: DistributionHead | undefined): Promise<void>;
  /** Moves the head on and writes what the event adds. */
  move(head: DistributionHead, move: DistributionMove): Promise<void>;
  addApprovers(head: DistributionHead, approverIds: readonly string[]): Promise<void>;
  removeApprover(head: DistributionHead, approvalId: string): Promise<void>;
  /** On which ways the balances are that a run by balance pays, or that were taken by what it undoes. */
  waysOf(head: DistributionHead): Promise<WaysOf | undefined>;
  /** Every entry of the accounts that a posting reaches; nobody else takes of them before this transaction ends. */
  ledgerOf(posted: Posting<{ readonly detailId: string }>): Promise<Ledger>;
  post(head: DistributionHead, posted: Posting<{ readonly detailId: string }>): Promise<void>;
  remove(head: DistributionHead): Promise<void>;
}

export interface DistributionMove {
  readonly event: DistributionEvent;
  readonly status: DistributionStatus;
  readonly comment?: string | null | undefined;
  /** All are asked anew. */
  readonly asksAnew?: boolean;
  /** The warnings that the person acknowledges. */
  readonly acknowledged?: readonly Acknowledgement[];
  /** What of the run's shares is vested on its day: kept with its rows. */
  readonly vested?: readonly HeldVesting[];
  readonly answered?: { readonly approvalId: string; readonly decision: 'APP' | 'REJ' };
}
