import { reconnectDelayMs } from '@carrara/contract/core/events';
import { afterEach, expect, it, vi } from 'vitest';
import { listenLive, type LiveState } from './listenLive.ts';

afterEach(() => void vi.useRealTimers());

it('retries a lost connection every five seconds, until it is stopped [U-T-049]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const states: LiveState[] = [];
  // Nothing listens at this address.
  const client = await listenLive(
    { baseUrl: 'http://127.0.0.1:1', tenantId: 'harbour' },
    { onUpdate: () => undefined, onState: (state) => void states.push(state) },
  );
  expect([reconnectDelayMs, states]).toEqual([5000, ['connecting', 'disconnected']]);
  vi.advanceTimersByTime(4999);
  expect(states).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(states.slice(2)).toEqual(['connecting']);
  await vi.waitUntil(() => states.length === 4);
  vi.advanceTimersByTime(5000);
  expect(states.slice(3)).toEqual(['disconnected', 'connecting']);
  await client.stop();
});
