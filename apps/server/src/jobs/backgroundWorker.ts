import type { Failures, Result } from '@carrara/domain/kernel';
import type { Answer } from '../calls/operationAnswer.ts';
import type { BackgroundRequest } from '../core/backgroundRequest.ts';
import type { FileThreads } from '../imports/fileThreads.ts';
import type { Patience } from '../pool/exportTurns.ts';
import type { RunOptions } from '../pool/workThread.ts';

/** A call that the worker pool answers. */
interface PoolCall {
  readonly concept: string;
  readonly name: string;
  /** True for a file, which is limited per person and firm. */
  readonly isFile: boolean;
}
/** An admitted request with validated values. */
export interface OrderOfCall extends BackgroundRequest {
  readonly call: PoolCall;
  readonly input: unknown;
}

/**
 * Work off the request thread. Each kind has its own thread, so that a download doesn't wait for an upload. A thread
 * handles one order at a time, and firms in rotation.
 */
export interface BackgroundWorker extends FileThreads {
  /**
   * Answers a call. Aborting the signal ends the work.
   *
   * Fails: TOO_MANY_EXPORTS for a file whose turn doesn't come in time, UNAVAILABLE if aborted, and the failures of the
   * call.
   */
  run(order: OrderOfCall, patience: Patience & Pick<RunOptions, 'onProgress'>): Promise<Result<Answer, Failures>>;
  /**
   * Answers a call that computes a large vehicle and may change it. It continues even if nobody waits for it anymore,
   * because its changes may already be committed.
   */
  answer(order: OrderOfCall): Promise<Result<Answer, Failures>>;
  close(): Promise<void>;
}
