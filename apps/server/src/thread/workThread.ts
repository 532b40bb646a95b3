import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** What a thread says of the order in hand. */
export type FromThread<Made> =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  /** All is done that can be taken back: may it end? */
  | { readonly kind: 'asks' }
  | { readonly kind: 'made'; readonly made: Made }
  | { readonly kind: 'failed'; readonly reason: string };
export interface ToThread<Order> {
  readonly order: Order;
  /** The file that it writes to. */
  readonly fd: number;
}
/** The answer to whether it may end; who may not is ended. */
export interface MayEnd {
  readonly mayEnd: true;
}

export interface Making {
  readonly onProgress?: (done: number, total: number) => void;
  /** Ends the work at once, until it was let end. */
  readonly signal?: AbortSignal;
  /** Asked by work that is about to commit; what this throws ends it. */
  readonly mayEnd?: () => Promise<void>;
}
/**
 * Does work beside the requests: what is bound by the processor holds nobody up, nor does the reading of much, which is why the thread reads it
 * itself. One order after the other.
 */
export interface WorkThread<Order, Made> {
  make(order: Order, making?: Making): Promise<Made & { readonly content: Readable }>;
  close(): Promise<void>;
}
/** What is done in it: the module of that name beside `of`, an `import.meta.url`, and what that begins with. */
export interface ThreadWork {
  readonly of: string;
  readonly module: string;
  readonly workerData: object;
}

const idleMs = 30_000;

/** Starts the module of the built program. From sources it starts its bundle in SOURCE_WORKERS where there is one, else translates it with tsx. */
function startThread({ of, module, workerData }: ThreadWork): Worker {
  const extension = extname(fileURLToPath(of));
  const location = new URL(`./${module}${extension}`, of);
  if (extension === '.js') return new Worker(location, { workerData });
  const bundles = process.env['SOURCE_WORKERS'];
  if (bundles) return new Worker(join(bundles, `${module}.js`), { workerData });
  const translator = pathToFileURL(createRequire(of).resolve('tsx/esm/api').replace(/cjs$/, 'mjs')).href;
  const start = `import('${translator}').then(({ register }) => { register(); return import('${location.href}'); })`;
  return new Worker(start, { workerData, eval: true, execArgv: ['--conditions=source'] });
}

export function createWorkThread<Order, Made extends object>(work: ThreadWork): WorkThread<Order, Made> {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const end = async () => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const carryOut = async (order: Order, making: Making) => {
    const { signal } = making;
    signal?.throwIfAborted();
    clearTimeout(idle);
    const file = await openUnlinked();
    try {
      worker ??= startThread(work);
      const made = await answerOf<Order, Made>(worker, { order, fd: file.handle.fd }, making);
      idle = setTimeout(() => void end(), idleMs).unref();
      const content: Readable = createReadStream('', { fd: file.handle, start: 0 });
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

function answerOf<Order, Made>(
  worker: Worker,
  order: ToThread<Order>,
  { onProgress, signal, mayEnd }: Making,
): Promise<Made> {
  return new Promise((resolve, reject) => {
    const stop = () => settle(() => reject(new Error('stopped')));
    const broken = (error: Error) => settle(() => reject(error));
    const gone = () => settle(() => reject(new Error('the thread has ended')));
    const hear = (message: FromThread<Made>) => {
      if (message.kind === 'progress') onProgress?.(message.done, message.total);
      else if (message.kind === 'asks') letEnd();
      else if (message.kind === 'made') settle(() => resolve(message.made));
      else settle(() => reject(new Error(message.reason)));
    };
    const letEnd = () => {
      // From here on it is done: a commit that is under way is not taken back.
      signal?.removeEventListener('abort', stop);
      (mayEnd?.() ?? Promise.resolve()).then(() => worker.postMessage({ mayEnd: true } satisfies MayEnd), broken);
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
