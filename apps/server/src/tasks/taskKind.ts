import type { Permission } from '@carrara/contract/core/permissions';
import type { Failures, Result } from '@carrara/domain/kernel';
import type { Readable } from 'node:stream';
import type { Ask, RequestContext } from '../operations.ts';

/** How work tells how far it is, and learns that it should end. */
export interface Working {
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
  /** Asked before a commit by work that has a transaction of its own; throws where it was stopped, or another process has it. */
  readonly mayEnd: () => Promise<void>;
  /** Reads as who started it, in a transaction of its own. */
  readonly ask: Ask;
  /** Writes as who started it, in one transaction: nothing of it stays when the work is stopped, or another process has it, before it is committed. */
  readonly act: Ask;
}

export interface TaskResult {
  /** What is kept for the person; nothing where the work was done on records. */
  readonly file?: { readonly name: string; readonly type: string; readonly content: Readable };
  /** What the person should know of the result. */
  readonly remarks: readonly string[];
}

/** A kind of long work: what it needs to hold, and what it does. */
export interface TaskKind {
  /** Held when it is started, when it begins and when the result is fetched; `eachTask`: every task asks for one of its own, which `prepare` checks. */
  readonly permission: Permission | 'eachTask';
  /** Whether the product itself may start it too, for nobody: it then acts without rights of a person, and the trail has nobody beside what it does. */
  readonly isOfSystem?: boolean;
  /** Reads what the work needs, as who started it, in a transaction that ends before the work begins. */
  prepare(
    context: RequestContext,
    input: Readonly<Record<string, string>>,
  ): Promise<Result<(working: Working) => Promise<Result<TaskResult, Failures>>, Failures>>;
}
