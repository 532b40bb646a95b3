import { afterEach, expect, it, vi } from 'vitest';
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
