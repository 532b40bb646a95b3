import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWorkThread } from './workThread.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it('ends soon after an order that needed much memory, and later after a small one', async () => {
  // This thread isn't among the bundles.
  vi.stubEnv('BUNDLES', '');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const thread = createWorkThread<{ readonly count: number }, { readonly threadId: number }>({
    name: import.meta.url,
    module: 'testing/growingThread',
    workerData: {},
  });
  const run = async (count: number) => {
    const { threadId, content } = await thread.run({ count });
    content.destroy();
    return threadId;
  };
  const first = await run(10);
  vi.advanceTimersByTime(10_000);
  expect(await run(20_000_000)).toBe(first);
  expect(await run(10)).toBe(first);
  vi.advanceTimersByTime(10_000);
  const second = await run(10);
  expect(second).not.toBe(first);
  vi.advanceTimersByTime(10_000);
  expect(await run(10)).toBe(second);
  await thread.close();
}, 60_000);

describe('an aborted order', () => {
  const open = () => {
    vi.stubEnv('BUNDLES', '');
    return createWorkThread<{ readonly isEndless: boolean }, { readonly threadId: number }>({
      name: import.meta.url,
      module: 'testing/endlessThread',
      workerData: {},
    });
  };
  const run = async (thread: ReturnType<typeof open>) => {
    const { threadId, content } = await thread.run({ isEndless: false });
    content.destroy();
    return threadId;
  };

  it('frees the thread while it runs', async () => {
    const thread = open();
    const abort = new AbortController();
    const options = { signal: abort.signal, onProgress: () => abort.abort() };
    await expect(thread.run({ isEndless: true }, options)).rejects.toThrow('stopped');
    expect(await run(thread)).toBeGreaterThan(0);
    await thread.close();
  }, 60_000);

  it('never starts if it is aborted just before, and leaves the thread running', async () => {
    const thread = open();
    const first = await run(thread);
    const abort = new AbortController();
    const order = thread.run({ isEndless: true }, { signal: abort.signal });
    // The file is being opened.
    await Promise.resolve();
    abort.abort();
    await expect(order).rejects.toThrow('aborted');
    expect(await run(thread)).toBe(first);
    await thread.close();
  }, 60_000);
});
