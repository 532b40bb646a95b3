import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { calls } from './servedCalls.ts';

/** Returns the maximum length of a list that a schema accepts, at any depth. */
function longestList(schema: unknown): number {
  if (schema === null || typeof schema !== 'object') return 0;
  const own = 'maxItems' in schema && typeof schema.maxItems === 'number' ? schema.maxItems : 0;
  return Math.max(own, ...Object.values(schema).map(longestList));
}

describe('body size limits', () => {
  it('are set by each call with long lists, so input that its schema accepts is not refused unread', () => {
    const unnamed = calls.filter(({ endpoint: { body, bodySize } }) => {
      if (!body || bodySize) return false;
      return longestList(z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' })) > 1_000;
    });
    expect(unnamed.map(({ name }) => name)).toEqual([]);
  });
});
