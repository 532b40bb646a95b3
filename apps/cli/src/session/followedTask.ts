import { type Task, taskEndpoints } from '@carrara/contract/platform/task/task';
import { setTimeout as pause } from 'node:timers/promises';
import type { Run } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import { progressLine } from '../run/progress.ts';
import { valueOrStop } from './failureStop.ts';
import type { Session } from './openSession.ts';

const pollMilliseconds = 300;

/**
 * Waits for a background job and displays its progress. Ctrl-C also stops the job.
 *
 * Fails: a stop that says why the job failed.
 */
export async function followedTask(
  run: Run,
  { server, client }: Session,
  started: Task,
  { counted, stopped }: { readonly counted: string; readonly stopped: string },
): Promise<Task> {
  let task = started;
  const params = { id: task.id };
  const progress = progressLine(run, counted);
  try {
    while (task.endedDate === null) {
      await pause(pollMilliseconds, undefined, { signal: run.stopped });
      task = valueOrStop(server, await client.call(taskEndpoints.getTask, { params }));
      progress.at(task.done, task.total);
    }
  } finally {
    progress.end();
  }
  if (task.status !== 'DONE') throw new CommandStop('refused', task.remarks.join(' ') || stopped);
  return task;
}
