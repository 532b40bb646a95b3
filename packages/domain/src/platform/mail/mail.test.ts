import { describe, expect, it } from 'vitest';
import { initialMailChoices, minutesToRetry, notificationKinds } from './index.ts';

describe('a refused mail', () => {
  it('is retried after 1, 5 and 30 minutes, 2 and 12 hours, and then no more', () => {
    expect([1, 2, 3, 4, 5, 6].map(minutesToRetry)).toEqual([1, 5, 30, 120, 720, undefined]);
  });
});

describe('a type of notification', () => {
  it('has a default for people without a choice', () => {
    expect(Object.keys(initialMailChoices).sort()).toEqual([...notificationKinds].sort());
  });
});
