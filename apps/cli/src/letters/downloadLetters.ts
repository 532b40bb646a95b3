import type { DownloadedFile } from '@carrara/adapters/http/client';
import { distributionEndpoints } from '@carrara/contract/carry/run/distribution';
import { taskEndpoints } from '@carrara/contract/platform/task/task';
import type { Run } from '../run/act.ts';
import { valueOrStop } from '../session/failureStop.ts';
import { followedTask } from '../session/followedTask.ts';
import type { Session } from '../session/openSession.ts';

/** All letters of a distribution in one file. */
export interface Letters extends DownloadedFile {
  /** Letters that could not be created, by name. */
  readonly remarks: readonly string[];
}

/**
 * Creates the letters in a background job and displays its progress. Ctrl-C also stops the job.
 *
 * Fails: a stop that says why there are none.
 */
export async function downloadLetters(
  run: Run,
  session: Session,
  id: string,
  as: 'pdf' | 'zip' | 'docx',
): Promise<Letters> {
  const { server, client } = session;
  const started = valueOrStop(
    server,
    await client.call(distributionEndpoints.startLetters, { params: { id }, body: { as } }),
  );
  const labels = { counted: 'letters', stopped: 'The letters were stopped.' };
  const { remarks } = await followedTask(run, session, started, labels);
  const params = { id: started.id };
  return { ...valueOrStop(server, await client.download(taskEndpoints.downloadTask, { params })), remarks };
}
