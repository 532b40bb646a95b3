import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { Permission } from '@carrara/contract/core/permissions';
import type { Failures, Result } from '@carrara/domain/kernel';
import type { Readable } from 'node:stream';
import type { RunInTransaction, RequestContext } from './operations.ts';

/** Reports progress of a job and signals when to stop. */
export interface TaskControl {
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
  /**
   * Called before a commit by jobs with their own transaction. Throws if the job was stopped, or another process has
   * taken over.
   */
  readonly mayEnd: () => Promise<void>;
  /** Reads as the person who started the job, in a separate transaction. */
  readonly read: RunInTransaction;
  /**
   * Writes as the person who started the job, in one transaction. Nothing is stored if the job is stopped, or another
   * process takes over, before the commit.
   */
  readonly act: RunInTransaction;
}

export interface TaskResult {
  /** File for the person. Absent if the job only changed records. */
  readonly file?: { readonly name: string; readonly type: string; readonly content: Readable };
  /** Remarks on the result for the person. */
  readonly remarks: readonly string[];
}

/** A job that has ended, with the first remark on its result or the reason of its failure. */
interface EndedTask {
  readonly id: string;
  readonly personId: string;
  readonly title: string;
  readonly input: Readonly<Record<string, string>>;
  readonly isDone: boolean;
  readonly remark: string;
}

/** A kind of background job: its permission and its work. */
export interface TaskKind {
  /**
   * Permission required to start the job, when it begins, and to fetch its result. With `eachTask`, `prepare` checks a
   * permission per job.
   */
  readonly permission: Permission | 'eachTask';
  /**
   * True if the product itself may start it. It then acts without a person's permissions, and the audit log has no
   * author.
   */
  readonly isOfSystem?: boolean;
  /** Notifies the person of the end of the job, in place of the usual notice. */
  onEnd?(tx: Transaction, ended: EndedTask): Promise<void>;
  /** Reads the job's input as the person who started it, in a transaction that ends before the work begins. */
  prepare(
    context: RequestContext,
    input: Readonly<Record<string, string>>,
  ): Promise<Result<(working: TaskControl) => Promise<Result<TaskResult, Failures>>, Failures>>;
}
