import { insertTask, listTasks, loadTask, type StoredTask } from '@carrara/adapters/postgres/platform/task/tasks';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { Task, TaskKind } from '@carrara/contract/platform/task/task';
import { err, ok, required } from '@carrara/domain/kernel';
import { decideTask } from '@carrara/domain/platform/task';
import { v7 as newId } from 'uuid';
import type { Outcome } from '../outcome.ts';

export interface TaskStart {
  /** Called after a commit that queued a background job. */
  readonly onTask: () => void;
}

/** Returns the displayed part of a job. */
export const displayedTask = ({ storageKey: _key, mimeType: _type, input: _input, ...task }: StoredTask): Task => task;

/** Queues a background job in this transaction. Fails: as `decideTask`. */
export async function startTask(
  tx: Transaction,
  { onTask }: TaskStart,
  work: { readonly kind: TaskKind; readonly title: string; readonly input: Readonly<Record<string, string>> },
): Outcome<Task> {
  const decision = decideTask((await listTasks(tx)).filter(({ endedDate }) => endedDate === null).length);
  if (decision.isErr()) return err(decision.error);
  const id = newId();
  await insertTask(tx, { id, ...work });
  tx.afterCommit(async () => onTask());
  return ok(displayedTask(required(await loadTask(tx, id), `task ${id}`)));
}
