import type { Failure, Failures } from '../../kernel/index.ts';
import type { Posting } from '../ledger/index.ts';
import type { Json, KeptInputs } from '../run/index.ts';
import type { LedgerInput } from './computeLedgerRun.ts';
import type { LedgerRunEvent, LedgerRunState, LedgerRunStatus } from './decisions.ts';
import type { LedgerFacts } from './ledgerFacts.ts';
import type { LedgerLine, LedgerRunRequest, LedgerRunType } from './ledgerLine.ts';

/** What a run of the ledger was computed from. */
export type KeptLedgerRun = KeptInputs<LedgerRunRequest, Json<LedgerInput>>;

export interface LedgerRunHead extends LedgerRunState {
  readonly rowVersion: number;
  readonly type: LedgerRunType;
  readonly name: string;
  readonly description: string | null;
  readonly engineVersion: string;
  /** What it undoes. */
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

/** What the operations need from outside; each binds to one transaction of one tenant and person. */
export interface LedgerRunPorts {
  readonly personId: string;
  readonly allowSelfApproval: boolean;
  newId(): string;
  /** Reads the head and holds it for this transaction, so that of several at once each sees what the one before left. */
  hold(id: string): Promise<LedgerRunHead | undefined>;
  /** Undefined when the given version is the stored one; else who changed it and when. */
  stale(head: LedgerRunHead, rowVersion: number | null | undefined): Promise<Failure | undefined>;
  /** What the records and the ledger say now; with `hold` nobody else posts a run of the ledger before this transaction ends. */
  facts(request: LedgerRunRequest, hold?: 'hold'): Promise<LedgerFacts>;
  inputsOf(id: string): Promise<KeptLedgerRun>;
  linesOf(id: string): Promise<readonly LedgerLine[]>;
  /** Puts names in the place of the identifiers in the texts. */
  readable(failures: Failures): Promise<Failures>;
  keep(run: LedgerRunToKeep, before: LedgerRunHead | undefined): Promise<void>;
  move(head: LedgerRunHead, event: LedgerRunEvent, status: LedgerRunStatus, comment?: string | null): Promise<void>;
  /** Writes the entries and moves the head on, as one change. */
  post(
    head: LedgerRunHead,
    posting: LedgerPosting,
    status: LedgerRunStatus,
    comment: string | null | undefined,
  ): Promise<void>;
  remove(head: LedgerRunHead): Promise<void>;
}
