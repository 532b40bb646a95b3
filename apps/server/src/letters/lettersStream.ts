import { Readable } from 'node:stream';
import type { EscrowOrder, LetterOrder, LetterThread } from './letterThread.ts';

/**
 * The letters as they are asked for, made when they are first read: by then the transaction that their facts were read in has ended. A reader
 * that goes away ends the work.
 */
export function lettersStream(thread: LetterThread, order: LetterOrder | EscrowOrder): Readable {
  async function* bytes(): AsyncGenerator<Buffer> {
    const stopping = new AbortController();
    try {
      const { content } = await thread.make(order, { signal: stopping.signal });
      yield* content;
    } finally {
      stopping.abort();
    }
  }
  return Readable.from(bytes(), { objectMode: false });
}
