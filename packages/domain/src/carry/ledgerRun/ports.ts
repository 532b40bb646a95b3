import type { Failure, Failures } from '../../kernel/index.ts';
import type { Posting } from '../ledger/index.ts';
import type { Json, KeptInputs } from '../run/index.ts';
import type { LedgerInput } from './computeLedgerRun.ts';
import type { LedgerRunEvent, LedgerRunState, LedgerRunStatus } from './decisions.ts';
import type { LedgerFacts } from './ledgerFacts.ts';
import type { LedgerLine, LedgerRunRequest, LedgerRunType } from './ledgerLine.ts';

/** The inputs that a ledger run was computed from. */
export type KeptLedgerRun = KeptInputs<LedgerRunRequest, Json<LedgerInput>>;

export interface LedgerRunHead extends LedgerRunState {
  readonly rowVersion: number;
  readonly type: LedgerRunType;
  readonly name: string;
  readonly description: string | null;
  readonly engineVersion: string;
  /** The run that this one reverses. */
  readonly reversesId: string | null;
}

export interface LedgerRunToKeep extends KeptLedgerRun {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly engineVersion: string;
  readonly currencyId: string | null;
  readonly lines: readonly LedgerLine[];
  readonly reversesId?: string | undefined;
  readonly reason?: string | null | undefined;
}

export type LedgerPosting = Posting<{ readonly lineId: string }>;

/** Dependencies of the operations, bound to one transaction, tenant and person. */
export interface LedgerRunPorts {
  readonly personId: string;
  readonly allowSelfApproval: boolean;
  newId(): string;
  /** Reads the head and locks it for this transaction, so that concurrent operations run one after another. */
  hold(id: string): Promise<LedgerRunHead | undefined>;
  /** Returns undefined if the given version is the stored one. Otherwise the failure names who changed it and when. */
  stale(head: LedgerRunHead, rowVersion: number | null | undefined): Promise<Failure | undefined>;
  /** Returns the current facts of the records and the ledger. With `hold`, no other ledger run can be posted until this transaction ends. */
  facts(request: LedgerRunRequest, hold?: 'hold'): Promise<LedgerFacts>;
  inputsOf(id: string): Promise<KeptLedgerRun>;
  linesOf(id: string): Promise<readonly LedgerLine[]>;
  /** Replaces identifiers in the messages with names. */
  readable(failures: Failures): Promise<Failures>;
  keep(run: LedgerRunToKeep, before: LedgerRunHead | undefined): Promise<void>;
  move(head: LedgerRunHead, event: LedgerRunEvent, status: LedgerRunStatus, comment?: string | null): Promise<void>;
  /** Posts the entries and moves the head to its next state, atomically. */
  post(
    head: LedgerRunHead,
    posting: LedgerPosting,
    status: LedgerRunStatus,
    comment: string | null | undefined,
  ): Promise<void>;
  remove(head: LedgerRunHead): Promise<void>;
}
