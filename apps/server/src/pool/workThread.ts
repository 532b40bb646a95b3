import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Messages of a thread about its current order. */
export type FromThread<Output> =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  /** Everything reversible is done. Requests permission to end. */
  | { readonly kind: 'asks' }
  /** The order is done. The thread has reserved so many more bytes for objects than at its start. */
  | { readonly kind: 'made'; readonly output: Output; readonly grownBytes: number }
  | { readonly kind: 'failed'; readonly reason: string };
export interface ToThread<Order> {
  readonly order: Order;
  /** File descriptor to write to. */
  readonly fd: number;
}
/** Permission to end. Without it, the thread is terminated. */
export interface MayEnd {
  readonly mayEnd: true;
}

export interface RunOptions {
  readonly onProgress?: (done: number, total: number) => void;
  /** Aborts the work at once, until it gets permission to end. */
  readonly signal?: AbortSignal;
  /** Called by work that is about to commit. An exception aborts it. */
  readonly mayEnd?: () => Promise<void>;
}
/**
 * Runs work off the request thread, so that neither computing nor reading a lot blocks other requests; the thread does
 * its own reading. It handles one order after another.
 */
export interface WorkThread<Order, Output> {
  run(order: Order, options?: RunOptions): Promise<Output & { readonly content: Readable }>;
  close(): Promise<void>;
}
/** The thread's code and input: the module of that name next to `of`, an `import.meta.url`. */
export interface ThreadWork {
  readonly name: string;
  readonly module: string;
  readonly workerData: object;
}

/** An idle thread doesn't return the memory of a large order, so it ends sooner, unless the next order follows at once. */
const idleMs = { usual: 30_000, large: 1_000 } as const;
const largeGrowth = 100_000_000;

/**
 * Starts the module: its bundle in the folder BUNDLES, which the bundler sets in the built program, otherwise its source
 * with tsx.
 */
function startThread({ name, module, workerData }: ThreadWork): Worker {
  const bundles = process.env['BUNDLES'];
  if (bundles) return new Worker(join(bundles, `${module}.js`), { workerData });
  const translator = pathToFileURL(createRequire(name).resolve('tsx/esm/api').replace(/cjs$/, 'mjs')).href;
  const start = `import('${translator}').then(({ register }) => { register(); return import('${new URL(`./${module}.ts`, name).href}'); })`;
  return new Worker(start, { workerData, eval: true });
}

export function createWorkThread<Order, Output extends object>(work: ThreadWork): WorkThread<Order, Output> {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const end = async () => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const carryOut = async (order: Order, options: RunOptions) => {
    const { signal } = options;
    const file = await openUnlinked();
    // From here on, `answerOf` listens to the signal.
    if (signal?.aborted) {
      await close(file);
      signal.throwIfAborted();
    }
    clearTimeout(idle);
    try {
      worker ??= startThread(work);
      const { output, grownBytes } = await answerOf<Order, Output>(worker, { order, fd: file.handle.fd }, options);
      idle = setTimeout(() => void end(), grownBytes > largeGrowth ? idleMs.large : idleMs.usual).unref();
      const content: Readable = createReadStream('', { fd: file.handle, start: 0 });
      return { ...output, content: content.once('close', () => void removed(file)) };
    } catch (error) {
      await end();
      await close(file);
      throw error;
    }
  };
  return {
    run(order, options = {}) {
      const mine = last.then(() => carryOut(order, options));
      last = mine.catch(() => undefined);
      return mine;
    },
    close: end,
  };
}

function answerOf<Order, Output>(
  worker: Worker,
  order: ToThread<Order>,
  { onProgress, signal, mayEnd }: RunOptions,
): Promise<Extract<FromThread<Output>, { kind: 'made' }>> {
  return new Promise((resolve, reject) => {
    const stop = () => settle(() => reject(new Error('stopped')));
    const broken = (error: Error) => settle(() => reject(error));
    const rejectEnded = () => settle(() => reject(new Error('the thread has ended')));
    const hear = (message: FromThread<Output>) => {
      if (message.kind === 'progress') onProgress?.(message.done, message.total);
      else if (message.kind === 'asks') letEnd();
      else if (message.kind === 'made') settle(() => resolve(message));
      else settle(() => reject(new Error(message.reason)));
    };
    const letEnd = () => {
      // From here on it counts as done: a commit in progress can't be taken back.
      signal?.removeEventListener('abort', stop);
      (mayEnd?.() ?? Promise.resolve()).then(() => worker.postMessage({ mayEnd: true } satisfies MayEnd), broken);
    };
    const settle = (how: () => void) => {
      worker.off('message', hear).off('error', broken).off('exit', rejectEnded);
      signal?.removeEventListener('abort', stop);
      how();
    };
    worker.on('message', hear).on('error', broken).on('exit', rejectEnded);
    signal?.addEventListener('abort', stop);
    worker.postMessage(order);
  });
}

interface OpenFile {
  readonly handle: FileHandle;
  /** Path to delete later, on systems that can't unlink an open file. */
  readonly path: string | undefined;
}

/** Opens a file without a name, which is gone when it is closed, however this process ends. */
async function openUnlinked(): Promise<OpenFile> {
  const path = join(tmpdir(), `carrara-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  return unlink(path).then(
    () => ({ handle, path: undefined }),
    () => ({ handle, path }),
  );
}

async function close(file: OpenFile): Promise<void> {
  await file.handle.close();
  await removed(file);
}

async function removed({ path }: OpenFile): Promise<void> {
  if (path) await unlink(path).catch(() => undefined);
}
