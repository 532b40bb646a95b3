import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collectBursts, maxMilliseconds, pauseMilliseconds } from './collectBursts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('emits a burst of events once', () => {
  const handOn = vi.fn();
  const add = collectBursts<number>(handOn);
  for (let event = 0; event < 150; event += 1) {
    add(event);
    vi.advanceTimersByTime(5);
  }
  vi.advanceTimersByTime(pauseMilliseconds);
  expect(handOn).toHaveBeenCalledOnce();
  expect(handOn.mock.calls[0]?.[0]).toHaveLength(150);
});

it('emits a single event after the pause, and an endless burst in parts', () => {
  const handOn = vi.fn();
  const add = collectBursts<number>(handOn);
  add(1);
  vi.advanceTimersByTime(pauseMilliseconds);
  expect(handOn).toHaveBeenLastCalledWith([1]);
  handOn.mockClear();
  for (let waited = 0; waited < 3 * maxMilliseconds; waited += 50) {
    add(waited);
    vi.advanceTimersByTime(50);
  }
  expect(handOn.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(handOn.mock.calls.length).toBeLessThanOrEqual(4);
});
