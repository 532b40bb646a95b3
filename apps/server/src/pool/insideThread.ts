import { createWriteStream, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { FromThread, RunOptions, MayEnd, ToThread } from './workThread.ts';

export type ReportProgress = NonNullable<RunOptions['onProgress']>;
/** Waits until the sender of the order allows the end. If it doesn't, the thread is terminated. */
export type StopRequested = () => Promise<void>;

/**
 * Lowers the thread's priority, so that page requests go first. Linux supports priorities of threads; other systems
 * ignore this.
 */
function stepBack(by: number): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), Math.min(19, getPriority() + by));
  } catch {
    // Best effort.
  }
}

/** Returns the memory reserved for the objects of this thread. */
const heapBytes = (): number => getHeapStatistics().total_heap_size;

/** Writes to the file of an order. */
export const writeTo = (fd: number, content: Readable): Promise<void> =>
  pipeline(content, createWriteStream('', { fd, autoClose: false }));

/** Runs inside a thread: carries out its orders, each of which comes with the file to write to. */
export function runOrders<Order, Output>(
  run: (order: Order, fd: number, onProgress: ReportProgress, requestEnd: StopRequested) => Promise<Output>,
  stepsBackBy = 10,
): void {
  const port = parentPort;
  if (!port) throw new Error('This must run in a worker thread.');
  const post = (message: FromThread<Output>) => port.postMessage(message);
  stepBack(stepsBackBy);
  const startBytes = heapBytes();
  let end: (() => void) | undefined;
  const requestStop = () =>
    new Promise<void>((resolve) => {
      end = resolve;
      post({ kind: 'asks' });
    });
  port.on('message', (message: ToThread<Order> | MayEnd) => {
    if ('mayEnd' in message) return end?.();
    const { order, fd } = message;
    run(order, fd, (done, total) => post({ kind: 'progress', done, total }), requestStop).then(
      (output) => post({ kind: 'made', output, grownBytes: heapBytes() - startBytes }),
      (error: unknown) =>
        post({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}
