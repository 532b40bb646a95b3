import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { letterFiles } from '@carrara/contract/carry/distributionFiles';
import type { z } from 'zod';
import type { EscrowLetter, EscrowLetterJob } from '@carrara/adapters/pdf';
import type { TenantContext } from '@carrara/adapters/postgres/engine/unitOfWork';

export type LetterFiles = z.output<typeof letterFiles>;
export interface LetterOrder {
  readonly distributionId: string;
  /** As whom the thread reads it. */
  readonly scope: TenantContext;
  /** Of one participant; else of all, in one PDF, or a PDF or a Word file each in a zip. */
  readonly as: LetterFiles | { readonly participantId: string; readonly format: 'pdf' | 'docx' };
}
export const letterOrder = (
  { tenantId, personId, now }: TenantContext,
  distributionId: string,
  as: LetterOrder['as'],
): LetterOrder => ({ scope: { tenantId, personId, now }, distributionId, as });

/** The letters of a release of escrow: a few figures each, so that they come read, and the thread only draws them. */
export interface EscrowOrder {
  readonly job: EscrowLetterJob;
  readonly letters: readonly EscrowLetter[];
}

export interface LettersMade {
  readonly name: string;
  /** Why letters are missing, each naming its payee. */
  readonly refusals: readonly string[];
}
export type FromThread =
  | { readonly kind: 'letter'; readonly done: number; readonly total: number }
  | { readonly kind: 'made'; readonly made: LettersMade }
  | { readonly kind: 'failed'; readonly reason: string };
/** What a thread begins with: where it reads. */
export interface ThreadStart {
  readonly databaseUrl: string;
}
export interface ToThread {
  readonly order: LetterOrder | EscrowOrder;
  readonly fd: number;
}

export interface MadeLetters extends LettersMade {
  readonly content: Readable;
}
export interface Making {
  readonly onLetter?: (done: number, total: number) => void;
  /** Ends the work at once. */
  readonly signal?: AbortSignal;
}
/**
 * Makes letters beside the requests: what is bound by the processor holds nobody up, nor does the reading of a large run, which is why the
 * thread reads it itself. One order after the other.
 */
export interface LetterThread {
  make(order: LetterOrder | EscrowOrder, making?: Making): Promise<MadeLetters>;
  close(): Promise<void>;
}

const idleMs = 30_000;
const here = import.meta.url;

/** The thread of the built program, or of its sources: those need what translates them, which a thread does not take over from its process. */
function startThread(workerData: ThreadStart): Worker {
  if (extname(fileURLToPath(here)) === '.js') return new Worker(new URL('./letterWorker.js', here), { workerData });
  const translator = pathToFileURL(createRequire(here).resolve('tsx/esm/api').replace(/cjs$/, 'mjs')).href;
  const start = `import('${translator}').then(({ register }) => { register(); return import('${new URL('./letterWorker.ts', here).href}'); })`;
  return new Worker(start, { workerData, eval: true, execArgv: ['--conditions=source'] });
}

/** `databaseUrl`: the application's plain login. */
export function createLetterThread(databaseUrl: string): LetterThread {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const end = async () => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const carryOut = async (order: LetterOrder | EscrowOrder, { onLetter, signal }: Making): Promise<MadeLetters> => {
    signal?.throwIfAborted();
    clearTimeout(idle);
    const file = await openUnlinked();
    try {
      worker ??= startThread({ databaseUrl });
      const made = await answerOf(worker, { order, fd: file.handle.fd }, onLetter, signal);
      idle = setTimeout(() => void end(), idleMs).unref();
      const content = createReadStream('', { fd: file.handle, start: 0 });
      return { ...made, content: content.once('close', () => void removed(file)) };
    } catch (error) {
      await end();
      await file.handle.close();
      await removed(file);
      throw error;
    }
  };
  return {
    make(order, making = {}) {
      const mine = last.then(() => carryOut(order, making));
      last = mine.catch(() => undefined);
      return mine;
    },
    close: end,
  };
}

function answerOf(
  worker: Worker,
  order: ToThread,
  onLetter: Making['onLetter'],
  signal: AbortSignal | undefined,
): Promise<LettersMade> {
  return new Promise((resolve, reject) => {
    const stop = () => settle(() => reject(new Error('stopped')));
    const broken = (error: Error) => settle(() => reject(error));
    const gone = () => settle(() => reject(new Error('the thread has ended')));
    const hear = (message: FromThread) => {
      if (message.kind === 'letter') onLetter?.(message.done, message.total);
      else if (message.kind === 'made') settle(() => resolve(message.made));
      else settle(() => reject(new Error(message.reason)));
    };
    const settle = (how: () => void) => {
      worker.off('message', hear).off('error', broken).off('exit', gone);
      signal?.removeEventListener('abort', stop);
      how();
    };
    worker.on('message', hear).on('error', broken).on('exit', gone);
    signal?.addEventListener('abort', stop);
    worker.postMessage(order);
  });
}

interface OpenFile {
  readonly handle: FileHandle;
  /** Where it is still to be removed: a system that cannot take the name off an open file. */
  readonly path: string | undefined;
}

/** A file that is gone when it is closed, however this process ends: it has no name any more. */
async function openUnlinked(): Promise<OpenFile> {
  const path = join(tmpdir(), `carrara-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  return unlink(path).then(
    () => ({ handle, path: undefined }),
    () => ({ handle, path }),
  );
}

async function removed({ path }: OpenFile): Promise<void> {
  if (path) await unlink(path).catch(() => undefined);
}
