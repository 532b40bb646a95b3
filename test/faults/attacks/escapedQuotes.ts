import { expect } from 'vitest';
import type { Attack } from '../attack.ts';

/** A body full of escaped quotes takes hours with a parser that searches for the end of the text from each quote again. */
export const attack: Attack = {
  label: 'an anonymous body with a hundred thousand escaped quotation marks',
  async run({ product, tried }) {
    for (const path of ['/api/signin/local', '/api/carry/fund', '/api/carry/distribution/save-distribution']) {
      // If a body is refused without being read, the connection can close while it is still being sent.
      const status = await fetch(`${product.baseUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"a":"${String.raw`\"`.repeat(110_000)}`,
      }).then(
        (answer) => answer.status,
        () => 'closed',
      );
      tried(path, status);
      expect([401, 413, 'closed']).toContain(status);
    }
  },
};
