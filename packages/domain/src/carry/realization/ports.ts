import type { Posting } from '../ledger/index.ts';
import type { Failure, Failures } from '../../kernel/index.ts';
import type { Remark } from '../run/index.ts';
import type { RealizationState, RealizationStatus } from './decisions.ts';
import type { FactsByDate } from './realizationInput.ts';
import type { RealizationRequest } from './realizationRequest.ts';
import type { AccrualRows } from './realizationRows.ts';
import type { KeptRealization } from './verifyRealization.ts';

/** A stored realization without its rows. */
export interface RealizationHead extends RealizationState {
  readonly rowVersion: number;
  readonly name: string;
  readonly description: string | null;
  readonly realizationDate: string;
  readonly engineVersion: string | null;
  /** The realization that this one reverses. */
  readonly reversesId: string | null;
}

/** A computed draft, ready to store. */
export interface RealizationToKeep extends KeptRealization {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly engineVersion: string;
  /** Null for a reversal, which has the currency of the realization it reverses. */
  readonly currencyId: string | null;
  readonly remarks: readonly Remark[];
  readonly rows: AccrualRows;
  readonly reversesId?: string | undefined;
  readonly reason?: string | null | undefined;
}

/** Dependencies of the realization operations, bound to one transaction, tenant and person. */
export interface RealizationPorts {
  readonly personId: string;
  readonly allowSelfApproval: boolean;
  newId(): string;
  /** Reads the head and locks it for this transaction, so that concurrent operations run one after another. */
  hold(id: string): Promise<RealizationHead | undefined>;
  /** Returns undefined if the given version is the stored one. Otherwise the failure names who changed it and when. */
  stale(head: RealizationHead, rowVersion: number | null | undefined): Promise<Failure | undefined>;
  facts(request: RealizationRequest): Promise<FactsByDate>;
  inputsOf(id: string): Promise<KeptRealization>;
  rowsOf(id: string): Promise<AccrualRows>;
  /** Replaces identifiers in the messages with names. */
  readable(failures: Failures): Promise<Failures>;
  keep(draft: RealizationToKeep, before: RealizationHead | undefined): Promise<void>;
  /** Posts the entries and moves the head to its next state, atomically. */
  post(
    head: RealizationHead,
    posted: Posting<{ readonly detailId: string; readonly sourceRowId: string }>,
    status: RealizationStatus,
    comment: string | null | undefined,
  ): Promise<void>;
  move(head: RealizationHead, event: string, status: RealizationStatus): Promise<void>;
  remove(head: RealizationHead): Promise<void>;
}
