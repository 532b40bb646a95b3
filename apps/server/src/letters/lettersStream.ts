import { Readable } from 'node:stream';
import type { EscrowOrder, LetterOrder, LetterThread } from './letterThread.ts';

/**
 * Streams letters, creating them on first read: by then, the transaction that read their facts has ended. If the reader
 * disconnects, the work ends.
 */
export function lettersStream(thread: LetterThread, order: LetterOrder | EscrowOrder): Readable {
  async function* bytes(): AsyncGenerator<Buffer> {
    const stopping = new AbortController();
    try {
      const { content } = await thread.run(order, { signal: stopping.signal });
      yield* content;
    } finally {
      stopping.abort();
    }
  }
  return Readable.from(bytes(), { objectMode: false });
}
