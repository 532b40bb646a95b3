import type { DownloadedFile } from '@carrara/adapters/http';
import { distributionEndpoints } from '@carrara/contract/carry/distribution';
import { taskEndpoints } from '@carrara/contract/platform/task';
import { setTimeout as pause } from 'node:timers/promises';
import type { Run } from '../run/act.ts';
import { CommandStop } from '../run/commandStop.ts';
import { progressLine } from '../run/progress.ts';
import { answered } from '../session/failureStop.ts';
import type { Session } from '../session/openSession.ts';

const askAgainMilliseconds = 300;

/** All letters of a distribution in one file. */
export interface Letters extends DownloadedFile {
  /** Letters that could not be made, by name. */
  readonly remarks: readonly string[];
}

/**
 * Has the letters made as long work, telling how far it is. Ctrl-C stops the work as well.
 *
 * Fails: a stop that says why there are none.
 */
export async function lettersOf(
  run: Run,
  { server, client }: Session,
  id: string,
  as: 'pdf' | 'zip' | 'docx',
): Promise<Letters> {
  let task = answered(server, await client.call(distributionEndpoints.startLetters, { params: { id }, body: { as } }));
  const params = { id: task.id };
  const progress = progressLine(run, 'letters');
  try {
    while (task.endedDate === null) {
      await pause(askAgainMilliseconds, undefined, { signal: run.stopped });
      task = answered(server, await client.call(taskEndpoints.getTask, { params }));
      progress.at(task.done, task.total);
    }
  } finally {
    progress.end();
  }
  if (task.status !== 'DONE') throw new CommandStop('refused', task.remarks.join(' ') || 'The letters were stopped.');
  return { ...answered(server, await client.download(taskEndpoints.downloadTask, { params })), remarks: task.remarks };
}
