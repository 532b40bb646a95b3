import type { Posting } from '../ledger/index.ts';
import type { Failure, Failures } from '../../kernel/index.ts';
import type { Remark } from '../run/index.ts';
import type { RealizationState, RealizationStatus } from './decisions.ts';
import type { FactsByDate } from './realizationInput.ts';
import type { RealizationRequest } from './realizationRequest.ts';
import type { AccrualRows } from './realizationRows.ts';
import type { KeptRealization } from './verifyRealization.ts';

/** A realization as it is kept, without its rows. */
export interface RealizationHead extends RealizationState {
  readonly rowVersion: number;
  readonly name: string;
  readonly description: string | null;
  readonly realizationDate: string;
  readonly engineVersion: string | null;
  /** What it undoes. */
  readonly reversesId: string | null;
}

/** A computed draft, ready to be kept. */
export interface RealizationToKeep extends KeptRealization {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly engineVersion: string;
  /** Null for that of what it reverses. */
  readonly currencyId: string | null;
  readonly remarks: readonly Remark[];
  readonly rows: AccrualRows;
  readonly reversesId?: string | undefined;
  readonly reason?: string | null | undefined;
}

/** What the operations of realizations need from outside; each binds to one transaction of one tenant and person. */
export interface RealizationPorts {
  readonly personId: string;
  readonly allowSelfApproval: boolean;
  newId(): string;
  /** Reads the head and holds it for this transaction, so that of several at once each sees what the one before left. */
  hold(id: string): Promise<RealizationHead | undefined>;
  /** Undefined when the given version is the stored one; else who changed it and when. */
  stale(head: RealizationHead, rowVersion: number | null | undefined): Promise<Failure | undefined>;
  facts(request: RealizationRequest): Promise<FactsByDate>;
  inputsOf(id: string): Promise<KeptRealization>;
  rowsOf(id: string): Promise<AccrualRows>;
  /** Puts names in the place of the identifiers in the texts. */
  readable(failures: Failures): Promise<Failures>;
  keep(draft: RealizationToKeep, before: RealizationHead | undefined): Promise<void>;
  /** Writes the entries and moves the head on, as one change. */
  post(
    head: RealizationHead,
    posted: Posting<{ readonly detailId: string; readonly sourceRowId: string }>,
    status: RealizationStatus,
    comment: string | null | undefined,
  ): Promise<void>;
  move(head: RealizationHead, event: string, status: RealizationStatus): Promise<void>;
  remove(head: RealizationHead): Promise<void>;
}
