import { openFiles } from '@carrara/adapters/files/openFiles';
import { createPasswords } from '@carrara/adapters/identity/passwords';
import { passkeyChallenges } from '@carrara/adapters/identity/passkeyChallenges';
import { secretSeal } from '@carrara/adapters/identity/sealedSecret';
import type { WithTenant } from '@carrara/adapters/postgres/engine/unitOfWork/withTenant';
import type { Pool } from 'pg';
import { uploadTurns } from '../../pool/uploadTurns.ts';
import type { LetterThread } from '../../letters/letterThread.ts';
import { createMailQueue } from '../../core/mailQueue.ts';
import type { ServedOperations } from '../../core/operations.ts';
import type { FileThreads } from '../../imports/fileThreads.ts';
import type { WorkerStart } from './createWorker.ts';

const nothing = () => undefined;
const notHere = async (): Promise<never> => {
  throw new Error('a thread that answers reads does no other work');
};
/** Letters and large files have their own threads, and reads send no notifications. */
const letters: LetterThread = { run: notHere, close: async () => undefined };
const background: FileThreads = { check: notHere, carryOut: notHere };

/** Creates the operations of all concepts for a thread that answers reads through its own connection. */
export async function operationsOfThread(
  { auditKey, stored }: WorkerStart,
  { pool, withTenant }: { readonly pool: Pool; readonly withTenant: WithTenant },
): Promise<ServedOperations> {
  const { conceptOperations } = await import('../conceptOperations.ts');
  const key = Buffer.from(auditKey);
  const seal = secretSeal(key);
  const files = openFiles(stored.options, stored.folder);
  return conceptOperations({
    pool,
    withTenant,
    passwords: createPasswords(),
    seal,
    challenges: passkeyChallenges(key),
    mails: createMailQueue({ from: undefined, seal, onMail: nothing }),
    storage: { files, limitBytes: 0 },
    files,
    turns: uploadTurns(),
    background,
    letters,
    localAccounts: false,
    loginUrls: [],
    signOutUrl: async () => undefined,
    refusedPassword: undefined,
    logoOf: async () => undefined,
    later: nothing,
    log: nothing,
    onCommitted: nothing,
    onDocumentRead: nothing,
    onMail: nothing,
    onSessionEnded: nothing,
    onTask: nothing,
    onUploadProgress: nothing,
  });
}
