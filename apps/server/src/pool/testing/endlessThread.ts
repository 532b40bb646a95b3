import { threadId } from 'node:worker_threads';
import { runOrders } from '../insideThread.ts';

/** Ends an order at once, or never. */
runOrders<{ readonly isEndless: boolean }, { readonly threadId: number }>(({ isEndless }, _fd, onProgress) => {
  onProgress(0, 1);
  return isEndless ? new Promise(() => undefined) : Promise.resolve({ threadId });
});
