import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BackgroundWorker, OrderOfCall } from './backgroundWorker.ts';

/** Creates the file of one call off the request thread. */
export interface DocumentMaker {
  readonly background: Pick<BackgroundWorker, 'run'>;
}

/** A job waits for its turn as long as it takes. */
const waitMs = 86_400_000;

/** Returns the bytes of a call's file. */
export async function createDocument(
  { background }: DocumentMaker,
  order: OrderOfCall,
  signal: AbortSignal,
): Promise<Result<Uint8Array, Failures>> {
  const output = await background.run(order, { signal, waitMs });
  signal.throwIfAborted();
  if (output.isErr()) return err(output.error);
  if (!('file' in output.value)) throw new Error('a document isn’t a file');
  const { content } = output.value.file;
  return ok(content instanceof Readable ? await buffer(content) : Buffer.from(content));
}
