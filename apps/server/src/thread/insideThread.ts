import { createWriteStream, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort } from 'node:worker_threads';
import type { FromThread, Making, ToThread } from './workThread.ts';

export type TellProgress = NonNullable<Making['onProgress']>;

/** Whoever waits for a page goes first. Linux has priorities of threads; elsewhere it stays as it is. */
function stepBack(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), Math.min(19, getPriority() + 10));
  } catch {
    // It is a courtesy.
  }
}

/** Writes to the file of an order. */
export const writeTo = (fd: number, content: Readable): Promise<void> =>
  pipeline(content, createWriteStream('', { fd, autoClose: false }));

/** The inside of a thread: carries out its orders, each of which comes with the file to write to. */
export function carryOutOrders<Order, Made>(
  make: (order: Order, fd: number, onProgress: TellProgress) => Promise<Made>,
): void {
  const port = parentPort;
  if (!port) throw new Error('this is the inside of a thread');
  const say = (message: FromThread<Made>) => port.postMessage(message);
  stepBack();
  port.on('message', ({ order, fd }: ToThread<Order>) => {
    make(order, fd, (done, total) => say({ kind: 'progress', done, total })).then(
      (made) => say({ kind: 'made', made }),
      (error: unknown) =>
        say({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}
