import type { Readable } from 'node:stream';
import type { RunOptions, WorkThread } from './workThread.ts';

/**
 * Combines several threads for the same kind of orders. An order goes to a free one, the most recently used first, so
 * that others can end.
 */
export function createWorkPool<Order, Output>(
  threads: readonly WorkThread<Order, Output>[],
): WorkThread<Order, Output> {
  const free = [...threads];
  const waiting: (() => void)[] = [];
  const threadFor = async (): Promise<WorkThread<Order, Output>> => {
    const thread = free.pop();
    if (thread) return thread;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return threadFor();
  };
  return {
    async run(order: Order, options: RunOptions = {}): Promise<Output & { readonly content: Readable }> {
      const thread = await threadFor();
      try {
        return await thread.run(order, options);
      } finally {
        free.push(thread);
        waiting.shift()?.();
      }
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
